import { clientProblem } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'

const longestAddress = 256
const mostRedirectUris = 20

/** An https address with a path, in the one form it has: draft-ietf-oauth-client-id-metadata-document §2. */
export function isDocumentAddress(id: string): boolean {
  if (id.length > longestAddress || !id.startsWith('https://') || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.pathname !== '/' && url.hash === '' && url.username === '' && url.password === ''
}

/** What an application says of itself at the address that is its id; null for everything that is not in order. */
export async function readClientDocument(
  { outbound, clock }: Pick<ProviderContext, 'outbound' | 'clock'>,
  project: ProjectRecord,
  address: string,
): Promise<OAuthClientRecord | null> {
  const answer = await outbound(address, { headers: { accept: 'application/json' } }).catch(() => null)
  if (answer?.status !== 200) return null
  const document: unknown = await answer.json().catch(() => null)
  const client = toClient(project, address, Object(document) as Record<string, unknown>, clock.now())
  return client !== null && clientProblem(project, client) === null ? client : null
}

function toClient(
  project: ProjectRecord,
  address: string,
  document: Record<string, unknown>,
  now: number,
): OAuthClientRecord | null {
  const { client_id, client_name, redirect_uris, post_logout_redirect_uris = [], client_secret } = document
  const method = document.token_endpoint_auth_method ?? 'none'
  // A secret that stands at a public address is none.
  if (client_id !== address || method !== 'none' || client_secret !== undefined) return null
  if (!isTexts(redirect_uris) || redirect_uris.length === 0 || !isTexts(post_logout_redirect_uris)) return null
  return {
    projectId: project.id,
    id: address,
    isPublic: true,
    isFirstParty: false,
    name: typeof client_name === 'string' ? client_name : new URL(address).hostname,
    description: '',
    // A stranger's picture says nothing about who they are.
    logoUrl: null,
    redirectUris: redirect_uris,
    postLogoutRedirectUris: post_logout_redirect_uris,
    scopes: null,
    allowsClientCredentials: false,
    backchannelLogoutUri: null,
    idTokenAlgorithm: null,
    accessTokenMinutes: 60,
    source: 'document',
    secretHash: null,
    secretHint: '',
    prevSecretHash: null,
    prevSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length <= mostRedirectUris && value.every((one) => typeof one === 'string')
}
