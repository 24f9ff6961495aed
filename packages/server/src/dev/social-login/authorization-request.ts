import type { IdentityProvider } from '../../social-login/identity-provider.ts'

/** A valid authorization request. */
export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  scope: string
  state: string
  nonce: string | null
  codeChallenge: string | null
  /** The original parameters, which the form repeats. */
  fields: Record<string, string>
}

/** Validates as strictly as the real providers. Returns the problem as text if the request is invalid. */
export function readAuthorizationRequest(
  definition: IdentityProvider,
  fakeClientId: string,
  callbacks: string,
  fields: Record<string, string>,
): AuthorizationRequest | string {
  const clientId = fields[definition.clientIdParameter] ?? ''
  const { redirect_uri: redirectUri = '', scope = '', state = '', nonce = null } = fields
  const { code_challenge: codeChallenge = null } = fields
  if (clientId !== fakeClientId) return `No application has the ${definition.clientIdParameter} "${clientId}".`
  if (!redirectUri.startsWith(callbacks)) return 'The redirect_uri is not registered.'
  if (fields.response_type !== 'code') return 'The response_type must be "code".'
  if (state === '') return 'The state is missing.'
  const scopes = scope.split(definition.scopeSeparator)
  const missing = definition.scopes.find((one) => !scopes.includes(one))
  if (missing !== undefined) return `The scope "${missing}" is missing.`
  if (definition.nonce && nonce === null) return 'The nonce is missing.'
  if (definition.pkce && codeChallenge === null) return 'The code_challenge is missing.'
  if (codeChallenge !== null && fields.code_challenge_method !== 'S256')
    return 'The code_challenge_method must be "S256".'
  if (definition.responseMode === 'form_post' && fields.response_mode !== 'form_post')
    return 'The response_mode must be "form_post".'
  return { clientId, redirectUri, scope, state, nonce, codeChallenge, fields }
}
