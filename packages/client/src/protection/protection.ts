import { captchaLoginAction } from '@latchkey/contract'
import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import type { ApiError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { EngineBase } from '../engine.ts'

/** Adds captcha token and telemetry id to the calls that take them, and answers a captcha demand once. */
export function createProtection(base: EngineBase, request: Request, bootstrap: Bootstrap): Request {
  const { options, publicToken } = base
  const { cdn, telemetry } = base

  /** What a vendor's script does not give is left out; the provider decides what that means. */
  async function ask(get: () => Promise<string> | undefined): Promise<string | undefined> {
    try {
      return await get()
    } catch {
      return undefined
    }
  }

  async function protect<Body>(body: Body, isRetry: boolean): Promise<Body> {
    const { captchaSettings, dfpProtectedAuthEnabled, dfpProtectedAuthMode } = await bootstrap.get()
    // In decisioning mode the fingerprint's verdict comes first and captcha is its second chance.
    const isSecondChance = dfpProtectedAuthEnabled && dfpProtectedAuthMode === 'DECISIONING'
    const [captcha_token, dfp_telemetry_id] = await Promise.all([
      captchaSettings.enabled &&
        (isRetry || !isSecondChance) &&
        ask(() => options.captcha?.getToken(captchaLoginAction, { siteKey: captchaSettings.siteKey, cdn })),
      dfpProtectedAuthEnabled && ask(() => options.telemetryId?.getTelemetryId({ publicToken, telemetry, cdn })),
    ])
    return { ...body, captcha_token: captcha_token || undefined, dfp_telemetry_id: dfp_telemetry_id || undefined }
  }

  return async (endpoint, body, id) => {
    if (!endpoint.guarded) return request(endpoint, body, id)
    try {
      return await request(endpoint, await protect(body, false), id)
    } catch (error) {
      if ((error as Partial<ApiError>).error_type !== 'captcha_required') throw error
      return request(endpoint, await protect(body, true), id)
    }
  }
}
