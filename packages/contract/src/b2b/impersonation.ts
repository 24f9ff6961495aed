import type { Endpoint, Protection } from '../core/endpoint.ts'
import type { MemberSignInResponse } from './responses.ts'

export interface B2bImpersonationAuthenticateRequest extends Protection {
  impersonation_token: string
}

export const b2bImpersonationAuthenticate: Endpoint<B2bImpersonationAuthenticateRequest, MemberSignInResponse> = {
  method: 'POST',
  path: '/b2b/impersonation/authenticate',
  guarded: true,
}
