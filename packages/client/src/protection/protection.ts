import type { Bootstrap } from '../bootstrap/bootstrap.ts'
import type { BaseContext } from '../core/base-context.ts'
import type { Request } from '../core/transport.ts'

/** Adds captcha token and telemetry id to guarded requests, if the project has them enabled. */
export function createProtection(base: BaseContext, request: Request, bootstrap: Bootstrap): Request {
  return async (endpoint, body, id) => {
    if (endpoint.guarded) {
      const { captchaSettings, dfpProtectedAuthEnabled } = await bootstrap.get()
      if (captchaSettings.enabled || dfpProtectedAuthEnabled) {
        // If the chunk cannot be loaded, the request is sent without tokens and the provider decides.
        const loaded = await import('./protected-request.ts').catch(() => undefined)
        if (loaded) return loaded.sendProtected({ base, request, bootstrap: bootstrap.getSync() }, endpoint, body, id)
      }
    }
    return request(endpoint, body, id)
  }
}
