import type { Endpoint, Protection } from '../core/endpoint.ts'
import type { AuthenticateResponse } from './sessions.ts'

export interface ImpersonationAuthenticateRequest extends Protection {
  impersonation_token: string
}

export const impersonationAuthenticate: Endpoint<ImpersonationAuthenticateRequest, AuthenticateResponse> = {
  method: 'POST',
  path: '/impersonation/authenticate',
  guarded: true,
}
