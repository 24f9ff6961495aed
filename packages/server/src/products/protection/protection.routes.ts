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
import { newProofChallenge, usualDifficulty } from '../../protection/proof-of-work.ts'
import type { ProviderContext } from '../../provider-context.ts'

/** Creates a challenge. Nothing is stored for it. */
async function setChallenge(
  context: ProviderContext,
  { project, body }: Call<CaptchaChallengeRequest>,
): Promise<DataOf<CaptchaChallengeResponse>> {
  const captcha = captchaOf(project.settings)
  if (!captcha.enabled || (captcha.provider ?? 'proof_of_work') !== 'proof_of_work')
    throw new ProviderError('method_not_enabled')
  if (body.site_key !== captcha.siteKey) throw refuseField('.site_key', 'is not the one of the project', 'const')
  if (body.action !== captchaLoginAction) throw refuseField('.action', `must be ${captchaLoginAction}`, 'const')
  // What is decided beforehand is not worth working for.
  const difficulty = isDevelopmentKey(captcha.siteKey) ? 1 : (captcha.difficulty ?? usualDifficulty)
  return newProofChallenge(context, project, { action: body.action, difficulty })
}

/** Judges a device by what it says of itself. The report is not kept; the verdict is in the id. */
async function takeReport(
  context: ProviderContext,
  { project, client, body }: Call<DeviceReportRequest>,
): Promise<DataOf<DeviceReportResponse>> {
  if (!project.settings.dfp.enabled) throw new ProviderError('method_not_enabled')
  return { telemetry_id: newTelemetryId(context, project, client, judgeDevice(body.device, client)) }
}

export const protectionRoutes: readonly Route[] = [
  route(captchaChallenge, setChallenge, { vertical: 'any' }),
  route(deviceReport, takeReport, { vertical: 'any' }),
]
