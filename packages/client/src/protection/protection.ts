import { captchaLoginAction } from '@latchkey/contract'
import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import type { ApiError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { EngineBase } from '../engine.ts'

/** Adds captcha token and telemetry id to the calls that take them, and answers a captcha demand once. */
export function createProtection(base: EngineBase, request: Request, bootstrap: Bootstrap): Request {
  const { cdn, options, publicToken, telemetry } = base

  /** What cannot be had is left out; the provider decides what that means. */
  async function ask(isOn: boolean | undefined, get: () => Promise<string>): Promise<string | undefined> {
    try {
      return (isOn && (await get())) || undefined
    } catch {
      return undefined
    }
  }

  return async (endpoint, body, id) => {
    if (!endpoint.guarded) return request(endpoint, body, id)
    for (let isRetry = false; ; isRetry = true) {
      const {
        captchaSettings: { enabled, ...captcha },
        dfpProtectedAuthEnabled,
        dfpProtectedAuthMode,
      } = await bootstrap.get()
      // In decisioning mode the fingerprint's verdict comes first and captcha is its second chance.
      const isSecondChance = dfpProtectedAuthEnabled && dfpProtectedAuthMode === 'DECISIONING'
      const [captcha_token, dfp_telemetry_id] = await Promise.all([
        ask(enabled && (isRetry || !isSecondChance), async () =>
          (options.captcha ?? (await import('./captcha.ts')).createCaptcha(base, request)).getToken(
            captchaLoginAction,
            { ...(captcha as { siteKey: string }), cdn },
          ),
        ),
        ask(dfpProtectedAuthEnabled, async () =>
          (options.telemetryId ?? (await import('./device.ts')).createDeviceCollector(base, request)).getTelemetryId({
            publicToken,
            telemetry,
            cdn,
          }),
        ),
      ])
      try {
        return await request(endpoint, { ...body, captcha_token, dfp_telemetry_id }, id)
      } catch (error) {
        if (isRetry || (error as Partial<ApiError>).error_type !== 'captcha_required') throw error
      }
    }
  }
}
