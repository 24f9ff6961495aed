import { verify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { readCertificate, type SamlCertificate } from '../../saml/certificates.ts'
import { namespaces, signatureAlgorithms } from '../../saml/names.ts'
import { decodeMessage, messageRules, metadataRules, readXml } from '../../saml/read-xml.ts'
import { SamlError } from '../../saml/saml-error.ts'
import { verifySignature } from '../../saml/signature.ts'
import {
  attributeOf,
  childrenNamed,
  decodeBase64,
  descendants,
  is,
  onlyChild,
  textOf,
  type XmlElement,
} from '../../saml/xml-element.ts'

/** A request of an application to sign a user in, as an identity provider reads it. */
export interface ReadAuthnRequest {
  id: string
  spEntityId: string
  acsUrl: string
  forceAuthn: boolean
  /** Null without one. */
  relayState: string | null
}

/** How a request came. */
export interface AuthnRequestMessage {
  binding: 'redirect' | 'post'
  /** The query as it was sent, without `?`: its signature covers these characters. */
  query: string
  form: Readonly<Record<string, string>>
}

/** What the metadata of an application says. */
export interface SpDescription {
  acsUrls: readonly string[]
  signsRequests: boolean
  certificates: readonly SamlCertificate[]
}

export interface AuthnRequestRules {
  ssoUrl: string
  /** Responses are posted to addresses that start with this only. */
  callbacks: string
  /** The metadata of an application by its entity id; null without one. */
  readMetadata(entityId: string): Promise<string | null>
}

const { protocol, assertion: saml, metadata, signature: ds } = namespaces
const longestValue = 1_024

/** Reads and verifies a request. Throws `SamlError` for a document that cannot be read; returns other problems as text. */
export async function readAuthnRequest(
  message: AuthnRequestMessage,
  rules: AuthnRequestRules,
): Promise<ReadAuthnRequest | string> {
  const fields = message.binding === 'redirect' ? Object.fromEntries(new URLSearchParams(message.query)) : message.form
  if (fields.SAMLRequest === undefined) return 'The SAMLRequest is missing.'
  const root = readXml(
    message.binding === 'redirect' ? inflate(fields.SAMLRequest) : decodeMessage(fields.SAMLRequest),
    messageRules,
  )
  if (!is(root, protocol, 'AuthnRequest') || attributeOf(root, 'Version') !== '2.0')
    return `The SAMLRequest is not an AuthnRequest of SAML 2.0, but ${root.localName}.`
  const id = attributeOf(root, 'ID') ?? ''
  if (!/^[A-Za-z_][\w.-]*$/.test(id) || id.length > longestValue)
    return 'The ID of the AuthnRequest is not an XML name.'
  const issuer = onlyChild(root, saml, 'Issuer')
  const spEntityId = issuer === null ? '' : (textOf(issuer) ?? '')
  if (spEntityId === '' || spEntityId.length > longestValue) return 'The Issuer of the AuthnRequest is missing.'
  const destination = attributeOf(root, 'Destination')
  if (destination !== null && destination !== rules.ssoUrl)
    return `The Destination of the AuthnRequest is ${destination}, expected ${rules.ssoUrl}.`

  const text = await rules.readMetadata(spEntityId)
  const description = text === null ? null : readSpMetadata(text)
  const problem = checkSignature(message, root, description, spEntityId)
  if (problem !== null) return problem
  const acsUrl = attributeOf(root, 'AssertionConsumerServiceURL') ?? description?.acsUrls[0] ?? ''
  if (!isCallback(acsUrl, rules.callbacks) || (description !== null && !description.acsUrls.includes(acsUrl)))
    return `The AssertionConsumerServiceURL is not registered: ${acsUrl || 'none was sent'}.`
  return {
    ...{ id, spEntityId, acsUrl, relayState: fields.RelayState ?? null },
    forceAuthn: ['true', '1'].includes(attributeOf(root, 'ForceAuthn') ?? ''),
  }
}

/** Whether an address is one of the callbacks, without a part that resolves to another path. */
export function isCallback(address: string, callbacks: string): boolean {
  if (!address.startsWith(callbacks) || address.length > longestValue || !URL.canParse(address)) return false
  return new URL(address).href === address
}

/** Reads the metadata of an application (SAML metadata §2.4.4). */
export function readSpMetadata(xml: string): SpDescription {
  const root = readXml(xml, metadataRules)
  const [sp] = [root, ...descendants(root)].filter((element) => is(element, metadata, 'SPSSODescriptor'))
  if (sp === undefined) throw new SamlError('xml_malformed', 'an SPSSODescriptor', root.localName)
  const certificates = childrenNamed(sp, metadata, 'KeyDescriptor')
    .filter((descriptor) => (attributeOf(descriptor, 'use') ?? 'signing') === 'signing')
    .flatMap((descriptor) => descendants(descriptor).filter((element) => is(element, ds, 'X509Certificate')))
    .map((element) => readCertificate(textOf(element) ?? ''))
    .filter((certificate) => typeof certificate !== 'string')
  return {
    certificates,
    acsUrls: childrenNamed(sp, metadata, 'AssertionConsumerService').flatMap(
      (one) => attributeOf(one, 'Location') ?? [],
    ),
    signsRequests: ['true', '1'].includes(attributeOf(sp, 'AuthnRequestsSigned') ?? ''),
  }
}

/** The problem of the signature, or null. An application that signs its requests signs all of them. */
function checkSignature(
  message: AuthnRequestMessage,
  root: XmlElement,
  description: SpDescription | null,
  spEntityId: string,
): string | null {
  const element = onlyChild(root, ds, 'Signature')
  const parameters = new URLSearchParams(message.query)
  const isSigned = message.binding === 'redirect' ? parameters.has('Signature') : element !== null
  if (!isSigned)
    return description?.signsRequests ? 'The AuthnRequest is not signed, but the metadata says that it is.' : null
  if (description === null) return `The AuthnRequest is signed, but ${spEntityId} has no metadata with a certificate.`
  const { certificates } = description
  if (message.binding === 'redirect')
    return isSignedQuery(message.query, certificates)
      ? null
      : 'The Signature of the query is not by a certificate of the metadata.'
  if (element !== null) verifySignature(element, { certificates, allowsSha1: false })
  return null
}

/** The signature covers the three fields in this order, as they were encoded (SAML bindings §3.4.4.1). */
function isSignedQuery(query: string, certificates: readonly SamlCertificate[]): boolean {
  const pairs = new Map(query.split('&').map((pair) => [pair.split('=')[0] ?? '', pair]))
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) => pairs.get(name) ?? []).join('&')
  const parameters = new URLSearchParams(query)
  const algorithm = signatureAlgorithms.get(parameters.get('SigAlg') ?? '')
  const value = decodeBase64(parameters.get('Signature') ?? '')
  if (algorithm === undefined || algorithm.hash === 'sha1' || value === null) return false
  return certificates.some(
    ({ publicKey }) =>
      publicKey.asymmetricKeyType === algorithm.keyType &&
      verify(algorithm.hash, Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, value),
  )
}

function inflate(field: string): string {
  const bytes = decodeBase64(field)
  if (bytes === null) throw new SamlError('document_encoding', 'base64', 'other characters')
  try {
    const xml = inflateRawSync(bytes, { maxOutputLength: messageRules.maxBytes })
    return new TextDecoder('utf-8', { fatal: true }).decode(xml)
  } catch {
    throw new SamlError('document_encoding', 'UTF-8, compressed with DEFLATE', 'other bytes, or too many')
  }
}
