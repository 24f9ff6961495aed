import { escapeValue } from './canonicalize.ts'
import { namespaces } from './names.ts'
import { keyInfo } from './sign-xml.ts'

/** Our metadata, which an identity provider reads. */
export interface SpMetadata {
  readonly entityId: string
  readonly acsUrl: string
  /** PEM. Several while they are exchanged; the first one signs. */
  readonly signingCertificates: readonly string[]
  readonly encryptionCertificates: readonly string[]
}

/** Writes the metadata of a service provider (SAML metadata §2.4.4). */
export function spMetadataXml(input: SpMetadata): string {
  const { entityId, acsUrl, signingCertificates, encryptionCertificates } = input
  const keys = (use: string, certificates: readonly string[]): string[] =>
    certificates.map((certificate) => `<md:KeyDescriptor use="${use}">${keyInfo(certificate)}</md:KeyDescriptor>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${escapeValue(entityId)}">`,
    `<md:SPSSODescriptor AuthnRequestsSigned="${signingCertificates.length > 0}" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">`,
    ...keys('signing', signingCertificates),
    ...keys('encryption', encryptionCertificates),
    `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeValue(acsUrl)}" index="0" isDefault="true"/>`,
    '</md:SPSSODescriptor></md:EntityDescriptor>\n',
  ].join('')
}
