import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { rfc3339 } from '../../core/rfc3339.ts'
import { escapeText, escapeValue } from '../../saml/canonicalize.ts'
import { namespaces } from '../../saml/names.ts'
import type { SamlCode } from '../../saml/saml-error.ts'
import { createSelfSignedCertificate } from '../../saml/self-signed-certificate.ts'
import { keyInfo, type SigningIdentity, signXml } from '../../saml/sign-xml.ts'

export type SamlFault =
  | 'expired_certificate'
  | 'unknown_key'
  | 'unsigned'
  | 'sha1'
  | 'wrapped_signature'
  | 'wrong_audience'
  | 'wrong_recipient'
  | 'wrong_destination'
  | 'wrong_issuer'
  | 'other_request'
  | 'clock_ahead'
  | 'clock_behind'
  | 'not_assigned'
  | 'missing_email'

/** What can be wrong at an identity provider, with the diagnosis that each fault must get. */
export const samlFaults: Readonly<Record<SamlFault, SamlCode>> = {
  expired_certificate: 'certificate_expired',
  unknown_key: 'signature_key_unknown',
  unsigned: 'unsigned',
  sha1: 'signature_algorithm',
  wrapped_signature: 'assertion_misplaced',
  wrong_audience: 'audience',
  wrong_recipient: 'recipient',
  wrong_destination: 'destination',
  wrong_issuer: 'issuer',
  other_request: 'in_response_to',
  clock_ahead: 'not_yet_valid',
  clock_behind: 'expired',
  not_assigned: 'status',
  missing_email: 'attribute_missing',
}

export interface FakeSamlIdp {
  entityId: string
  metadata(ssoUrl: string): string
  /** A signed response, as XML. */
  respond(input: FakeSamlResponse): string
}

export interface FakeSamlResponse {
  now: number
  acsUrl: string
  spEntityId: string
  requestId: string
  email: string
  groups?: readonly string[]
  fault?: SamlFault
}

const day = 86_400_000
const clockError = 600_000
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** An identity provider with real keys, for development and tests. It answers for any person and never asks for a password. */
export function createFakeSamlIdp({ entityId, now }: { entityId: string; now: number }): FakeSamlIdp {
  const signer = createSigner('rsa', now - day, now + 365 * day)
  const expired = createSigner('ec', now - 30 * day, now - day)
  const unknown = createSigner('ec', now - day, now + 365 * day)
  return {
    entityId,
    metadata: (ssoUrl) => metadataXml(entityId, ssoUrl, [signer, expired]),
    respond: (input) => respond({ entityId, signers: { signer, expired, unknown } }, input),
  }
}

function createSigner(type: 'rsa' | 'ec', notBefore: number, notAfter: number): SigningIdentity {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = createSelfSignedCertificate({
    ...{ privateKey, notBefore, notAfter },
    ...{ name: 'Fake identity provider', serial: randomBytes(16) },
  })
  return { privateKey, certificate }
}

function metadataXml(entityId: string, ssoUrl: string, signers: readonly SigningIdentity[]): string {
  const services = ['HTTP-Redirect', 'HTTP-POST'].map(
    (binding) =>
      `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${escapeValue(ssoUrl)}"/>`,
  )
  return [
    `<md:EntityDescriptor xmlns:md="${namespaces.metadata}" xmlns:ds="${namespaces.signature}" entityID="${escapeValue(entityId)}">`,
    `<md:IDPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}">`,
    ...signers.map(({ certificate }) => `<md:KeyDescriptor use="signing">${keyInfo(certificate)}</md:KeyDescriptor>`),
    ...services,
    '</md:IDPSSODescriptor></md:EntityDescriptor>\n',
  ].join('')
}

interface Parties {
  entityId: string
  signers: Record<'signer' | 'expired' | 'unknown', SigningIdentity>
}

function respond({ entityId, signers }: Parties, input: FakeSamlResponse): string {
  const { fault } = input
  const issuer = fault === 'wrong_issuer' ? `${entityId}/other` : entityId
  const now = input.now + (fault === 'clock_ahead' ? clockError : fault === 'clock_behind' ? -clockError : 0)
  const id = newId()
  const around = (content: string): string => responseXml({ ...input, now, issuer }, content)
  if (fault === 'not_assigned') return around('')
  const write = (signature: string): string => around(assertionXml({ ...input, now, issuer, id }, signature))
  if (fault === 'unsigned') return write('')
  const { signer, expired, unknown } = signers
  const signed = signXml(
    write,
    id,
    fault === 'expired_certificate' ? expired : fault === 'unknown_key' ? unknown : signer,
  )
  if (fault === 'sha1') return signed.replace('xmldsig-more#rsa-sha256', 'rsa-sha1')
  return fault === 'wrapped_signature'
    ? wrapped(signed, assertionXml({ ...input, now, issuer, id: newId() }, ''))
    : signed
}

/** The signed assertion is moved away, and another one is in its place. */
function wrapped(signed: string, forged: string): string {
  return signed.replace(
    /<saml:Assertion.*<\/saml:Assertion>/s,
    (original) => `<samlp:Extensions>${original}</samlp:Extensions>${forged}`,
  )
}

type ResponseParts = FakeSamlResponse & { issuer: string }

function responseXml({ now, issuer, acsUrl, requestId, fault }: ResponseParts, content: string): string {
  const destination = fault === 'wrong_destination' ? 'https://other.example.com/acs' : acsUrl
  const status =
    fault === 'not_assigned'
      ? '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode><samlp:StatusMessage>User is not assigned to the client application.</samlp:StatusMessage>'
      : `<samlp:StatusCode Value="${success}"/>`
  return [
    `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${newId()}" Version="2.0"`,
    ` IssueInstant="${rfc3339(now)}" Destination="${escapeValue(destination)}" InResponseTo="${escapeValue(requestId)}">`,
    `<saml:Issuer>${escapeText(issuer)}</saml:Issuer><samlp:Status>${status}</samlp:Status>${content}</samlp:Response>`,
  ].join('')
}

function assertionXml(input: ResponseParts & { id: string }, signature: string): string {
  const { now, issuer, id, acsUrl, spEntityId, requestId, email, groups = [], fault } = input
  const recipient = fault === 'wrong_recipient' ? 'https://other.example.com/acs' : acsUrl
  const audience = fault === 'wrong_audience' ? 'https://other.example.com/metadata' : spEntityId
  const request = fault === 'other_request' ? '_other' : requestId
  const [start, end] = [rfc3339(now), rfc3339(now + 300_000)]
  const attributes = [
    ...(fault === 'missing_email' ? [] : [attribute('email', [email])]),
    ...(groups.length === 0 ? [] : [attribute('groups', groups)]),
  ]
  return [
    `<saml:Assertion ID="${id}" Version="2.0" IssueInstant="${start}"><saml:Issuer>${escapeText(issuer)}</saml:Issuer>${signature}`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${escapeText(email)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${escapeValue(request)}" NotOnOrAfter="${end}" Recipient="${escapeValue(recipient)}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><saml:AudienceRestriction>`,
    `<saml:Audience>${escapeText(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${start}" SessionIndex="${id}"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    attributes.length === 0 ? '' : `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('')
}

function attribute(name: string, values: readonly string[]): string {
  const texts = values.map((value) => `<saml:AttributeValue>${escapeText(value)}</saml:AttributeValue>`)
  return `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`
}

function newId(): string {
  return `_${randomBytes(16).toString('hex')}`
}
