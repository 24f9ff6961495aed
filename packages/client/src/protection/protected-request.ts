import type { captchaLoginAction, Endpoint } from '@latchkey/contract'
import type { BaseContext } from '../base-context.ts'
import type { BootstrapData } from '../bootstrap/bootstrap-data.ts'
import type { ApiError } from '../core/errors.ts'
import type { Request } from '../core/transport.ts'

/** What a captcha token is for. Imports of values would split the entry of bundles. */
const action = 'LOGIN' satisfies typeof captchaLoginAction

interface ProtectionContext {
  readonly base: BaseContext
  readonly request: Request
  readonly bootstrap: BootstrapData
}

/**
 * Sends a call with captcha token and telemetry id in either mode (OBSERVATION, DECISIONING: no report replaces the
 * captcha), and answers a captcha demand once. Loaded when first needed.
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

/** A value that cannot be fetched is left out; the provider decides what that means. */
async function fetchOptional(isOn: boolean | undefined, get: () => Promise<string>): Promise<string | undefined> {
  try {
    return (isOn && (await get())) || undefined
  } catch {
    return undefined
  }
}
