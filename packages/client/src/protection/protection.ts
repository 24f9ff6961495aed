import type { BaseContext } from '../base-context.ts'
import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import type { Request } from '../core/transport.ts'

/** Adds captcha token and telemetry id to the calls that take them, if the project has either on. */
export function createProtection(base: BaseContext, request: Request, bootstrap: Bootstrap): Request {
  return async (endpoint, body, id) => {
    if (endpoint.guarded) {
      const { captchaSettings, dfpProtectedAuthEnabled } = await bootstrap.get()
      if (captchaSettings.enabled || dfpProtectedAuthEnabled) {
        // Without this file the call is sent unprotected, and the provider decides what that means.
        const loaded = await import('./protected-request.ts').catch(() => undefined)
        if (loaded) return loaded.sendProtected({ base, request, bootstrap: bootstrap.getSync() }, endpoint, body, id)
      }
    }
    return request(endpoint, body, id)
  }
}
