import * as z from 'zod'
import type * as endpoints from '../oauth.ts'
import type { OAuthAuthenticateRequest, OAuthAuthenticateResponse } from '../oauth.ts'
import { label, locale, proofKey, sessionDuration, signedToken, timestamp, token, url } from './base.ts'
import { exactly, type SchemasOf } from './exact.ts'
import { authenticateShape } from './sessions.ts'

export const oauthSchemas: SchemasOf<typeof endpoints> = {
  oauthAuthenticate: {
    request: exactly<OAuthAuthenticateRequest>()(
      z.object({ ...sessionDuration, token, code_verifier: proofKey.optional() }),
    ),
    response: exactly<OAuthAuthenticateResponse>()(
      z.object({
        ...authenticateShape,
        provider_subject: label,
        provider_type: label,
        profile_picture_url: url.nullable(),
        locale: locale.nullable(),
        provider_values: z.object({
          access_token: signedToken,
          id_token: signedToken,
          refresh_token: signedToken,
          scopes: z.array(label),
          expires_at: timestamp.nullable(),
        }),
      }),
    ),
  },
}
