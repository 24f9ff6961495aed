import type { AuthenticateResponse, ImpersonationAuthenticateRequest } from '@latchkey/contract'
import { impersonationAuthenticate } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { OptionsOf } from '../caller.ts'
import { caller } from '../caller.ts'

export interface Impersonation {
  /** Begins a session as somebody else, with a token that the project's administrators were given. */
  authenticate(options: OptionsOf<ImpersonationAuthenticateRequest>): Promise<AuthenticateResponse>
}

export function createImpersonation({ authenticate }: Pick<ClientContext, 'authenticate'>): Impersonation {
  return {
    authenticate: caller(authenticate, impersonationAuthenticate, 'impersonation.authenticate', 'impersonation_token'),
  }
}
