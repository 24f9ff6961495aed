import { createPrivateKey } from 'node:crypto'
import type { SamlConnection } from '../saml/connection.ts'
import type { SigningIdentity } from '../saml/sign-xml.ts'
import type { SsoCertificateRecord } from '../storage/sso-connections.ts'
import { verifyingCertificates } from './certificates.ts'
import { connectionAddresses, type SsoConnection } from './connection.ts'
import type { SsoSecrets } from './secrets.ts'

type Saml = Extract<SsoConnection, { kind: 'saml' }>

/** What the SAML reader needs to know about a connection. */
export function samlReaderConnection(input: {
  baseUrl: string
  connection: Saml
  certificates: readonly SsoCertificateRecord[]
  secrets: SsoSecrets
}): SamlConnection {
  const { connection, certificates, secrets } = input
  const { callback, metadata } = connectionAddresses(input.baseUrl, connection.record.id)
  const { idpEntityId, expiredCertificate, sha1Until } = connection.config
  return {
    ...{ acsUrl: callback, spEntityId: metadata, idpEntityId, expiredCertificate, sha1Until },
    certificates: verifyingCertificates(certificates),
    decryptionKeys: secrets.decryptionKeys.map((pem) => createPrivateKey(pem)),
    // Missing values are reported by `mapAttributes`, with the names where they were looked for.
    requiredAttributes: [],
  }
}

/** The key that signs our requests; null if they are not signed. */
export function requestSigner({ config }: Saml, { signingKey }: SsoSecrets): SigningIdentity | null {
  const [certificate] = config.signingCertificates
  if (!config.signsRequests || signingKey === null || certificate === undefined) return null
  return { privateKey: createPrivateKey(signingKey), certificate }
}
