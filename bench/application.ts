import { createHash } from 'node:crypto'

/** The application that signs people in, the same at every provider that is measured. */
export const application = {
  redirectUri: 'https://application.example/callback',
  scope: 'openid email',
  state: 'kqC0cS8yVhyMkfTzJh8bXw',
  nonce: 'n-0S6_WzA2MjQJx1q7e9hg',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
} as const

const codeChallenge = createHash('sha256').update(application.verifier).digest('base64url')

/** What it asks an authorization endpoint for. */
export function authorizeQuery(clientId: string): Record<string, string> {
  const { redirectUri, scope, state, nonce } = application
  return {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: codeChallenge,
    code_challenge_method: 'S256',
  }
}

/** How it redeems the code. */
export function tokenForm(code: string): Record<string, string> {
  const { redirectUri, verifier } = application
  return { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
}
