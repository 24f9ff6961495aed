// The certificates of an identity provider over time. Pure.
import { readCertificate, type SamlCertificate } from '../saml/certificates.ts'
import type { SsoCertificateRecord } from '../storage/sso-connections.ts'

const dayMs = 24 * 60 * 60_000
/** How long a certificate that left the metadata is kept without a use. */
export const retirementMs: number = 7 * dayMs

/** The days before the end of a certificate at which the admins are warned. */
export const warningDays = [30, 14, 7, 1] as const

/** Those that verify signatures. */
export function verifyingCertificates(records: readonly SsoCertificateRecord[]): SamlCertificate[] {
  return records
    .filter(({ retiredAt }) => retiredAt === null)
    .map(({ pem }) => readCertificate(pem))
    .filter((certificate) => typeof certificate !== 'string')
}

/** The warning that is due for a certificate: the days of the last threshold that it has passed; null for none. */
export function dueWarning(
  certificate: SsoCertificateRecord,
  others: readonly SsoCertificateRecord[],
  now: number,
): number | null {
  const { notAfter, retiredAt, warnedDays } = certificate
  if (retiredAt !== null || notAfter <= now || isReplaced(certificate, others, now)) return null
  const due = warningDays.filter((days) => notAfter - now <= days * dayMs).at(-1)
  return due !== undefined && (warnedDays === null || due < warnedDays) ? due : null
}

/** Another one ends later, and this one has not been used for a while. */
function isReplaced(
  { id, notAfter, lastUsedAt, createdAt }: SsoCertificateRecord,
  others: readonly SsoCertificateRecord[],
  now: number,
): boolean {
  const hasSuccessor = others.some((one) => one.id !== id && one.retiredAt === null && one.notAfter > notAfter)
  return hasSuccessor && (lastUsedAt ?? createdAt) + retirementMs <= now
}

/**
 * Certificates from the metadata that it no longer has, and that were not used for 7 days. Those that an admin added stay,
 * and so does the last one.
 */
export function retiringCertificates(records: readonly SsoCertificateRecord[], now: number): SsoCertificateRecord[] {
  const readAt = Math.max(0, ...records.map(({ listedAt }) => listedAt ?? 0))
  const retiring = records.filter(({ source, listedAt, lastUsedAt, retiredAt }) => {
    if (source !== 'metadata' || retiredAt !== null || listedAt === null || listedAt >= readAt) return false
    return Math.max(listedAt, lastUsedAt ?? 0) + retirementMs <= now
  })
  const kept = records.some((one) => one.retiredAt === null && !retiring.includes(one))
  return kept ? retiring : []
}
