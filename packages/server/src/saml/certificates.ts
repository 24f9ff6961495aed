import { type KeyObject, X509Certificate } from 'node:crypto'
import { decodeBase64 } from './xml-element.ts'

/** A certificate whose key can verify signatures. */
export interface SamlCertificate {
  readonly pem: string
  /** SHA-256 of the certificate as hexadecimal bytes with colons, as administration pages show it. */
  readonly fingerprint: string
  readonly publicKey: KeyObject
  readonly notBefore: number
  readonly notAfter: number
}

export type CertificateProblem = 'malformed' | 'unsupported_key' | 'weak_key'

const weakestRsaBits = 2_048
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/** Reads a certificate in PEM, or in base64 as metadata has it. */
export function readCertificate(text: string): SamlCertificate | CertificateProblem {
  const certificate = parseCertificate(text)
  if (certificate === null) return 'malformed'
  const { publicKey } = certificate
  const { modulusLength = 0, namedCurve = '' } = publicKey.asymmetricKeyDetails ?? {}
  if (publicKey.asymmetricKeyType === 'rsa') {
    if (modulusLength < weakestRsaBits) return 'weak_key'
  } else if (publicKey.asymmetricKeyType !== 'ec' || !curves.includes(namedCurve)) return 'unsupported_key'
  return {
    pem: certificate.toString(),
    fingerprint: certificate.fingerprint256,
    publicKey,
    notBefore: Date.parse(certificate.validFrom),
    notAfter: Date.parse(certificate.validTo),
  }
}

/** The fingerprint of a certificate in base64 that is not trusted; null if it is malformed. */
export function fingerprintOf(base64: string): string | null {
  return parseCertificate(base64)?.fingerprint256 ?? null
}

function parseCertificate(text: string): X509Certificate | null {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '')
  const bytes = base64.length > 16_384 ? null : decodeBase64(base64)
  if (bytes === null) return null
  try {
    const certificate = new X509Certificate(bytes)
    // Node decodes the key when it is read, and throws for one that it does not know.
    return certificate.publicKey === undefined ? null : certificate
  } catch {
    return null
  }
}
