// The cases of two public test corpora: `test/static` of node-saml and `tests/data` of python3-saml (both MIT). Their files
// are signed with SHA-1 or short keys, which would hide every other rule, so each case is made here with its shape.
import { describe, expect, it } from 'vitest'
import { algorithms, connection, createDocuments, member, victim } from './vectors/documents.suite.ts'
import { createIdentity } from './vectors/identity.suite.ts'
import { connectionTo, failures, read } from './vectors/reading.suite.ts'

const now = Date.parse('2027-01-15T08:00:00Z')
const idp = createIdentity('idp.example.com', now)
const attacker = createIdentity('attacker.example.com', now)
const documents = createDocuments({ now, idp })
const { assertion, response, sign, at, assertionSigned, responseSigned, bothSigned } = documents
const settings = connectionTo(idp)

const withAssertion = (content: string): string => sign(response(content), 'Assertion')
const changed = (from: string | RegExp, to: string): string => withAssertion(replaced(assertion(), from, to))
const attribute = (name: string, content: string, more = ''): string =>
  `<saml:Attribute Name="${name}"${more}>${content}</saml:Attribute>`
const value = (text: string): string => `<saml:AttributeValue>${text}</saml:AttributeValue>`

function replaced(xml: string, from: string | RegExp, to: string): string {
  const result = xml.replace(from, () => to)
  if (result === xml) throw new Error(`The document does not contain ${from}.`)
  return result
}

const signatureOf = (xml: string): string => /<ds:Signature.*?<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
const referenceOf = (xml: string): string => /<ds:Reference.*?<\/ds:Reference>/s.exec(xml)?.[0] ?? ''
const uriOf = (xml: string): string => /URI="([^"]*)"/.exec(xml)?.[1] ?? ''
const confirmation = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/
const data = /<saml:SubjectConfirmationData[^>]*>/
const assertionPattern = /<saml:Assertion.*<\/saml:Assertion>/s

const forged = assertion({ nameId: victim, email: victim })
const root = responseSigned()
const byAssertion = assertionSigned()
const indented = (xml: string): string => xml.replaceAll('><', '>\n  <')
const dataWith = (recipient: string): string =>
  `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${connection.requestId}" NotOnOrAfter="${at(300_000)}" Recipient="${recipient}"/></saml:SubjectConfirmation>`

type Case = readonly [name: string, xml: string, code: string | null]

const nodeSaml: readonly Case[] = [
  ['valid/response.root-signed.assertion-signed', bothSigned(), null],
  ['valid/response.root-signed.assertion-unsigned', root, null],
  ['valid/response.root-unsigned.assertion-signed', byAssertion, null],
  ['valid/… with CRLF', responseSigned().replaceAll('\n', '\r\n'), null],
  [
    'valid/… with CRLF in signed text',
    sign(response(indented(assertion())), 'Response').replaceAll('\n', '\r\n'),
    null,
  ],
  ['valid/… with CR in signed text', sign(response(indented(assertion())), 'Response').replaceAll('\n', '\r'), null],
  [
    'valid/response.root-signed.assertion-unsigned-13',
    responseSigned({ moreAttributes: attribute('note', value('a&#13;b')) }),
    null,
  ],
  [
    'valid/response.root-signed.assertion-unsigned-xd',
    responseSigned({ moreAttributes: attribute('note', value('a&#xd;b')) }),
    null,
  ],
  // RSA-PSS is no algorithm of the connection.
  [
    'valid/response.root-signed.assertion-unsigned.sha256-rsa-mgf1',
    replaced(root, algorithms.rsaSha256, 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'),
    'signature_algorithm',
  ],
  [
    'valid/response.root-signed-2references.assertion-signed',
    replaced(bothSigned(), '</ds:Reference>', `</ds:Reference>${referenceOf(byAssertion)}`),
    'signature_reference',
  ],
  [
    'valid/response.root-signed.message-signed-double-subjectconfirmation',
    changed(confirmation, dataWith('https://other.example.com/acs') + dataWith(connection.acsUrl)),
    null,
  ],
  [
    'response.root-signed.message-signed-double-subjectconfirmation_2',
    changed(confirmation, dataWith('https://other.example.com/acs').repeat(2)),
    'recipient',
  ],
  ['response.root-signed.message-signed-empty-subjectconfirmation', changed(data, ''), 'subject_confirmation'],
  ['response.root-signed.message-signed-no-subjectconfirmation', changed(confirmation, ''), 'subject_confirmation'],
  // Assertions in an Advice are not needed, and readers have confused them with the one that counts.
  ...[1, 2].map(
    (count): Case => [
      `valid/response.root-signed.assertion-signed.${count}advice-unsigned`,
      changed(
        '</saml:Conditions>',
        `</saml:Conditions><saml:Advice>${Array.from({ length: count }, () => assertion()).join('')}</saml:Advice>`,
      ),
      'assertion_misplaced',
    ],
  ),
  [
    'invalid/response.root-carries-assertion-signature.assertion-unsigned',
    replaced(
      replaced(byAssertion, signatureOf(byAssertion), ''),
      '<samlp:Status>',
      `${signatureOf(byAssertion)}<samlp:Status>`,
    ),
    'signature_reference',
  ],
  [
    'invalid/response.root-resigned-by-attacker-assertion-unsigned-attackers-cert-at-keyinfo',
    responseSigned({ signer: attacker, nameId: victim, email: victim }),
    'signature_key_unknown',
  ],
  [
    'invalid/response.root-signed-2references.assertion-unsigned',
    replaced(root, '</ds:Reference>', `</ds:Reference>${referenceOf(root)}`),
    'signature_reference',
  ],
  [
    'invalid/response.root-signed-twice.assertion-unsigned',
    replaced(root, '</ds:Signature>', `</ds:Signature>${signatureOf(root)}`),
    'signature_misplaced',
  ],
  [
    'invalid/response.root-signed-uri-with-quote.assertion-unsigned',
    replaced(root, /URI="#[^"]*"/, `URI="#x&quot; or @ID=&quot;${uriOf(root).slice(1)}"`),
    'signature_reference',
  ],
  [
    'invalid/response.root-signed-uri-without-hash.assertion-unsigned',
    replaced(root, /URI="#/, 'URI="'),
    'signature_reference',
  ],
  ['invalid/response.root-signed.multiple-root-elements', `${root}${root}`, 'xml_malformed'],
  [
    'invalid/response.root-unsigned.assertion-signed.assertion-unsigned',
    replaced(byAssertion, '</samlp:Response>', `${forged}</samlp:Response>`),
    'assertion_count',
  ],
  ['invalid/response.root-unsigned.assertion-unsigned', response(assertion()), 'unsigned'],
  ['invalid/response.root-signed.assertion-unsigned', replaced(root, assertionPattern, forged), 'signature_digest'],
  [
    'invalid/response.root-signed.assertion-invalidly-signed',
    sign(replaced(byAssertion, `<saml:AttributeValue>${member}`, `<saml:AttributeValue>${victim}`), 'Response'),
    'signature_digest',
  ],
  [
    'invalid/response.root-signed-transforms.assertion-unsigned',
    replaced(
      root,
      '</ds:Transforms>',
      `${`<ds:Transform Algorithm="${algorithms.exclusive}"/>`.repeat(3)}</ds:Transforms>`,
    ),
    'signature_transforms',
  ],
]

const python3Saml: readonly Case[] = [
  ['valid_response_with_unsigned_assertion', root, null],
  ['pretty_signed_message_response', sign(indented(response(assertion())), 'Response'), null],
  [
    'valid_response_with_namequalifier',
    changed(
      '<saml:NameID ',
      `<saml:NameID NameQualifier="${connection.idpEntityId}" SPNameQualifier="${connection.spEntityId}" `,
    ),
    null,
  ],
  [
    'response1_with_duplicate_friendlynames',
    assertionSigned({
      moreAttributes: ['uid', 'cn'].map((name) => attribute(name, value('x'), ' FriendlyName="same"')).join(''),
    }),
    null,
  ],
  [
    'response1_with_duplicate_attributes',
    assertionSigned({ moreAttributes: attribute('email', value(victim)) }),
    'attribute_duplicate',
  ],
  [
    'response_with_nested_nameid_values',
    assertionSigned({
      moreAttributes: attribute('eduPersonTargetedID', value(`<saml:NameID>${victim}</saml:NameID>`)),
    }),
    null,
  ],
  ['valid_response_without_inresponseto', assertionSigned({ inResponseTo: '' }), 'in_response_to'],
  ['unsigned_response', response(assertion()), 'unsigned'],
  [
    'expired_response',
    assertionSigned({ notOnOrAfter: at(-600_000), confirmationNotOnOrAfter: at(-600_000) }),
    'expired',
  ],
  ['no_audience', assertionSigned({ audience: '' }), 'audience'],
  [
    'response_with_empty_assertion_reference_uri',
    replaced(byAssertion, /URI="[^"]*"/, 'URI=""'),
    'signature_reference',
  ],
  ['response_without_assertion_reference_uri', replaced(byAssertion, / URI="[^"]*"/, ''), 'signature_reference'],
  ['response_without_reference_uri', replaced(root, / URI="[^"]*"/, ''), 'signature_reference'],
  // An encrypted name is not decrypted, unlike an encrypted assertion.
  [
    'response_encrypted_nameid',
    changed(
      /<saml:NameID.*<\/saml:NameID>/,
      '<saml:EncryptedID><x:EncryptedData xmlns:x="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedID>',
    ),
    'attribute_missing',
  ],
  [
    'invalids/encrypted_attrs',
    changed(
      /<saml:Attribute Name.*<\/saml:Attribute>/,
      '<saml:EncryptedAttribute><x:EncryptedData xmlns:x="http://www.w3.org/2001/04/xmlenc#"/></saml:EncryptedAttribute>',
    ),
    'attribute_missing',
  ],
  ['invalids/empty_destination', responseSigned({ destination: '' }), 'destination'],
  ['invalids/empty_nameid', assertionSigned({ nameId: '' }), 'attribute_missing'],
  ['invalids/no_nameid', changed(/<saml:NameID.*<\/saml:NameID>/, ''), 'attribute_missing'],
  ['invalids/invalid_audience', assertionSigned({ audience: 'https://other.example.com' }), 'audience'],
  ['invalids/invalid_issuer_assertion', withAssertion(assertion({ issuer: 'https://evil.example.com' })), 'issuer'],
  [
    'invalids/invalid_issuer_message',
    sign(response(assertion(), { issuer: 'https://evil.example.com' }), 'Response'),
    'issuer',
  ],
  [
    'invalids/invalid_sessionindex',
    changed('SessionIndex=', `SessionNotOnOrAfter="${at(-600_000)}" SessionIndex=`),
    'expired',
  ],
  [
    'invalids/invalid_subjectconfirmation_inresponse',
    withAssertion(assertion({ inResponseTo: '_other' })),
    'in_response_to',
  ],
  [
    'invalids/invalid_subjectconfirmation_nb',
    changed('<saml:SubjectConfirmationData', `<saml:SubjectConfirmationData NotBefore="${at(600_000)}"`),
    'not_yet_valid',
  ],
  ['invalids/invalid_subjectconfirmation_noa', assertionSigned({ confirmationNotOnOrAfter: at(-600_000) }), 'expired'],
  [
    'invalids/invalid_subjectconfirmation_recipient',
    assertionSigned({ recipient: 'https://other.example.com/acs' }),
    'recipient',
  ],
  ['invalids/no_subjectconfirmation_data', changed(data, ''), 'subject_confirmation'],
  ['invalids/no_subjectconfirmation_method', changed(/ Method="[^"]*"/, ''), 'subject_confirmation'],
  ['invalids/not_before_failed', assertionSigned({ notBefore: at(600_000) }), 'not_yet_valid'],
  ['invalids/no_authnstatement', changed(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''), 'authn_statement'],
  [
    'invalids/signed_assertion_response with two assertions',
    replaced(byAssertion, '</samlp:Response>', `${assertion()}</samlp:Response>`),
    'assertion_count',
  ],
  [
    'invalids/signature_wrapping_attack2',
    replaced(
      byAssertion,
      assertionPattern,
      `${forged}<samlp:Extensions>${assertionPattern.exec(byAssertion)?.[0]}</samlp:Extensions>`,
    ),
    'assertion_misplaced',
  ],
  [
    'artifact_response_invalid',
    `<samlp:ArtifactResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a" Version="2.0" IssueInstant="${at(0)}">${root}</samlp:ArtifactResponse>`,
    'not_a_response',
  ],
]

describe.each([
  ['node-saml', nodeSaml],
  ['python3-saml', python3Saml],
] as const)('the cases of the tests of %s', (_, cases) => {
  it.each(cases)('%s gives the expected result [B-SAML-04] [B-SAML-05] [B-SAML-09]', (_name, xml, code) => {
    const result = read(xml, settings, now)
    expect(failures(result)).toEqual(code === null ? [] : [code])
    if (result.kind === 'refused') return
    // Whatever else a document contains, the person is the one who was signed.
    expect([result.assertion.nameId, result.assertion.attributes.get('email')]).toEqual([member, [member]])
  })
})

it('keeps references to carriage returns, and reads no text from nested elements [B-SAML-11]', () => {
  const valuesOf = (xml: string, name: string) => {
    const result = read(xml, settings, now)
    return result.kind === 'accepted' ? result.assertion.attributes.get(name) : result.code
  }
  const noted = responseSigned({ moreAttributes: attribute('note', value('a&#13;b')) })
  const nested = assertionSigned({ moreAttributes: attribute('id', value(`<saml:NameID>${victim}</saml:NameID>`)) })
  expect([valuesOf(noted, 'note'), valuesOf(nested, 'id')]).toEqual([['a\rb'], []])
})
