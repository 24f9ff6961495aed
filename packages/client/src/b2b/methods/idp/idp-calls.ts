import type { B2bOAuthAuthorizeStartResponse } from '@latchkey/contract/b2b'
import {
  b2bOAuthAuthorizeStart as authorizeStart,
  b2bIdpOAuthAuthorizeSubmit,
  b2bOAuthAuthorize,
  b2bOAuthLogoutStart as logoutStart,
} from '@latchkey/contract/b2b'
import type { IdentityProvider } from '../../../methods/idp/identity-provider.ts'
import type { IdpContext } from '../../../methods/idp/idp-calls.ts'
import { createIdpCalls } from '../../../methods/idp/idp-calls.ts'

/** For the consent page of a business project whose members sign in to other applications. */
export type MemberIdentityProvider = IdentityProvider<B2bOAuthAuthorizeStartResponse>

export function memberIdpCalls(ctx: IdpContext): MemberIdentityProvider {
  const endpoints = {
    ...{ authorizeStart, logoutStart },
    ...{ authorize: b2bOAuthAuthorize, authorizeSubmit: b2bIdpOAuthAuthorizeSubmit },
  }
  return createIdpCalls(ctx, endpoints)
}
