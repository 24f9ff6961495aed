import { readCertificate, type SamlCertificate } from './certificates.ts'
import { namespaces } from './names.ts'
import { metadataRules, readXml } from './read-xml.ts'
import { SamlError } from './saml-error.ts'
import { attributeOf, childrenNamed, descendants, is, textOf, type XmlElement } from './xml-element.ts'

/** What the metadata of an identity provider says. */
export interface IdpMetadata {
  readonly entityId: string
  readonly ssoUrl: string
  readonly binding: 'redirect' | 'post'
  /** The usable certificates for signatures, each once. */
  readonly certificates: readonly SamlCertificate[]
  readonly wantsSignedRequests: boolean
}

export type MetadataCode =
  | 'too_large'
  | 'malformed'
  | 'no_identity_provider'
  | 'several_identity_providers'
  | 'out_of_date'
  | 'no_sso_url'
  | 'too_many_certificates'
  | 'no_certificate'

/** Metadata that cannot be used. The message tells an administrator why. */
export class MetadataError extends Error {
  readonly code: MetadataCode

  constructor(code: MetadataCode, message: string) {
    super(message)
    this.name = 'MetadataError'
    this.code = code
  }
}

const { metadata, signature: ds } = namespaces
const mostCertificates = 20
const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
} as const

/**
 * Reads the metadata of one identity provider (SAML metadata §2). Its signature is not verified: it is trusted because an
 * administrator provided it, or the https address from which it comes.
 */
export function readIdpMetadata(xml: string, now: number): IdpMetadata {
  const entity = findEntity(parse(xml))
  const [provider] = providersOf(entity)
  if (provider === undefined) throw new MetadataError('no_identity_provider', 'The metadata has no IDPSSODescriptor.')
  for (const element of [entity, provider]) {
    const end = attributeOf(element, 'validUntil')
    // A time that cannot be read is no time until which it is valid.
    if (end !== null && !(Date.parse(end) > now))
      throw new MetadataError('out_of_date', `The metadata was valid until ${end}.`)
  }
  const entityId = attributeOf(entity, 'entityID') ?? ''
  if (entityId === '') throw new MetadataError('malformed', 'The EntityDescriptor has no entityID.')
  return {
    entityId,
    ...ssoService(provider),
    certificates: signingCertificates(provider),
    wantsSignedRequests: ['true', '1'].includes(attributeOf(provider, 'WantAuthnRequestsSigned') ?? ''),
  }
}

function parse(xml: string): XmlElement {
  try {
    return readXml(xml, metadataRules)
  } catch (error) {
    if (!(error instanceof SamlError)) throw error
    const code = error.code === 'document_size' ? 'too_large' : 'malformed'
    throw new MetadataError(code, `The metadata cannot be read: expected ${error.expected}, got ${error.got}.`)
  }
}

function findEntity(root: XmlElement): XmlElement {
  const entities = [root, ...descendants(root)].filter(
    (element) => is(element, metadata, 'EntityDescriptor') && providersOf(element).length > 0,
  )
  const [entity, ...others] = entities
  if (entity === undefined) throw new MetadataError('no_identity_provider', 'The metadata has no IDPSSODescriptor.')
  if (others.length > 0)
    throw new MetadataError('several_identity_providers', `The metadata has ${entities.length} identity providers.`)
  return entity
}

function providersOf(entity: XmlElement): XmlElement[] {
  return childrenNamed(entity, metadata, 'IDPSSODescriptor')
}

/** The redirect binding is preferred: it needs no form. */
function ssoService(provider: XmlElement): Pick<IdpMetadata, 'ssoUrl' | 'binding'> {
  const services = childrenNamed(provider, metadata, 'SingleSignOnService')
  for (const binding of ['redirect', 'post'] as const) {
    const service = services.find((one) => attributeOf(one, 'Binding') === bindings[binding])
    const ssoUrl = service === undefined ? null : attributeOf(service, 'Location')
    if (ssoUrl !== null && URL.canParse(ssoUrl) && /^https?:$/.test(new URL(ssoUrl).protocol))
      return { ssoUrl, binding }
  }
  throw new MetadataError('no_sso_url', 'The metadata has no SingleSignOnService for HTTP-Redirect or HTTP-POST.')
}

function signingCertificates(provider: XmlElement): SamlCertificate[] {
  const texts = childrenNamed(provider, metadata, 'KeyDescriptor')
    // A key without a use has both.
    .filter((descriptor) => (attributeOf(descriptor, 'use') ?? 'signing') === 'signing')
    .flatMap((descriptor) => descendants(descriptor).filter((element) => is(element, ds, 'X509Certificate')))
    .map((element) => textOf(element) ?? '')
  const different = [...new Set(texts)]
  if (different.length > mostCertificates)
    throw new MetadataError(
      'too_many_certificates',
      `The metadata has ${different.length} certificates for signatures, at most ${mostCertificates} are read.`,
    )
  const certificates = different.map(readCertificate).filter((certificate) => typeof certificate !== 'string')
  if (certificates.length === 0)
    throw new MetadataError(
      'no_certificate',
      'The metadata has no certificate for signatures with an RSA key of at least 2,048 bits, or a key on P-256, P-384 or P-521.',
    )
  return certificates
}
