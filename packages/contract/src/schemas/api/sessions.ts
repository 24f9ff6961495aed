import * as z from 'zod'
import type * as endpoints from '../../api/sessions.ts'
import type {
  AuthenticateResponse,
  SessionsAttestRequest,
  SessionsAuthenticateRequest,
  SessionsExchangeAccessTokenRequest,
} from '../../api/sessions.ts'
import type { Session, User } from '../../core/entities.ts'
import { id, noBody, ok, okShape, optionalSessionDuration, sessionDuration, signedToken, token } from '../core/base.ts'
import { session, user } from '../core/entities.ts'
import { type Exact, exactly, type SchemasOf } from '../core/exact.ts'

/** The fields of every response with a session. */
export const authenticateShape: typeof okShape & {
  user_id: z.ZodString
  user: Exact<User>
  session: Exact<Session>
  session_token: z.ZodString
  session_jwt: z.ZodString
  intermediate_session_token: z.ZodOptional<z.ZodString>
  __user: z.ZodOptional<Exact<User>>
} = {
  ...okShape,
  user_id: id,
  user,
  session,
  session_token: token,
  session_jwt: signedToken,
  intermediate_session_token: token.optional(),
  __user: user.optional(),
}

export const authenticateResponse: Exact<AuthenticateResponse> = exactly<AuthenticateResponse>()(
  z.object(authenticateShape),
)

export const sessionSchemas: SchemasOf<typeof endpoints> = {
  sessionsAuthenticate: {
    request: exactly<SessionsAuthenticateRequest>()(z.object(optionalSessionDuration)),
    response: authenticateResponse,
  },
  sessionsRevoke: { request: noBody, response: ok },
  sessionsExchangeAccessToken: {
    request: exactly<SessionsExchangeAccessTokenRequest>()(z.object({ ...sessionDuration, access_token: signedToken })),
    response: authenticateResponse,
  },
  sessionsAttest: {
    request: exactly<SessionsAttestRequest>()(
      z.object({
        ...optionalSessionDuration,
        profile_id: id,
        token: signedToken,
        session_token: token.optional(),
        session_jwt: signedToken.optional(),
      }),
    ),
    response: authenticateResponse,
  },
}
