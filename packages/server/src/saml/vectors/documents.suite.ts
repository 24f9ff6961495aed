// Builds SAML responses from templates and signs them with xml-crypto.
import { createHash, randomBytes } from 'node:crypto'
import { DOMParser, type Document, type Element, XMLSerializer } from '@xmldom/xmldom'
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto'

/** A signer: PEM of the key and of its certificate. */
export interface Identity {
  privateKey: string
  certificate: string
}

export const algorithms = {
  rsaSha1: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  hmacSha1: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  enveloped: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  exclusiveWithComments: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
}

/** The service provider and identity provider that every vector is made for. */
export const connection = {
  acsUrl: 'https://auth.example.com/v1/sso/callback/conn-1',
  spEntityId: 'https://auth.example.com/v1/sso/metadata/conn-1',
  idpEntityId: 'https://idp.example.com/metadata',
  requestId: '_request1',
}

/** The member who really signs in. */
export const member = 'ada@acme.example'
/** The account an attacker wants. No reader may return this address. */
export const victim = 'admin@acme.example'

const newId = () => `_${randomBytes(16).toString('hex')}`

export const parseXml = (xml: string): Document => new DOMParser().parseFromString(xml, 'text/xml')
export const serializeXml = (document: Document): string => new XMLSerializer().serializeToString(document)

/** The first descendant with this local name, in any namespace. */
export function find(node: Document | Element, localName: string): Element {
  const element = node.getElementsByTagNameNS('*', localName).item(0)
  if (element === null) throw new Error(`The document has no ${localName}.`)
  return element
}

export function removeElement(element: Element): void {
  element.parentNode?.removeChild(element)
}

export interface AssertionOptions {
  nameId?: string
  email?: string
  issuer?: string
  audience?: string
  recipient?: string
  inResponseTo?: string
  notBefore?: string
  notOnOrAfter?: string
  confirmationNotOnOrAfter?: string
  hasConditions?: boolean
  moreAttributes?: string
}

interface ResponseOptions {
  issuer?: string
  destination?: string
  inResponseTo?: string
}

interface SignOptions {
  signer?: Identity
  signature?: string
  digest?: string
  c14n?: string
}

type AllOptions = AssertionOptions & ResponseOptions & SignOptions

/**
 * Document builders. Times are relative to `now` (epoch milliseconds); `idp` signs unless another `signer` is given.
 * An option set to '' leaves out the attribute or element it names.
 */
export function createDocuments({
  now,
  idp,
  parties = connection,
}: {
  now: number
  idp: Identity
  parties?: typeof connection
}) {
  const at = (ms: number): string => new Date(now + ms).toISOString()

  function assertion({
    nameId = member,
    email = member,
    issuer = parties.idpEntityId,
    audience = parties.spEntityId,
    recipient = parties.acsUrl,
    inResponseTo = parties.requestId,
    notBefore = at(-60_000),
    notOnOrAfter = at(300_000),
    confirmationNotOnOrAfter = at(300_000),
    hasConditions = true,
    moreAttributes = '',
  }: AssertionOptions = {}): string {
    const attribute = (name: string, value: string): string => (value ? ` ${name}="${value}"` : '')
    const restriction = audience
      ? `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`
      : ''
    return [
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${at(0)}">`,
      `<saml:Issuer>${issuer}</saml:Issuer>`,
      '<saml:Subject>',
      `<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${nameId}</saml:NameID>`,
      '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
      `<saml:SubjectConfirmationData${attribute('InResponseTo', inResponseTo)} NotOnOrAfter="${confirmationNotOnOrAfter}"${attribute('Recipient', recipient)}/>`,
      '</saml:SubjectConfirmation>',
      '</saml:Subject>',
      hasConditions
        ? `<saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}">${restriction}</saml:Conditions>`
        : '',
      `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="_s1"><saml:AuthnContext>`,
      '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>',
      '</saml:AuthnContext></saml:AuthnStatement>',
      '<saml:AttributeStatement>',
      `<saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute>`,
      moreAttributes,
      '</saml:AttributeStatement>',
      '</saml:Assertion>',
    ].join('')
  }

  function response(
    content: string,
    {
      issuer = parties.idpEntityId,
      destination = parties.acsUrl,
      inResponseTo = parties.requestId,
    }: ResponseOptions = {},
  ): string {
    return [
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${newId()}" Version="2.0" IssueInstant="${at(0)}" Destination="${destination}"${inResponseTo ? ` InResponseTo="${inResponseTo}"` : ''}>`,
      `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>`,
      '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>',
      content,
      '</samlp:Response>',
    ].join('')
  }

  /** Signs the element with this local name and puts the signature after its Issuer. */
  function sign(
    xml: string,
    localName: string,
    {
      signer = idp,
      signature = algorithms.rsaSha256,
      digest = algorithms.sha256,
      c14n = algorithms.exclusive,
    }: SignOptions = {},
  ): string {
    const xpath = `//*[local-name(.)='${localName}']`
    const signedXml = new SignedXml({
      privateKey: signer.privateKey,
      publicCert: signer.certificate,
      signatureAlgorithm: signature,
      canonicalizationAlgorithm: c14n,
    })
    if (signature === algorithms.hmacSha1) signedXml.enableHMAC()
    signedXml.addReference({ xpath, transforms: [algorithms.enveloped, c14n], digestAlgorithm: digest })
    const location = { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' as const }
    signedXml.computeSignature(xml, { prefix: 'ds', location })
    return signedXml.getSignedXml()
  }

  return {
    at,
    assertion,
    response,
    sign,
    assertionSigned: (options: AllOptions = {}): string =>
      sign(response(assertion(options), options), 'Assertion', options),
    responseSigned: (options: AllOptions = {}): string =>
      sign(response(assertion(options), options), 'Response', options),
    bothSigned: (options: AllOptions = {}): string =>
      sign(sign(response(assertion(options), options), 'Assertion', options), 'Response', options),
  }
}

/** The SHA-256 digest that a forged assertion would need in its Reference. */
export function digestOfAssertion(xml: string): string {
  const assertion = find(parseXml(xml), 'Assertion')
  removeElement(find(assertion, 'Signature'))
  // The types of xml-crypto are those of browsers.
  const canonical = new ExclusiveCanonicalization().process(assertion as unknown as globalThis.Element, {
    inclusiveNamespacesPrefixList: [],
  })
  return createHash('sha256').update(canonical.toString()).digest('base64')
}
