import { isSafeText } from '@latchkey/contract/schemas'
import type { AuditSource } from '../../audit/audit.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { isDocumentUrl, readClientDocument } from './client-document.ts'

type FindContext = Pick<ProviderContext, 'storage' | 'outbound' | 'clock' | 'config' | 'random' | 'metrics'>

/** The caller of a request and its project. */
export type Requester = AuditSource & { project: ProjectRecord }

const longestId = 256
/** A metadata document is read again after this time. */
const freshMs = 5 * 60_000

/** The stored client application. Does not read metadata documents: only a new authorization request does. */
export async function findClient(
  { storage }: Pick<FindContext, 'storage'>,
  project: ProjectRecord,
  id: string,
): Promise<OAuthClientRecord | null> {
  // The id may come from a header that no schema has validated.
  if (id === '' || id.length > longestId || !isSafeText(id)) return null
  const client = await storage.oauthClients.get(project.id, id)
  return client?.source === 'document' && !takesDocuments(project) ? null : client
}

/**
 * The client application of a new authorization request. An outdated metadata document is read again. Every caller can
 * make the provider request a URL that way, so reads are limited; a new client counts as a registration.
 */
export async function findCurrentClient(
  context: FindContext,
  source: Requester,
  id: string,
): Promise<OAuthClientRecord | null> {
  const { storage, clock } = context
  const { project } = source
  if (!takesDocuments(project) || !isDocumentUrl(id)) return findClient(context, project, id)
  const known = await storage.oauthClients.get(project.id, id)
  const now = clock.now()
  if (known && (known.source !== 'document' || Math.abs(now - known.updatedAt) < freshMs)) return known
  // The document of a client that an operator has removed is not read.
  if (!known && (await storage.oauthClients.isBlocked(project.id, id))) return null
  const limit = known ? 'challenges_per_ip' : 'registrations_per_ip'
  await takeLimits(context, source, [{ name: limit, key: source.client.prefix }])
  const read = await readClientDocument(context, project, id)
  if (read === null) return null
  // Counted after the read: invalid documents must not use up the limit of the project.
  if (!known) await takeLimits(context, source, [{ name: 'registrations_per_project', key: '' }])
  return storage.transaction(async (tx) => {
    // The document does not overwrite what an operator has set, above all the scopes.
    const existing = await tx.oauthClients.getForUpdate(project.id, id)
    if (!existing && (await tx.oauthClients.isBlocked(project.id, id))) return null
    const { name, redirectUris, postLogoutRedirectUris, updatedAt } = read
    const client = existing ? { ...existing, name, redirectUris, postLogoutRedirectUris, updatedAt } : read
    await tx.oauthClients.set(client)
    return client
  })
}

function takesDocuments({ settings }: ProjectRecord): boolean {
  return settings.identityProvider?.clientIdMetadataDocuments ?? false
}
