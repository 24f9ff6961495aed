import { escapeValue } from '../../saml/canonicalize.ts'
import { namespaces } from '../../saml/names.ts'
import { keyInfo, type SigningIdentity } from '../../saml/sign-xml.ts'
import type { SamlKeys } from './keys.ts'

/**
 * How far the signing certificate has been replaced: `before` it is known, `announced` in the metadata, `switched` to
 * the new key while both are in the metadata, and `after`, when the old one is gone.
 */
export type CertificateStage = 'before' | 'announced' | 'switched' | 'after'

export const certificateStages: Readonly<Record<CertificateStage, string>> = {
  before: 'One certificate',
  announced: 'Two certificates, signs with the old one',
  switched: 'Two certificates, signs with the new one',
  after: 'The new certificate only',
}

export function isCertificateStage(name: string): name is CertificateStage {
  return Object.hasOwn(certificateStages, name)
}

/** The keys at a stage: `current` signs, `published` are in the metadata. */
export function keysAt(keys: SamlKeys, stage: CertificateStage): SamlKeys & { published: readonly SigningIdentity[] } {
  const { current, next, expired } = keys
  const published = { before: [current], announced: [current, next], switched: [current, next], after: [next] }[stage]
  const signsWithNext = stage === 'switched' || stage === 'after'
  // A real identity provider whose certificate has expired still publishes it.
  return { ...keys, current: signsWithNext ? next : current, published: [...published, expired] }
}

/** Writes the metadata of an identity provider (SAML metadata §2.4.3). */
export function samlMetadataXml(input: {
  entityId: string
  ssoUrl: string
  published: readonly SigningIdentity[]
}): string {
  const { entityId, ssoUrl, published } = input
  const services = ['HTTP-Redirect', 'HTTP-POST'].map(
    (binding) =>
      `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${escapeValue(ssoUrl)}"/>`,
  )
  return [
    `<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${escapeValue(entityId)}">`,
    `<md:IDPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}">`,
    ...published.map(({ certificate }) => `<md:KeyDescriptor use="signing">${keyInfo(certificate)}</md:KeyDescriptor>`),
    ...services,
    '</md:IDPSSODescriptor></md:EntityDescriptor>\n',
  ].join('')
}
