import { isSafeText } from '@latchkey/contract/schemas'
import type { AuditSource } from '../../audit/audit.ts'
import { takeLimits } from '../../limits/take-limits.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { isDocumentAddress, readClientDocument } from './client-document.ts'

type FindContext = Pick<ProviderContext, 'storage' | 'outbound' | 'clock' | 'config' | 'random' | 'metrics'>

/** Whoever makes a request, and of which project. */
export type Requester = AuditSource & { project: ProjectRecord }

const longestId = 256
/** How old the description of an application may be before it is read again. */
const freshMs = 5 * 60_000

/** The application of an id. What describes itself is not read here: only a person on the way to consent is worth that. */
export async function findClient(
  { storage }: Pick<FindContext, 'storage'>,
  project: ProjectRecord,
  id: string,
): Promise<OAuthClientRecord | null> {
  // What stands in a header was judged by nobody yet.
  if (id === '' || id.length > longestId || !isSafeText(id)) return null
  const client = await storage.oauthClients.get(project.id, id)
  return client?.source === 'document' && !takesDocuments(project) ? null : client
}

/**
 * The same for a new request: an application that describes itself is read again if it was not just now. Everybody can
 * make us ask any server that way, so it is counted; and one that is new is a registration like any other.
 */
export async function findCurrentClient(
  context: FindContext,
  source: Requester,
  id: string,
): Promise<OAuthClientRecord | null> {
  const { storage, clock } = context
  const { project } = source
  if (!takesDocuments(project) || !isDocumentAddress(id)) return findClient(context, project, id)
  const known = await storage.oauthClients.get(project.id, id)
  const now = clock.now()
  if (known && (known.source !== 'document' || Math.abs(now - known.updatedAt) < freshMs)) return known
  // Whom an operator has removed is not asked who they are.
  if (!known && (await storage.oauthClients.isBlocked(project.id, id))) return null
  const limit = known ? 'challenges_per_ip' : 'registrations_per_ip'
  await takeLimits(context, source, [{ name: limit, key: source.client.prefix }])
  const read = await readClientDocument(context, project, id)
  if (read === null) return null
  // Only now: what cannot be read must not use up what the whole project has.
  if (!known) await takeLimits(context, source, [{ name: 'registrations_per_project', key: '' }])
  return storage.transaction(async (tx) => {
    // What an operator has set, scopes above all, is not for the application to say.
    const kept = await tx.oauthClients.getForUpdate(project.id, id)
    if (!kept && (await tx.oauthClients.isBlocked(project.id, id))) return null
    const { name, redirectUris, postLogoutRedirectUris, updatedAt } = read
    const client = kept ? { ...kept, name, redirectUris, postLogoutRedirectUris, updatedAt } : read
    await tx.oauthClients.set(client)
    return client
  })
}

function takesDocuments({ settings }: ProjectRecord): boolean {
  return settings.identityProvider?.clientIdMetadataDocuments ?? false
}
