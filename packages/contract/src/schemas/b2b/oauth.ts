import * as z from 'zod'
import type * as endpoints from '../../b2b/oauth.ts'
import type {
  B2bOAuthAuthenticateRequest,
  B2bOAuthAuthenticateResponse,
  B2bOAuthDiscoveryAuthenticateRequest,
  B2bOAuthGoogleOneTapDiscoverySubmitRequest,
  B2bOAuthGoogleOneTapStartResponse,
  B2bOAuthGoogleOneTapSubmitRequest,
  B2bOAuthGoogleOneTapSubmitResponse,
} from '../../b2b/oauth.ts'
import {
  id,
  label,
  locale,
  noBody,
  okShape,
  proofKey,
  protection,
  sessionDuration,
  signedToken,
  token,
  url,
} from '../core/base.ts'
import { exactly, type SchemasOf } from '../core/exact.ts'
import { oauthProviderValues } from '../core/oauth-provider-values.ts'
import { discoveryResponse, intermediateSession, memberSignInResponse } from './responses.ts'

const oneTapSubmit = { id_token: signedToken, pkce_code_challenge: proofKey.optional() }
const redirect = exactly<B2bOAuthGoogleOneTapSubmitResponse>()(z.object({ ...okShape, redirect_url: url }))

export const b2bOAuthSchemas: SchemasOf<typeof endpoints> = {
  b2bOAuthAuthenticate: {
    request: exactly<B2bOAuthAuthenticateRequest>()(
      z.object({
        ...sessionDuration,
        ...protection,
        ...intermediateSession,
        oauth_token: token,
        pkce_code_verifier: proofKey.optional(),
        locale: locale.optional(),
      }),
    ),
    response: exactly<B2bOAuthAuthenticateResponse>()(
      z.intersection(memberSignInResponse, z.object({ provider_values: oauthProviderValues })),
    ),
  },
  b2bOAuthDiscoveryAuthenticate: {
    request: exactly<B2bOAuthDiscoveryAuthenticateRequest>()(
      z.object({ ...protection, discovery_oauth_token: token, pkce_code_verifier: proofKey.optional() }),
    ),
    response: discoveryResponse,
  },
  b2bOAuthGoogleOneTapStart: {
    request: noBody,
    response: exactly<B2bOAuthGoogleOneTapStartResponse>()(
      z.object({ ...okShape, google_client_id: label, nonce: token, script_url: url, fedcm_config_url: url }),
    ),
  },
  b2bOAuthGoogleOneTapSubmit: {
    request: exactly<B2bOAuthGoogleOneTapSubmitRequest>()(
      z.object({
        ...oneTapSubmit,
        organization_id: id,
        login_redirect_url: url.optional(),
        signup_redirect_url: url.optional(),
      }),
    ),
    response: redirect,
  },
  b2bOAuthGoogleOneTapDiscoverySubmit: {
    request: exactly<B2bOAuthGoogleOneTapDiscoverySubmitRequest>()(
      z.object({ ...oneTapSubmit, discovery_redirect_url: url.optional() }),
    ),
    response: redirect,
  },
}
