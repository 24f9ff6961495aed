import { setTimeout } from 'node:timers/promises'
import type { AuditSource } from '../../audit/audit.ts'
import { refreshCertificates } from '../../organizations/connections/refresh-certificates.ts'
import type { ProviderContext } from '../../provider-context.ts'
import { connectionAddresses } from '../../sso/connection.ts'
import { readSaml } from '../../sso/read-saml.ts'
import { openSsoSecrets } from '../../sso/secrets.ts'
import type { ReadStatement } from '../../sso/statement.ts'
import type { ProjectRecord } from '../../storage/records.ts'
import type { SsoCertificateRecord } from '../../storage/sso-connections.ts'
import type { DirectConnection } from './find-connection.ts'
import type { StartedSso } from './flow.ts'

/** Checks the response of the identity provider to a sign-in. */
export async function readStatement(
  context: ProviderContext,
  source: AuditSource & { project: ProjectRecord },
  input: { connection: DirectConnection; flow: StartedSso; fields: Readonly<Record<string, string>> },
): Promise<ReadStatement> {
  const { storage, clock, vault, baseUrl } = context
  const { connection, flow, fields } = input
  const { record } = connection
  const secrets = openSsoSecrets(vault, record)
  if (connection.kind === 'oidc') {
    const { codeVerifier, nonce } = flow
    return context.exchangeOidc({
      ...{ connection, secrets, callback: fields, state: fields.state ?? '', nonce, codeVerifier },
      redirectUri: connectionAddresses(baseUrl, record.id).callback,
    })
  }
  const now = clock.now()
  const read = (certificates: readonly SsoCertificateRecord[]): ReadStatement =>
    readSaml({
      ...{ baseUrl, connection, certificates, secrets, now },
      ...{ field: fields.SAMLResponse ?? '', requestId: flow.requestId },
    })
  const certificates = await storage.ssoCertificates.list(record, record.id)
  const first = read(certificates)
  const result =
    first.kind === 'refused' && first.code === 'signature_key_unknown'
      ? await readWithNewCertificates(context, source, { connection, certificates, first, read })
      : first
  if (result.kind === 'accepted')
    for (const fingerprint of new Set(result.certificates))
      await storage.ssoCertificates.recordUse(record, record.id, fingerprint, now)
  return result
}

/** The time limit of a request for metadata, and a second to store what it says. */
const readingMs = 6_000
const waitMs = 100

/** The identity provider may have a new certificate. Sign-ins during the reading of the metadata wait for its end. */
async function readWithNewCertificates(
  context: ProviderContext,
  source: AuditSource & { project: ProjectRecord },
  {
    connection,
    certificates,
    first,
    read,
  }: {
    connection: Extract<DirectConnection, { kind: 'saml' }>
    certificates: readonly SsoCertificateRecord[]
    first: ReadStatement
    read: (certificates: readonly SsoCertificateRecord[]) => ReadStatement
  },
): Promise<ReadStatement> {
  const { storage, clock } = context
  const { record } = connection
  const isUsable = ({ retiredAt }: SsoCertificateRecord): boolean => retiredAt === null
  const known = new Set(certificates.filter(isUsable).map(({ id }) => id))
  if ((await refreshCertificates(context, source, connection)) === 'unchanged') return first
  for (let waited = 0; waited < readingMs; waited += waitMs) {
    // Before the certificates, so that none of a reading that ends in between is missed.
    const latest = await storage.ssoConnections.get(record, record.id)
    const current = await storage.ssoCertificates.list(record, record.id)
    if (current.some((one) => isUsable(one) && !known.has(one.id))) return read(current)
    // Whether another sign-in may be reading: it may have begun before this one read the connection.
    const readAt = latest?.metadataReadAt ?? null
    if (connection.config.metadataUrl === null || readAt === null || readAt + readingMs <= clock.now()) return first
    await setTimeout(waitMs)
  }
  return first
}
