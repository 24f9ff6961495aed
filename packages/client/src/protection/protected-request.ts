import type { captchaLoginAction, Endpoint } from '@latchkey/contract'
import type { BootstrapData } from '../bootstrap/bootstrap-data.ts'
import type { BaseContext } from '../core/base-context.ts'
import type { ApiError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'

/** The purpose of the captcha token. A literal, because an import of a value would split the entry into two files. */
const action = 'LOGIN' satisfies typeof captchaLoginAction

interface ProtectionContext {
  readonly base: BaseContext
  readonly request: Request
  readonly bootstrap: BootstrapData
}

/**
 * Sends a request with captcha token and telemetry id, and repeats it once after `captcha_required`. The mode
 * (OBSERVATION, DECISIONING) does not matter here: a device report never replaces the captcha. Loaded on demand.
 */
export async function sendProtected<Body, Data>(
  { base, request, bootstrap }: ProtectionContext,
  endpoint: Endpoint<Body, Data>,
  body: Body,
  id: string | undefined,
): Promise<Data> {
  const { cdn, options, publicToken, telemetry } = base
  const {
    captchaSettings: { enabled, ...captcha },
    dfpProtectedAuthEnabled,
  } = bootstrap
  for (let isRetry = false; ; isRetry = true) {
    const [captcha_token, dfp_telemetry_id] = await Promise.all([
      fetchOptional(enabled, async () =>
        (options.captcha ?? (await import('./captcha.ts')).createCaptcha(base, request)).getToken(action, {
          ...(captcha as { siteKey: string }),
          cdn,
        }),
      ),
      fetchOptional(dfpProtectedAuthEnabled, async () =>
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

/** A value that cannot be fetched is omitted; the provider decides whether to accept the request. */
async function fetchOptional(isOn: boolean | undefined, get: () => Promise<string>): Promise<string | undefined> {
  try {
    return (isOn && (await get())) || undefined
  } catch {
    return undefined
  }
}
