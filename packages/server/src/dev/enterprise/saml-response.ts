import { randomBytes, sign } from 'node:crypto'
import { rfc3339 } from '../../core/rfc3339.ts'
import { escapeText, escapeValue } from '../../saml/canonicalize.ts'
import { namespaces } from '../../saml/names.ts'
import { signatureAlgorithmOf, signXml } from '../../saml/sign-xml.ts'
import { clockErrorOf, type EnterpriseFault } from './faults.ts'
import type { SamlKeys } from './keys.ts'

export interface SamlResponseInput {
  now: number
  entityId: string
  /** `current` is the key that signs now. */
  keys: SamlKeys
  acsUrl: string
  spEntityId: string
  /** Null: the response is unsolicited. */
  requestId: string | null
  nameId: string
  nameIdFormat: string
  /** Values by name; an attribute without values is left out. */
  attributes: Readonly<Record<string, readonly string[]>>
  /** The attribute that the fault of a missing email leaves out. */
  emailAttribute: string
  authnContext: string
  fault: EnterpriseFault | null
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const otherRequest = '_another-request'

/** A SAML response, signed unless the fault says otherwise. */
export function samlResponse(input: SamlResponseInput): string {
  const { fault, keys } = input
  const parts: ResponseParts = {
    ...input,
    now: input.now + clockErrorOf(fault),
    issuer: fault === 'wrong_issuer' ? `${input.entityId}/other` : input.entityId,
  }
  const id = newId()
  const around = (content: string): string => responseXml(parts, content)
  if (fault === 'not_assigned') return around('')
  const write = (signature: string): string => around(assertionXml({ ...parts, id }, signature))
  switch (fault) {
    case 'unsigned':
      return write('')
    case 'expired_certificate':
      return signXml(write, id, keys.expired)
    case 'unknown_key':
      return signXml(write, id, keys.unknown)
    case 'sha1':
      return signedWithSha1(signXml(write, id, keys.current), keys)
    case 'wrapped_signature':
      return wrapped(signXml(write, id, keys.current), assertionXml({ ...parts, id: newId() }, ''))
    default:
      return signXml(write, id, keys.current)
  }
}

/** A valid signature by RSA-SHA1, which a connection accepts only with its switch. */
function signedWithSha1(signed: string, { current: { privateKey } }: SamlKeys): string {
  const weaker = signed.replace(signatureAlgorithmOf(privateKey), 'http://www.w3.org/2000/09/xmldsig#rsa-sha1')
  const [signedInfo = ''] = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(weaker) ?? []
  const canonical = signedInfo.replace('<ds:SignedInfo>', `<ds:SignedInfo xmlns:ds="${namespaces.signature}">`)
  const value = sign('sha1', Buffer.from(canonical), privateKey).toString('base64')
  return weaker.replace(/(?<=<ds:SignatureValue>)[^<]*/, value)
}

/** The signed assertion is moved away, and another one is in its place. */
function wrapped(signed: string, forged: string): string {
  return signed.replace(
    /<saml:Assertion.*<\/saml:Assertion>/s,
    (original) => `<samlp:Extensions>${original}</samlp:Extensions>${forged}`,
  )
}

type ResponseParts = SamlResponseInput & { issuer: string }

function responseXml({ now, issuer, acsUrl, requestId, fault }: ResponseParts, content: string): string {
  const destination = fault === 'wrong_destination' ? 'https://other.example.com/acs' : acsUrl
  const status =
    fault === 'not_assigned'
      ? '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:RequestDenied"/></samlp:StatusCode><samlp:StatusMessage>User is not assigned to the client application.</samlp:StatusMessage>'
      : `<samlp:StatusCode Value="${success}"/>`
  return [
    `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${newId()}" Version="2.0"`,
    ` IssueInstant="${rfc3339(now)}" Destination="${escapeValue(destination)}"${inResponseTo(requestId)}>`,
    `<saml:Issuer>${escapeText(issuer)}</saml:Issuer><samlp:Status>${status}</samlp:Status>${content}</samlp:Response>`,
  ].join('')
}

function assertionXml(input: ResponseParts & { id: string }, signature: string): string {
  const { now, issuer, id, acsUrl, spEntityId, requestId, nameId, nameIdFormat, authnContext, fault } = input
  const recipient = fault === 'wrong_recipient' ? 'https://other.example.com/acs' : acsUrl
  const audience = fault === 'wrong_audience' ? 'https://other.example.com/metadata' : spEntityId
  const [start, end] = [rfc3339(now), rfc3339(now + 300_000)]
  const hasName = fault !== 'missing_email'
  const attributes = Object.entries(input.attributes)
    .filter(([name, values]) => values.length > 0 && (hasName || name !== input.emailAttribute))
    .map(([name, values]) => attribute(name, values))
  return [
    `<saml:Assertion ID="${id}" Version="2.0" IssueInstant="${start}"><saml:Issuer>${escapeText(issuer)}</saml:Issuer>${signature}<saml:Subject>`,
    hasName ? `<saml:NameID Format="${nameIdFormat}">${escapeText(nameId)}</saml:NameID>` : '',
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData${inResponseTo(fault === 'other_request' ? otherRequest : requestId)} NotOnOrAfter="${end}" Recipient="${escapeValue(recipient)}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${start}" NotOnOrAfter="${end}"><saml:AudienceRestriction>`,
    `<saml:Audience>${escapeText(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${start}" SessionIndex="${id}"><saml:AuthnContext>`,
    `<saml:AuthnContextClassRef>${escapeText(authnContext)}</saml:AuthnContextClassRef>`,
    '</saml:AuthnContext></saml:AuthnStatement>',
    attributes.length === 0 ? '' : `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('')
}

function inResponseTo(requestId: string | null): string {
  return requestId === null ? '' : ` InResponseTo="${escapeValue(requestId)}"`
}

function attribute(name: string, values: readonly string[]): string {
  const texts = values.map((value) => `<saml:AttributeValue>${escapeText(value)}</saml:AttributeValue>`)
  return `<saml:Attribute Name="${escapeValue(name)}">${texts.join('')}</saml:Attribute>`
}

function newId(): string {
  return `_${randomBytes(16).toString('hex')}`
}
