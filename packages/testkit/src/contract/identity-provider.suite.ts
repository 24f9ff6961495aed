import { createHash } from 'node:crypto'
import type { Testkit } from '../index.ts'

export const redirectUri = 'https://notes.example/in'

/** The settings of a project that is an identity provider for applications. */
export const identityProvider = {
  ...{
    consentPageUrl: 'https://app.example.com/consent',
    dynamicRegistration: false,
    clientIdMetadataDocuments: false,
  },
  resources: [],
}

/** An application of the project itself. */
export const applicationRequest = {
  ...{ client_type: 'first_party_public' as const, client_name: 'Notes', redirect_uris: [redirectUri] },
  ...{ post_logout_redirect_uris: [redirectUri], scopes: ['openid', 'email', 'full_access'] },
}

export const authorization = { redirect_uri: redirectUri, response_type: 'code' }

const idpClient = {
  ...{ client_id: 'string', client_type: 'string', client_name: 'string', client_description: 'string' },
  is_verified: 'boolean',
  'client_logo_url?': 'string',
} as const

/** The parts of the responses to a consent page that users and members share. */
export const consentByList = {
  ...{ client: idpClient, consent_required: 'boolean' },
  scope_results: [{ scope: 'string', is_grantable: 'boolean', description: 'string' }],
} as const
export const consent = {
  ...{ ...consentByList, oidc_client: idpClient, redirect_uri: 'string' },
  ...{ grantable_scope: 'string', ungrantable_scope: 'string', granted_scope: 'string' },
} as const

const codeVerifier = 'v'.repeat(43)
export const codeChallenge: string = createHash('sha256').update(codeVerifier).digest('base64url')

/** Redeems a code for an access token. */
export async function redeemCode(
  { provider, project }: Pick<Testkit, 'provider' | 'project'>,
  client_id: string,
  code: string,
): Promise<string> {
  const answer = await provider.fetch(
    new Request(`${project.issuer}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code, client_id },
        ...{ redirect_uri: redirectUri, code_verifier: codeVerifier },
      }),
    }),
    { peerAddress: '203.0.113.7' },
  )
  return ((await answer.json()) as { access_token: string }).access_token
}
