import {
  type CaptchaChallengeRequest,
  type CaptchaChallengeResponse,
  captchaChallenge,
  captchaLoginAction,
  type DeviceReportRequest,
  type DeviceReportResponse,
  deviceReport,
} from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import { type Call, type DataOf, type Route, route } from '../../core/route.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { captchaOf, isDevelopmentKey } from '../../protection/captcha.ts'
import { judgeDevice, newTelemetryId } from '../../protection/device-verdict.ts'
import { defaultDifficulty, newProofChallenge } from '../../protection/proof-of-work.ts'
import type { ProviderContext } from '../../provider-context.ts'

/** Creates a challenge. Nothing is stored for it. */
async function createChallenge(
  context: ProviderContext,
  { project, body }: Call<CaptchaChallengeRequest>,
): Promise<DataOf<CaptchaChallengeResponse>> {
  const captcha = captchaOf(project.settings)
  if (!captcha.enabled || (captcha.provider ?? 'proof_of_work') !== 'proof_of_work')
    throw new ProviderError('method_not_enabled')
  if (body.site_key !== captcha.siteKey) throw refuseField('.site_key', 'must be the site key of the project', 'const')
  if (body.action !== captchaLoginAction) throw refuseField('.action', `must be ${captchaLoginAction}`, 'const')
  // Development keys have a fixed verdict, so their challenges need no work.
  const difficulty = isDevelopmentKey(captcha.siteKey) ? 1 : (captcha.difficulty ?? defaultDifficulty)
  return newProofChallenge(context, project, { action: body.action, difficulty })
}

/** Rates a device by its own report. The report is not stored; the id contains the verdict. */
async function rateDevice(
  context: ProviderContext,
  { project, client, body }: Call<DeviceReportRequest>,
): Promise<DataOf<DeviceReportResponse>> {
  if (!project.settings.dfp.enabled) throw new ProviderError('method_not_enabled')
  return { telemetry_id: newTelemetryId(context, project, client, judgeDevice(body.device, client)) }
}

export const protectionRoutes: readonly Route[] = [
  route(captchaChallenge, createChallenge, { vertical: 'any' }),
  route(deviceReport, rateDevice, { vertical: 'any' }),
]
