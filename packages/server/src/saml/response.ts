import type { KeyObject } from 'node:crypto'
import { rfc3339 } from '../core/rfc3339.ts'
import type { SamlAssertion } from './assertion.ts'
import type { SamlCertificate } from './certificates.ts'
import { type CheckList, createCheckList, type SamlCheck } from './checks.ts'
import type { SamlConnection, SamlRequest } from './connection.ts'
import { decryptAssertion, undecipherable } from './encryption.ts'
import { namespaces } from './names.ts'
import { checkProfile } from './profile.ts'
import { messageRules, readXml } from './read-xml.ts'
import { type SamlCode, SamlError } from './saml-error.ts'
import { type SignatureTrust, verifySignature } from './signature.ts'
import {
  attributeOf,
  childElements,
  childrenNamed,
  descendants,
  is,
  onlyChild,
  textOf,
  type XmlElement,
} from './xml-element.ts'

export type SamlResult = { readonly checks: readonly SamlCheck[] } & (
  | {
      readonly kind: 'accepted'
      readonly assertion: SamlAssertion
      /** Those that verified a signature. */
      readonly certificates: readonly SamlCertificate[]
    }
  | { readonly kind: 'refused'; readonly code: SamlCode }
)

/** Reads a SAML response. Every rule that it breaks is a failed row; the first one is its code. */
export function readResponse(xml: string, connection: SamlConnection, request: SamlRequest): SamlResult {
  const list = createCheckList()
  const accepted = list.attempt(() => checkResponse(xml, connection, request, list))
  const failed = list.rows.find(({ outcome }) => outcome === 'failed')
  if (accepted !== null && failed === undefined) return { kind: 'accepted', ...accepted, checks: list.rows }
  return { kind: 'refused', code: failed?.code ?? 'unsigned', checks: list.rows }
}

const { protocol, signature: ds } = namespaces
const saml = namespaces.assertion
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

function checkResponse(
  xml: string,
  connection: SamlConnection,
  request: SamlRequest,
  list: CheckList,
): { assertion: SamlAssertion; certificates: readonly SamlCertificate[] } {
  const trust: SignatureTrust = {
    certificates: connection.certificates,
    allowsSha1: connection.sha1Until !== null && request.now < connection.sha1Until,
  }
  const response = readXml(xml, messageRules)
  list.pass('document', 'XML without DTD, comments and CDATA', `${xml.length} characters`)
  if (!is(response, protocol, 'Response') || attributeOf(response, 'Version') !== '2.0')
    throw new SamlError('not_a_response', 'a Response of SAML 2.0', response.localName)
  list.pass('response', 'a Response of SAML 2.0', response.localName)
  // First: a response that reports a failure has no assertion, and often no signature.
  checkStatus(response)
  list.pass('status', success, success)
  const { assertion: plain, encrypted } = locate(response)
  const outer = signatureOf(response)
  const opened =
    plain === null
      ? open(encrypted, outer, trust, connection.decryptionKeys)
      : { assertion: plain, certificates: list.attempt(() => verifyAll([outer, signatureOf(plain)], trust)) ?? [] }
  list.pass('assertion', 'one Assertion', plain === null ? 'EncryptedAssertion' : 'Assertion')
  if (opened.certificates.length > 0) {
    list.pass('signature', 'a signature by a certificate of the connection', fingerprints(opened.certificates))
    checkExpiry(opened.certificates, connection, request, list)
  }
  const needsResponseIssuer = outer !== null || plain === null
  const assertion = checkProfile(
    { response, assertion: opened.assertion, needsResponseIssuer, connection, request },
    list,
  )
  return { assertion, certificates: opened.certificates }
}

function checkStatus(response: XmlElement): void {
  const status = onlyChild(response, protocol, 'Status')
  const code = status === null ? null : onlyChild(status, protocol, 'StatusCode')
  const value = code === null ? null : attributeOf(code, 'Value')
  if (value === success) return
  const detail = code === null ? null : onlyChild(code, protocol, 'StatusCode')
  const message = status === null ? null : onlyChild(status, protocol, 'StatusMessage')
  const parts = [value, detail && attributeOf(detail, 'Value'), message && textOf(message)]
  throw new SamlError('status', success, parts.filter((part) => part !== null && part !== '').join(', ') || 'no status')
}

/**
 * The one assertion, as a direct child of the response. Signature wrapping moves or copies a signed assertion, and puts
 * another one where it is read: no assertion may be anywhere else.
 */
function locate(
  response: XmlElement,
): { assertion: XmlElement; encrypted: null } | { assertion: null; encrypted: XmlElement } {
  const isAssertion = (element: XmlElement): boolean =>
    is(element, saml, 'Assertion') || is(element, saml, 'EncryptedAssertion')
  const direct = childElements(response).filter(isAssertion)
  const all = descendants(response)
  const [first, ...others] = direct
  const misplaced = all.find((element) => isAssertion(element) && element.parent !== response)
  if (misplaced !== undefined)
    throw new SamlError(
      'assertion_misplaced',
      'an Assertion directly in the Response',
      `one in ${misplaced.parent?.localName}`,
    )
  if (all.some((element) => is(element, protocol, 'Response')))
    throw new SamlError('assertion_misplaced', 'one Response', 'a Response in it')
  if (first === undefined || others.length > 0)
    throw new SamlError('assertion_count', 'one Assertion or EncryptedAssertion', `${direct.length}`)
  checkSignaturePlaces(all, [response, first])
  if (is(first, saml, 'EncryptedAssertion')) return { assertion: null, encrypted: first }
  checkAssertion(first)
  return { assertion: first, encrypted: null }
}

function checkAssertion(assertion: XmlElement): void {
  const version = attributeOf(assertion, 'Version')
  const id = attributeOf(assertion, 'ID') ?? ''
  if (version !== '2.0' || id === '')
    throw new SamlError('assertion_malformed', 'an Assertion of SAML 2.0 with an ID', `Version ${version}, ID ${id}`)
}

function checkSignaturePlaces(elements: readonly XmlElement[], places: readonly XmlElement[]): void {
  for (const element of elements) {
    if (!is(element, ds, 'Signature')) continue
    if (element.parent === null || !places.includes(element.parent))
      throw new SamlError(
        'signature_misplaced',
        'a Signature directly in the Response or the Assertion',
        `one in ${element.parent?.localName ?? 'no element'}`,
      )
    const { length } = childrenNamed(element.parent, ds, 'Signature')
    if (length > 1)
      throw new SamlError('signature_misplaced', 'one Signature', `${length} in ${element.parent.localName}`)
  }
}

function signatureOf(element: XmlElement): XmlElement | null {
  return onlyChild(element, ds, 'Signature')
}

/** Every signature that is present verifies, and there is one. */
function verifyAll(signatures: readonly (XmlElement | null)[], trust: SignatureTrust): SamlCertificate[] {
  const certificates = signatures
    .filter((signature) => signature !== null)
    .map((signature) => verifySignature(signature, trust))
  if (certificates.length === 0)
    throw new SamlError('unsigned', 'a signature of the Response or the Assertion', 'no signature')
  return certificates
}

/**
 * Decrypts the assertion, after the signature around it has been verified. Without that signature, an attacker can
 * change the content of AES-CBC and learn from errors: all of them are then the same until the inner signature is valid.
 */
function open(
  encrypted: XmlElement,
  outer: XmlElement | null,
  trust: SignatureTrust,
  keys: readonly KeyObject[],
): { assertion: XmlElement; certificates: readonly SamlCertificate[] } {
  const around = outer === null ? [] : [verifySignature(outer, trust)]
  const { xml, isAuthenticated } = decryptAssertion(encrypted, keys)
  try {
    const assertion = readXml(xml, messageRules)
    if (!is(assertion, saml, 'Assertion')) throw undecipherable()
    checkAssertion(assertion)
    if (descendants(assertion).some((element) => is(element, saml, 'Assertion')))
      throw new SamlError('assertion_misplaced', 'one Assertion', 'an Assertion in it')
    checkSignaturePlaces(descendants(assertion), [assertion])
    const inner = signatureOf(assertion)
    if (inner === null && outer !== null) return { assertion, certificates: around }
    return { assertion, certificates: [...around, ...verifyAll([inner], trust)] }
  } catch (error) {
    throw isAuthenticated || outer !== null ? error : undecipherable()
  }
}

function checkExpiry(
  certificates: readonly SamlCertificate[],
  { expiredCertificate }: SamlConnection,
  { now }: SamlRequest,
  list: CheckList,
): void {
  const end = Math.min(...certificates.map(({ notAfter }) => notAfter))
  const expected = `a certificate that is valid at ${rfc3339(now)}`
  const got = `valid until ${rfc3339(end)}`
  if (end > now) list.pass('certificate', expected, got)
  else
    list.fail(new SamlError('certificate_expired', expected, got), expiredCertificate === 'warn' ? 'warning' : 'failed')
}

function fingerprints(certificates: readonly SamlCertificate[]): string {
  return [...new Set(certificates.map(({ fingerprint }) => fingerprint))].join(', ')
}
