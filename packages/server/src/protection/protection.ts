import type { Protection } from '@latchkey/contract'
import { type AuditSource, audit } from '../audit/audit.ts'
import { ProviderError } from '../core/provider-error.ts'
import type { ProviderContext } from '../provider-context.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { checkCaptcha } from './captcha.ts'
import { readTelemetryId } from './device-verdict.ts'

/**
 * Accepts or rejects a guarded call. Without device protection the captcha decides, if the project has one.
 * OBSERVATION: the same, and the verdict on the device is audited. DECISIONING: the verdict BLOCK rejects the call, and
 * every other call needs a captcha or proof of work. A good verdict changes nothing, because any program can forge a
 * report.
 */
export async function checkProtection(
  context: ProviderContext,
  source: AuditSource & { project: ProjectRecord },
  { captcha_token, dfp_telemetry_id }: Protection,
): Promise<void> {
  const { project, client } = source
  const { dfp } = project.settings
  if (!dfp.enabled) return checkCaptcha(context, project, captcha_token)
  const verdict = await readTelemetryId(context, project, client, dfp_telemetry_id)
  context.metrics.deviceVerdict(dfp.mode, verdict ?? 'NONE')
  if (dfp.mode === 'OBSERVATION') {
    if (verdict === 'BLOCK' || verdict === 'CHALLENGE')
      await audit(context.storage, context, source, { event: 'device_verdict', result: 'ok', targetId: verdict })
    return checkCaptcha(context, project, captcha_token)
  }
  if (verdict === 'BLOCK') {
    const entry = { event: 'device_verdict', result: 'refused', targetId: verdict } as const
    await audit(context.storage, context, source, { ...entry, errorType: 'unauthorized_action' })
    throw new ProviderError('unauthorized_action')
  }
  return checkCaptcha(context, project, captcha_token)
}
