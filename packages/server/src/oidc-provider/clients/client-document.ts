import { clientProblem } from '../../oauth-clients/client-rules.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'

const longestUrl = 256
const mostRedirectUris = 20

/** A normalized https URL with a path: draft-ietf-oauth-client-id-metadata-document §2. */
export function isDocumentUrl(id: string): boolean {
  if (id.length > longestUrl || !id.startsWith('https://') || !URL.canParse(id)) return false
  const url = new URL(id)
  return url.href === id && url.pathname !== '/' && url.hash === '' && url.username === '' && url.password === ''
}

/** Reads the metadata document at the URL that is the client id; null if the document is missing or invalid. */
export async function readClientDocument(
  { outbound, clock }: Pick<ProviderContext, 'outbound' | 'clock'>,
  project: ProjectRecord,
  url: string,
): Promise<OAuthClientRecord | null> {
  const answer = await outbound(url, { headers: { accept: 'application/json' } }).catch(() => null)
  if (answer?.status !== 200) return null
  const document: unknown = await answer.json().catch(() => null)
  const client = toClient(project, url, Object(document) as Record<string, unknown>, clock.now())
  return client !== null && clientProblem(project, client) === null ? client : null
}

function toClient(
  project: ProjectRecord,
  url: string,
  document: Record<string, unknown>,
  now: number,
): OAuthClientRecord | null {
  const { client_id, client_name, redirect_uris, post_logout_redirect_uris = [], client_secret } = document
  const method = document.token_endpoint_auth_method ?? 'none'
  // A document is public, so a secret in it protects nothing.
  if (client_id !== url || method !== 'none' || client_secret !== undefined) return null
  if (!isTexts(redirect_uris) || redirect_uris.length === 0 || !isTexts(post_logout_redirect_uris)) return null
  return {
    projectId: project.id,
    id: url,
    isPublic: true,
    isFirstParty: false,
    name: typeof client_name === 'string' ? client_name : new URL(url).hostname,
    description: '',
    // An unverified client could use the logo of another application.
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
