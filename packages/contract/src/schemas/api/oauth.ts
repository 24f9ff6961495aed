import * as z from 'zod'
import type * as endpoints from '../../api/oauth.ts'
import type {
  OAuthAttachRequest,
  OAuthAttachResponse,
  OAuthAuthenticateRequest,
  OAuthAuthenticateResponse,
} from '../../api/oauth.ts'
import { oauthProviders } from '../../core/oauth-providers.ts'
import { label, locale, okShape, proofKey, sessionDuration, token, url } from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { oauthProviderValues } from '../core/oauth-provider-values.ts'
import { authenticateShape } from './sessions.ts'

export const oauthSchemas: SchemasOf<typeof endpoints> = {
  oauthAttach: {
    request: exactly<OAuthAttachRequest>()(z.object({ provider: z.enum(oauthProviders) })),
    response: exactly<OAuthAttachResponse>()(z.object({ ...okShape, oauth_attach_token: token })),
  },
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
        provider_values: oauthProviderValues,
      }),
    ),
  },
}
