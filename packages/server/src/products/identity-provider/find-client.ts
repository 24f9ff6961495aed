import type { ProviderContext } from '../../provider-context.ts'
import type { OAuthClientRecord, ProjectRecord } from '../../storage/records.ts'
import { isDocumentAddress, readClientDocument } from './client-document.ts'

type FindContext = Pick<ProviderContext, 'storage' | 'outbound' | 'clock'>

const longestId = 256
/** How old the description of an application may be before it is read again. */
const freshMs = 5 * 60_000

/** The application of an id. What describes itself is not read here: only a person on the way to consent is worth that. */
export async function findClient(
  { storage }: Pick<FindContext, 'storage'>,
  project: ProjectRecord,
  id: string,
): Promise<OAuthClientRecord | null> {
  if (id === '' || id.length > longestId) return null
  const client = await storage.oauthClients.get(project.id, id)
  return client?.source === 'document' && !takesDocuments(project) ? null : client
}

/** The same for a new request: an application that describes itself is read again if it was not just now. */
export async function findCurrentClient(
  context: FindContext,
  project: ProjectRecord,
  id: string,
): Promise<OAuthClientRecord | null> {
  const { storage, clock } = context
  if (!takesDocuments(project) || !isDocumentAddress(id)) return findClient(context, project, id)
  const known = await storage.oauthClients.get(project.id, id)
  const now = clock.now()
  if (known && (known.source !== 'document' || Math.abs(now - known.updatedAt) < freshMs)) return known
  const read = await readClientDocument(context, project, id)
  if (read === null) return null
  await storage.oauthClients.set(read)
  return known ? { ...read, createdAt: known.createdAt } : read
}

function takesDocuments({ settings }: ProjectRecord): boolean {
  return settings.identityProvider?.clientIdMetadataDocuments ?? false
}
