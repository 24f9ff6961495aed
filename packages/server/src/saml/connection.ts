import type { KeyObject } from 'node:crypto'
import type { SamlCertificate } from './certificates.ts'

/** What a connection expects of its identity provider. */
export interface SamlConnection {
  readonly acsUrl: string
  readonly spEntityId: string
  readonly idpEntityId: string
  readonly certificates: readonly SamlCertificate[]
  readonly expiredCertificate: 'warn' | 'refuse'
  /** SHA-1 is accepted until then. Null: never. */
  readonly sha1Until: number | null
  /** The private keys of our encryption certificates. */
  readonly decryptionKeys: readonly KeyObject[]
  /** Attributes that an assertion must have. The NameID is always required. */
  readonly requiredAttributes: readonly string[]
}

export interface SamlRequest {
  readonly now: number
  /** The AuthnRequest of this browser. */
  readonly requestId: string
}
