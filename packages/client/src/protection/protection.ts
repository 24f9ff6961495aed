import type { Protection } from '@latchkey/contract'
import { constants } from '@latchkey/contract'
import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import { isApiError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'
import type { Settings } from '../options.ts'
import type { Clock } from '../platform/platform.ts'
import type { CaptchaPort, TelemetryIdPort } from './ports.ts'

interface World {
  readonly request: Request
  readonly bootstrap: Bootstrap
  readonly clock: Clock
  readonly publicToken: string
  readonly settings: Pick<Settings, 'telemetry' | 'cdn'>
  readonly captcha: CaptchaPort | undefined
  readonly telemetryId: TelemetryIdPort | undefined
}

const portTimeoutMs = 10_000

/** Adds captcha token and telemetry id to the calls that take them, and answers a captcha demand once. */
export function createProtection(world: World): Request {
  const { request, bootstrap, clock, publicToken, captcha, telemetryId } = world
  const { telemetry, cdn } = world.settings

  /** What a vendor's script does not give in time is left out; the provider decides what that means. */
  async function ask(get: () => Promise<string> | undefined): Promise<string | undefined> {
    let cancel: (() => void) | undefined
    try {
      const timeout = new Promise<undefined>((resolve) => {
        cancel = clock.setTimeout(() => resolve(undefined), portTimeoutMs)
      })
      return await Promise.race([get(), timeout])
    } catch {
      return undefined
    } finally {
      cancel?.()
    }
  }

  async function fields(isRetry: boolean): Promise<Protection> {
    const { captchaSettings, dfpProtectedAuthEnabled, dfpProtectedAuthMode } = await bootstrap.get()
    // In decisioning mode the fingerprint's verdict comes first and captcha is its second chance.
    const isDecisioning = dfpProtectedAuthEnabled && dfpProtectedAuthMode === 'DECISIONING'
    const [captcha_token, dfp_telemetry_id] = await Promise.all([
      captchaSettings.enabled && (isRetry || !isDecisioning)
        ? ask(() => captcha?.getToken(constants.captchaLoginAction, { siteKey: captchaSettings.siteKey, cdn }))
        : undefined,
      dfpProtectedAuthEnabled ? ask(() => telemetryId?.getTelemetryId({ publicToken, telemetry, cdn })) : undefined,
    ])
    return { ...(captcha_token && { captcha_token }), ...(dfp_telemetry_id && { dfp_telemetry_id }) }
  }

  return async (endpoint, body, id) => {
    if (!endpoint.guarded) return request(endpoint, body, id)
    try {
      return await request(endpoint, { ...body, ...(await fields(false)) }, id)
    } catch (error) {
      if (!isApiError(error) || error.error_type !== 'captcha_required') throw error
      return request(endpoint, { ...body, ...(await fields(true)) }, id)
    }
  }
}
