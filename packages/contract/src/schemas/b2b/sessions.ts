import * as z from 'zod'
import type * as endpoints from '../../b2b/sessions.ts'
import type {
  B2bSessionsAttestRequest,
  B2bSessionsAuthenticateRequest,
  B2bSessionsExchangeAccessTokenRequest,
  B2bSessionsExchangeRequest,
} from '../../b2b/sessions.ts'
import { id, locale, noBody, ok, optionalSessionDuration, sessionDuration, signedToken } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { memberSessionResponse, memberSignInResponse } from './responses.ts'

export const b2bSessionSchemas: SchemasOf<typeof endpoints> = {
  b2bSessionsAuthenticate: {
    request: exactly<B2bSessionsAuthenticateRequest>()(z.object(optionalSessionDuration)),
    response: memberSessionResponse,
  },
  b2bSessionsRevoke: { request: noBody, response: ok },
  b2bSessionsRevokeForMember: { request: noBody, response: ok },
  b2bSessionsExchange: {
    request: exactly<B2bSessionsExchangeRequest>()(
      z.object({ ...sessionDuration, organization_id: id, locale: locale.optional() }),
    ),
    response: memberSignInResponse,
  },
  b2bSessionsExchangeAccessToken: {
    request: exactly<B2bSessionsExchangeAccessTokenRequest>()(
      z.object({ ...sessionDuration, access_token: signedToken }),
    ),
    response: memberSessionResponse,
  },
  b2bSessionsAttest: {
    request: exactly<B2bSessionsAttestRequest>()(
      z.object({ ...optionalSessionDuration, organization_id: id, profile_id: id, token: signedToken }),
    ),
    response: memberSessionResponse,
  },
}
