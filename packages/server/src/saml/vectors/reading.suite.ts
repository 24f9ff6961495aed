import { readCertificate, type SamlCertificate } from '../certificates.ts'
import type { SamlConnection } from '../connection.ts'
import { readResponse, type SamlResult } from '../response.ts'
import { connection, type Identity } from './documents.suite.ts'

export function certificateOf({ certificate }: Pick<Identity, 'certificate'>): SamlCertificate {
  const read = readCertificate(certificate)
  if (typeof read === 'string') throw new Error(`The certificate is not usable: ${read}.`)
  return read
}

/** The connection that the vectors are made for. */
export function connectionTo(
  idp: Pick<Identity, 'certificate'>,
  changes: Partial<SamlConnection> = {},
): SamlConnection {
  const { acsUrl, spEntityId, idpEntityId } = connection
  return {
    ...{ acsUrl, spEntityId, idpEntityId, certificates: [certificateOf(idp)], expiredCertificate: 'warn' },
    ...{ sha1Until: null, decryptionKeys: [], requiredAttributes: ['email'] },
    ...changes,
  }
}

export function read(xml: string, settings: SamlConnection, now: number): SamlResult {
  return readResponse(xml, settings, { now, requestId: connection.requestId })
}

/** The codes of all failed rows. */
export function failures({ checks }: SamlResult): (string | null)[] {
  return checks.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code)
}
