import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SamlCode } from './saml-error.ts'
import { connection, member } from './vectors/documents.suite.ts'
import { createIdentity } from './vectors/identity.suite.ts'
import { createVectors, type Vector } from './vectors/list.suite.ts'
import { connectionTo, failures, read } from './vectors/reading.suite.ts'

/** The vectors that are refused, with the only rule that each of them breaks. */
const expected: Readonly<Record<string, SamlCode>> = {
  // Two elements have the ID of the signed one.
  'XSW1, response signed': 'xml_id',
  'XSW2, response signed': 'xml_id',
  'XSW1, assertion signed': 'xml_id',
  'XSW2, assertion signed': 'xml_id',
  'XSW7, assertion signed': 'xml_id',
  'XSW8, assertion signed': 'xml_id',
  'XSW7, assertion and response signed': 'xml_id',
  'XSW8, assertion and response signed': 'xml_id',
  'ID of the assertion on a second element': 'xml_id',
  'XSW3, assertion signed': 'assertion_count',
  'XSW5, assertion signed': 'assertion_count',
  'XSW3, assertion and response signed': 'assertion_count',
  'XSW5, assertion and response signed': 'assertion_count',
  'second, unsigned assertion after the signed one': 'assertion_count',
  'second, unsigned assertion before the signed one': 'assertion_count',
  'assertion in another namespace': 'assertion_count',
  'XSW4, assertion signed': 'assertion_misplaced',
  'XSW6, assertion signed': 'assertion_misplaced',
  'XSW10, assertion signed': 'assertion_misplaced',
  'XSW4, assertion and response signed': 'assertion_misplaced',
  'XSW6, assertion and response signed': 'assertion_misplaced',
  'signed assertion in Extensions, forged one in its position': 'assertion_misplaced',
  'signed assertion in the Advice of a forged one': 'assertion_misplaced',
  'signed assertion in StatusDetail, forged one in its position': 'assertion_misplaced',
  'comment in NameID, text added after signing': 'xml_comment',
  'comment in NameID, whole text signed': 'xml_comment',
  'comment in the email attribute, whole text signed': 'xml_comment',
  'comment with a forged digest in DigestValue (CVE-2025-29775)': 'xml_comment',
  'canonicalization with comments, comment in NameID signed': 'xml_comment',
  'processing instruction in NameID': 'xml_processing_instruction',
  'CDATA section in NameID': 'xml_cdata',
  'two SignedInfo, forged one second (CVE-2025-29774)': 'signature_structure',
  'two SignedInfo, forged one first (CVE-2025-29774)': 'signature_structure',
  'two References in SignedInfo': 'signature_reference',
  'Reference with an empty URI': 'signature_reference',
  'no signature': 'unsigned',
  'signature element removed': 'unsigned',
  'signed with another key, its certificate in KeyInfo': 'signature_key_unknown',
  'content changed after signing': 'signature_digest',
  'HMAC keyed with the public certificate of the IdP': 'signature_algorithm',
  'SHA-1 signature and digest': 'signature_algorithm',
  'second copy of the signature that carries content (xml-crypto #585)': 'signature_misplaced',
  'XSLT transform': 'signature_transforms',
  'XPath transform': 'signature_transforms',
  'DOCTYPE without entities': 'xml_doctype',
  'DOCTYPE with an internal entity in NameID': 'xml_doctype',
  'DOCTYPE with an external entity (XXE)': 'xml_doctype',
  'DOCTYPE with nested entities (billion laughs)': 'xml_doctype',
  'DOCTYPE with a default ID attribute (CVE-2025-25292)': 'xml_doctype',
  'two root elements': 'xml_malformed',
  'duplicate ID attribute': 'xml_malformed',
  'audience of another service': 'audience',
  'no AudienceRestriction': 'audience',
  'no Conditions': 'conditions',
  'recipient of another service': 'recipient',
  'no Recipient': 'recipient',
  'destination of another service, response signed': 'destination',
  'InResponseTo of another request in the assertion': 'in_response_to',
  'unsolicited assertion in a response with a known InResponseTo (node-saml #433)': 'in_response_to',
  'unsolicited response': 'in_response_to',
  'expired 10 minutes ago': 'expired',
  'only the subject confirmation expired': 'expired',
  'no NotOnOrAfter': 'subject_confirmation',
  'valid in 10 minutes': 'not_yet_valid',
  'issuer is another IdP': 'issuer',
  'status Requester with an assertion': 'status',
  'two attributes named email': 'attribute_duplicate',
  'no NameID, attribute named nameID': 'attribute_missing',
}

// node-saml has no clock that a test could set.
const now = Date.now()
let vectors: Vector[]
let idp: ReturnType<typeof createIdentity>

beforeAll(() => {
  idp = createIdentity('idp.example.com', now)
  vectors = createVectors({ now, idp, otherIdp: createIdentity('other.example.com', now) })
})

const named = (matches: (vector: Vector) => boolean): string[] => vectors.filter(matches).map(({ name }) => name)

describe('the 73 documents', () => {
  it('accepts and refuses each as recorded, with its diagnosis code [B-SAML-01]', () => {
    const settings = connectionTo(idp)
    const got = vectors.map(({ name, xml }) => {
      const result = read(xml, settings, now)
      return [name, result.kind === 'accepted' ? [] : failures(result)]
    })
    const wanted = vectors.map(({ name, decision }) => [name, decision === 'accept' ? [] : [expected[name]]])
    expect(got).toEqual(wanted)
    const counts = (['accept', 'refuse', 'policy'] as const).map(
      (kind) => named(({ expect }) => expect === kind).length,
    )
    expect(counts).toEqual([3, 60, 10])
    expect(Object.keys(expected)).toHaveLength(named(({ decision }) => decision === 'refuse').length)
  })

  it('reads the person of the accepted ones, and truncates no value [B-SAML-01]', () => {
    const settings = connectionTo(idp)
    for (const { name, xml } of vectors) {
      const result = read(xml, settings, now)
      if (result.kind === 'refused') continue
      const { nameId, attributes } = result.assertion
      expect([name, nameId, attributes.get('email')]).toEqual([name, member, [member]])
      expect(Object.keys(Object.prototype)).toEqual([])
    }
  })

  it('differs from node-saml in these documents only', async () => {
    const requests = new Map<string, string>()
    const saml = new SAML({
      ...{ idpCert: idp.certificate, idpIssuer: connection.idpEntityId, entryPoint: 'https://idp.example.com/sso' },
      ...{ issuer: connection.spEntityId, audience: connection.spEntityId, callbackUrl: connection.acsUrl },
      ...{ wantAssertionsSigned: false, wantAuthnResponseSigned: false, acceptedClockSkewMs: 60_000 },
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: {
        saveAsync: async (key, value) => ({ value, createdAt: now, key: void requests.set(key, value) }),
        getAsync: async (key) => requests.get(key) ?? null,
        removeAsync: async (key) => (key !== null && requests.delete(key) ? key : null),
      },
    })
    const differences: string[] = []
    for (const { name, xml, decision, mustNotRead } of vectors) {
      requests.set(connection.requestId, new Date(now).toISOString())
      const read = await saml
        .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
        .then(({ profile }) => profile)
        .catch(() => null)
      const isWrong = mustNotRead?.nameId !== undefined && read?.nameID === mustNotRead.nameId
      const verdict = read === null ? 'refused' : `accepted${isWrong ? ', with the wrong NameID' : ''}`
      if ((read !== null) !== (decision === 'accept')) differences.push(`${name}: ${verdict}`)
    }
    expect(differences).toEqual([
      'comment in NameID, whole text signed: accepted',
      'processing instruction in NameID: accepted',
      'CDATA section in NameID: accepted',
      'comment in the email attribute, whole text signed: accepted',
      'SHA-1 signature and digest: accepted',
      'DOCTYPE without entities: accepted',
      'DOCTYPE with a default ID attribute (CVE-2025-25292): accepted',
      'canonicalization with comments, comment in NameID signed: accepted',
      'recipient of another service: accepted',
      'no Recipient: accepted',
      'destination of another service, response signed: accepted',
      'unsolicited assertion in a response with a known InResponseTo (node-saml #433): accepted',
      'issuer is another IdP: accepted',
      'status Requester with an assertion: accepted',
      'two attributes named email: accepted',
      'no NameID, attribute named nameID: accepted, with the wrong NameID',
    ])
  })
})
