// Certificates of identity providers change: they are read from the configured metadata address every day and after a
// signature that none of them verifies, and leave when they are no longer used.
import { type AuditSource, audit } from '../../audit/audit.ts'
import { randomId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { notifyAdmins } from '../../notices/notify-admins.ts'
import type { IdpMetadata } from '../../saml/idp-metadata.ts'
import { dueWarning, retiringCertificates } from '../../sso/certificates.ts'
import { ssoConnection } from '../../sso/connection.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { SsoConnectionRecord } from '../../storage/sso-connections.ts'
import { addCertificates } from './certificate-changes.ts'
import { fetchMetadata } from './read-metadata.ts'
import { type ConnectionContext, type ConnectionOf, checkEveryMs, entry } from './store-connection.ts'

type Source = AuditSource & { project: ProjectRecord }
type Saml = ConnectionOf<'saml'>

/** A reading that any caller can cause by a wrong signature happens no more often. */
const readEveryMs = 10 * 60_000
/** Connections that are checked at the same time. */
const batch = 10

/** `added`: the connection has certificates that it did not have before. `not_due`: the metadata was not read. */
export type RefreshedCertificates = 'added' | 'unchanged' | 'not_due'

/** Reads the metadata of a connection again. With a new certificate, a signature can be verified once more. */
export async function refreshCertificates(
  context: ConnectionContext,
  source: Source,
  { record, config }: Saml,
): Promise<RefreshedCertificates> {
  const { storage, clock } = context
  const { metadataUrl } = config
  if (metadataUrl === null) return 'not_due'
  const claimedAt = clock.now()
  const claim = { now: claimedAt, notAfter: claimedAt - readEveryMs }
  if (!(await storage.ssoConnections.claimMetadataRead(record, record.id, claim))) return 'not_due'
  try {
    const metadata = await fetchMetadata(context, metadataUrl)
    const isChanged = await storeListed(context, source, { kind: 'saml', record, config }, metadata)
    return isChanged ? 'added' : 'unchanged'
  } catch (error) {
    // The certificates that it has stay.
    if (error instanceof ProviderError) return 'unchanged'
    throw error
  }
}

/** Whether the connection has certificates that it did not have before. */
async function storeListed(
  context: ConnectionContext,
  source: Source,
  { record, config }: Saml,
  metadata: IdpMetadata,
): Promise<boolean> {
  // Only the certificates are taken: another entity id is another identity provider.
  if (metadata.entityId !== config.idpEntityId) return false
  return context.storage.transaction(async (tx) => {
    const locked = await tx.ssoConnections.lockRow(record, record.id)
    const current = locked && ssoConnection(locked)
    const isSame =
      current?.kind === 'saml' &&
      current.config.metadataUrl === config.metadataUrl &&
      current.config.idpEntityId === config.idpEntityId
    if (!isSame) return false
    const before = await tx.ssoCertificates.list(record, record.id)
    const after = await addCertificates(tx, context, { record }, metadata.certificates, 'metadata')
    const usable = (all: typeof after) => all.filter(({ retiredAt }) => retiredAt === null).length
    if (usable(after) === usable(before)) return false
    await audit(tx, context, source, entry('sso_certificates_update', record))
    return true
  })
}

/** Checks the SAML connections that are due, of all projects. Each is checked by one provider. */
export async function checkDueConnections(context: ConnectionContext): Promise<void> {
  const { storage, clock, random } = context
  for (;;) {
    const now = clock.now()
    const due = await storage.ssoConnections.takeDue({ now, nextCheckAt: now + checkEveryMs, limit: batch })
    await Promise.all(
      due.map(async (record) => {
        const project = await storage.projects.get(record.projectId)
        if (project === null) return
        const source: Source = {
          project,
          requestId: randomId('request-id', project.environment, random),
          client: { ip: '', prefix: '', userAgent: '' },
          actor: { kind: 'system', id: 'sso-check' },
        }
        const connection = ssoConnection(record)
        if (connection.kind !== 'saml') return
        await refreshCertificates(context, source, connection)
        await checkCertificates(context, source, record)
      }),
    )
    if (due.length < batch) return
  }
}

/** Retires certificates that are no longer used, and warns of those that end soon. */
async function checkCertificates(
  context: ConnectionContext,
  source: Source,
  record: SsoConnectionRecord,
): Promise<void> {
  const now = context.clock.now()
  await context.storage.transaction(async (tx) => {
    if ((await tx.ssoConnections.lockRow(record, record.id)) === null) return
    const certificates = await tx.ssoCertificates.list(record, record.id)
    const retiring = retiringCertificates(certificates, now)
    for (const { id } of retiring) await tx.ssoCertificates.update(record, record.id, id, { retiredAt: now })
    if (retiring.length > 0) await audit(tx, context, source, entry('sso_certificates_update', record))
    const kept = certificates.filter((one) => !retiring.includes(one))
    const ending = kept.filter((one) => dueWarning(one, kept, now) !== null)
    for (const one of ending)
      await tx.ssoCertificates.update(record, record.id, one.id, { warnedDays: dueWarning(one, kept, now) })
    // One message for a connection: about the certificate that ends first.
    const [first] = ending.toSorted((one, other) => one.notAfter - other.notAfter)
    if (first === undefined) return
    const date = new Date(first.notAfter).toISOString().slice(0, 10)
    const about = `${record.displayName === '' ? record.id : record.displayName} (${date})`
    await notifyAdmins(tx, context, source, { ...record, kind: 'certificate_expires', about })
  })
}
