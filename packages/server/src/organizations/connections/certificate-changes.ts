// Adds certificates of an identity provider to a connection, in the transaction of the change.
import type { Clock, Random } from '../../core/clock-and-random.ts'
import { newId } from '../../core/ids.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { type CertificateProblem, readCertificate, type SamlCertificate } from '../../saml/certificates.ts'
import type { SsoCertificateRecord, SsoConnectionRecord } from '../../storage/sso-connections.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { type ConnectionOf, maxCertificates } from './store-connection.ts'

const problems: Readonly<Record<CertificateProblem, string>> = {
  malformed: 'must be a certificate in PEM or base64',
  unsupported_key: 'must have an RSA key, or one on P-256, P-384 or P-521',
  weak_key: 'must have an RSA key with at least 2,048 bits',
}

/** A certificate that an admin sends. */
export function requireCertificate(text: string, now: number, dataPath: string): SamlCertificate {
  const certificate = readCertificate(text)
  if (typeof certificate === 'string') throw refuseField(dataPath, problems[certificate], 'format')
  if (certificate.notAfter <= now) throw refuseField(dataPath, 'has expired', 'format')
  return certificate
}

/**
 * Whether metadata has a certificate that has not expired. Some identity providers sign with an expired one: whether that
 * is accepted is a setting of the connection.
 */
export function hasCurrent(certificates: readonly SamlCertificate[], now: number): boolean {
  return certificates.some(({ notAfter }) => notAfter > now)
}

/**
 * Adds what the connection does not have, and makes retired ones verify again. Returns all certificates. Those of the
 * metadata are noted as listed there.
 */
export async function addCertificates(
  tx: Pick<StorageVerbs, 'ssoCertificates'>,
  { clock, random }: { clock: Clock; random: Random },
  { record }: Pick<ConnectionOf<'saml'>, 'record'>,
  added: readonly SamlCertificate[],
  source: SsoCertificateRecord['source'],
): Promise<readonly SsoCertificateRecord[]> {
  const now = clock.now()
  const listedAt = source === 'metadata' ? now : null
  const existing = await tx.ssoCertificates.list(record, record.id)
  for (const { fingerprint, pem, notBefore, notAfter } of added) {
    const known = existing.find((one) => one.fingerprint === fingerprint)
    if (known === undefined)
      await tx.ssoCertificates.insert({
        ...{ projectId: record.projectId, organizationId: record.organizationId, connectionId: record.id },
        id: newId('sso-certificate', environmentOf(record), now, random),
        ...{ fingerprint, pem, notBefore, notAfter, source, listedAt },
        ...{ createdAt: now, lastUsedAt: null, retiredAt: null, warnedDays: null },
      })
    else
      await tx.ssoCertificates.update(record, record.id, known.id, {
        retiredAt: null,
        ...(listedAt === null ? { source } : { listedAt }),
      })
  }
  const all = await tx.ssoCertificates.list(record, record.id)
  if (all.filter(({ retiredAt }) => retiredAt === null).length > maxCertificates)
    throw new ProviderError('too_many_sso_verification_certificates')
  return all
}

function environmentOf({ id }: Pick<SsoConnectionRecord, 'id'>): 'test' | 'live' {
  return id.includes('-live-') ? 'live' : 'test'
}
