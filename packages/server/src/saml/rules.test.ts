import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readCertificate } from './certificates.ts'
import { decodeMessage, messageRules, metadataRules, readXml } from './read-xml.ts'
import { SamlError } from './saml-error.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'
import { algorithms, connection, createDocuments } from './vectors/documents.suite.ts'
import { createIdentity } from './vectors/identity.suite.ts'
import { certificateOf, connectionTo, failures, read } from './vectors/reading.suite.ts'

const now = Date.parse('2027-01-15T08:00:00Z')
const minute = 60_000
const idp = createIdentity('idp.example.com', now)
const { assertion, assertionSigned, responseSigned, response, sign } = createDocuments({ now, idp })
const settings = connectionTo(idp)

/** The code with which a document is rejected; null if it is read. */
function codeOf(action: () => unknown): string | null {
  try {
    action()
    return null
  } catch (error) {
    if (!(error instanceof SamlError)) throw error
    return error.code
  }
}

const codeOfXml = (xml: string, rules = messageRules): string | null => codeOf(() => readXml(xml, rules))
const nested = (depth: number): string => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
const withAttributes = (count: number): string =>
  `<a ${Array.from({ length: count }, (_, n) => `a${n}=""`).join(' ')}/>`

describe('the XML reader', () => {
  it.each([
    ['262,144 bytes', (extra: number) => `<a>${'x'.repeat(262_144 - 7 + extra)}</a>`, 'document_size'],
    ['262,144 bytes in 3-byte characters', (extra: number) => `<a>${'€'.repeat(87_379 + extra)}</a>`, 'document_size'],
    ['2,000 elements', (extra: number) => `<a>${'<b/>'.repeat(1_999 + extra)}</a>`, 'xml_limits'],
    ['32 levels', (extra: number) => nested(32 + extra), 'xml_limits'],
    ['64 attributes', (extra: number) => withAttributes(64 + extra), 'xml_limits'],
    [
      '3,500 attributes',
      (extra: number) => `<a>${withAttributes(35).repeat(100)}<b ${'c=""'.repeat(extra)}/></a>`,
      'xml_limits',
    ],
    ['16,000 references', (extra: number) => `<a>${'&lt;'.repeat(15_998 + extra)}</a>`, 'xml_limits'],
    ['16,000 line ends', (extra: number) => `<a b="\n">${'\r'.repeat(15_995 + extra)}</a>`, 'xml_limits'],
    ['16,000 quotes', (extra: number) => `<a b='${'"'.repeat(15_998 + extra)}'></a>`, 'xml_limits'],
    ['16,000 tabs', (extra: number) => `<a b='${'\t'.repeat(15_998 + extra)}'></a>`, 'xml_limits'],
    ['16,000 closing brackets', (extra: number) => `<a>${'>'.repeat(15_998 + extra)}</a>`, 'xml_limits'],
  ])('reads %s, and rejects one more [B-SAML-02]', (_, document, code) => {
    expect([codeOfXml(document(0)), codeOfXml(document(1))]).toEqual([null, code])
  })

  it.each([
    ['<!DOCTYPE a><a/>', 'xml_doctype'],
    ['<?x y?><a/>', 'xml_processing_instruction'],
    ['<a><?x y?></a>', 'xml_processing_instruction'],
    ['<a/><!-- -->', 'xml_comment'],
    ['<a><![CDATA[]]></a>', 'xml_cdata'],
    ['<a/>x', 'xml_malformed'],
    ['x<a/>', 'xml_malformed'],
    ['<a>&e;</a>', 'xml_malformed'],
    ['<a>&#0;</a>', 'xml_malformed'],
    ['<a b="<"/>', 'xml_malformed'],
    ['<a b=""b=""/>', 'xml_malformed'],
    ['<p:a/>', 'xml_malformed'],
    ['', 'xml_malformed'],
    ['<?xml version="1.1"?><a/>', 'xml_malformed'],
    ['<?xml version="1.0" encoding="utf-16"?><a/>', 'document_encoding'],
    ['<a xmlns="a&amp;b"/>', 'xml_namespace'],
    ['<a xmlns:p=" urn:a"/>', 'xml_namespace'],
    ['<a xmlns:p="urn:&#10;a"/>', 'xml_namespace'],
    ['<a Id="1"/>', 'xml_id'],
    ['<a xmlns:p="urn:p" p:id="1"/>', 'xml_id'],
    ['<a ID="1"><b ID="1"/></a>', 'xml_id'],
  ])('rejects %s [B-SAML-03]', (xml, code) => {
    expect(codeOfXml(xml)).toBe(code)
  })

  it.each([
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<a/>\n',
    '\ufeff<a/>',
    '<a xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData Id="1"/></a>',
    '<__proto__ constructor="1"/>',
  ])('reads %s', (xml) => {
    expect(codeOfXml(xml)).toBe(null)
  })

  it('skips comments and processing instructions of metadata only', () => {
    const { children } = readXml('<a>1<!-- x --><?p q?>2</a>', metadataRules)
    expect(children).toEqual(['1', '2'])
    expect(codeOfXml('<!DOCTYPE a><a/>', metadataRules)).toBe('xml_doctype')
  })

  it('decodes the form field of a browser', () => {
    const decoded = (bytes: Uint8Array | string): string | null =>
      codeOf(() => decodeMessage(Buffer.from(bytes).toString('base64')))
    expect(decodeMessage(Buffer.from('<é/>').toString('base64').replace(/.{4}/g, '$&\r\n'))).toBe('<é/>')
    expect([decoded('<a/>'), decoded(Uint8Array.of(0xc3, 0x28))]).toEqual([null, 'document_encoding'])
    expect(codeOf(() => decodeMessage('PGEvPg=!'))).toBe('document_encoding')
    expect(codeOf(() => decodeMessage('A'.repeat(600_000)))).toBe('document_size')
  })
})

describe('the structure of a response', () => {
  const valid = assertionSigned()
  it.each([
    ['a request', valid.replaceAll('samlp:Response', 'samlp:AuthnRequest'), 'not_a_response'],
    ['SAML 1.1', valid.replace('Version="2.0"', 'Version="1.1"'), 'not_a_response'],
    ['no assertion', response(''), 'assertion_count'],
    [
      'a second assertion, encrypted',
      response(`${assertion()}<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>`),
      'assertion_count',
    ],
    ['no status', valid.replace(/<samlp:Status>.*<\/samlp:Status>/, ''), 'status'],
    ['an assertion without ID', response(assertion().replace(/ ID="[^"]*"/, '')), 'assertion_malformed'],
  ])('rejects %s [B-SAML-04]', (_, xml, code) => {
    expect(failures(read(xml, settings, now))).toEqual([code])
  })

  it('names the failure that the identity provider reports', () => {
    const failed = response('').replace(
      /<samlp:Status>.*<\/samlp:Status>/,
      '<samlp:Status><samlp:StatusCode Value="urn:r"><samlp:StatusCode Value="urn:denied"/></samlp:StatusCode><samlp:StatusMessage>Not assigned</samlp:StatusMessage></samlp:Status>',
    )
    const { checks } = read(failed, settings, now)
    expect(checks.at(-1)).toEqual({
      ...{ check: 'status', outcome: 'failed', code: 'status' },
      ...{ expected: 'urn:oasis:names:tc:SAML:2.0:status:Success', got: 'urn:r, urn:denied, Not assigned' },
    })
  })
})

describe('a signature', () => {
  const valid = assertionSigned()
  const digest = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>'
  const transform = `<ds:Transform Algorithm="${algorithms.exclusive}"/>`
  it.each([
    [
      'a reference to the response',
      valid.replace(/URI="#[^"]+"/, `URI="#${/Response [^>]*ID="([^"]+)"/.exec(valid)?.[1]}"`),
      'signature_reference',
    ],
    ['no transforms', valid.replace(/<ds:Transforms>.*<\/ds:Transforms>/, '<ds:Transforms/>'), 'signature_transforms'],
    ['one transform', valid.replace(transform, ''), 'signature_transforms'],
    [
      'the transforms in another order',
      valid.replace(/(<ds:Transform [^>]*enveloped[^>]*\/>)(<ds:Transform [^>]*\/>)/, '$2$1'),
      'signature_transforms',
    ],
    [
      'inclusive canonicalization',
      valid.replaceAll(algorithms.exclusive, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'),
      'signature_transforms',
    ],
    [
      '17 inclusive prefixes',
      valid.replace(
        transform,
        `<ds:Transform Algorithm="${algorithms.exclusive}"><e:InclusiveNamespaces xmlns:e="${algorithms.exclusive}" PrefixList="${'a '.repeat(17)}"/></ds:Transform>`,
      ),
      'signature_transforms',
    ],
    [
      'a digest that is not known',
      valid.replace(digest, '<ds:DigestMethod Algorithm="urn:md5"/>'),
      'signature_algorithm',
    ],
    ['no digest method', valid.replace(digest, ''), 'signature_reference'],
    [
      'a signature value that is changed',
      valid.replace(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA'),
      'signature_value',
    ],
    ['an object', valid.replace('</ds:Signature>', '<ds:Object/></ds:Signature>'), 'signature_structure'],
  ])('with %s is rejected [B-SAML-05]', (_, xml, code) => {
    expect(xml).not.toBe(valid)
    expect(failures(read(xml, settings, now))).toEqual([code])
  })

  it('needs a certificate of the connection, whatever KeyInfo contains [B-SAML-06]', () => {
    const other = createIdentity('other.example.com', now)
    const theirs = assertionSigned({ signer: other })
    const result = read(theirs, settings, now)
    expect(result.checks.find(({ outcome }) => outcome === 'failed')).toEqual({
      ...{ check: 'signature', outcome: 'failed', code: 'signature_key_unknown' },
      ...{ expected: certificateOf(idp).fingerprint, got: certificateOf(other).fingerprint },
    })
    const both = { ...settings, certificates: [certificateOf(idp), certificateOf(other)] }
    for (const xml of [valid, theirs, theirs.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/, '')])
      expect(failures(read(xml, both, now))).toEqual([])
    expect(failures(read(theirs, { ...settings, certificates: [] }, now))).toEqual(['signature_key_unknown'])
  })

  it('may use SHA-1 until the date of the connection, and HMAC never [B-SAML-07]', () => {
    const sha1 = assertionSigned({ signature: algorithms.rsaSha1, digest: algorithms.sha1 })
    const until = (sha1Until: number | null) => failures(read(sha1, { ...settings, sha1Until }, now))
    expect([until(null), until(now), until(now + 1)]).toEqual([['signature_algorithm'], ['signature_algorithm'], []])
    const signer = { ...idp, privateKey: idp.certificate }
    const hmac = sign(response(assertion()), 'Assertion', { signer, signature: algorithms.hmacSha1 })
    expect(failures(read(hmac, { ...settings, sha1Until: now + 1 }, now))).toEqual(['signature_algorithm'])
  })

  it('by an expired certificate gives a warning, or is rejected', () => {
    const later = now + 366 * 86_400_000
    const documents = createDocuments({ now: later, idp })
    const outcomes = (['warn', 'refuse'] as const).map((expiredCertificate) => {
      const result = read(documents.assertionSigned(), { ...settings, expiredCertificate }, later)
      return [result.kind, result.checks.find(({ code }) => code === 'certificate_expired')?.outcome]
    })
    expect(outcomes).toEqual([
      ['accepted', 'warning'],
      ['refused', 'failed'],
    ])
  })
})

describe('the profile', () => {
  const at = (ms: number): string => new Date(now + ms).toISOString()

  it('allows 60 seconds between the clocks [B-SAML-09]', () => {
    const from = (ms: number) => failures(read(assertionSigned({ notBefore: at(ms) }), settings, now))
    const until = (ms: number) => failures(read(assertionSigned({ notOnOrAfter: at(ms) }), settings, now))
    expect([from(minute), from(minute + 1)]).toEqual([[], ['not_yet_valid']])
    expect([until(1 - minute), until(-minute)]).toEqual([[], ['expired']])
  })

  it.each([
    [
      'an issue time in 10 minutes',
      assertion().replace(/IssueInstant="[^"]*"/, `IssueInstant="${at(600_000)}"`),
      'not_yet_valid',
    ],
    ['a time without zone', assertion({ notBefore: '2027-01-15T08:00:00' }), 'not_yet_valid'],
    ['an end that is no time', assertion({ notOnOrAfter: 'tomorrow' }), 'expired'],
    [
      'a session that ended',
      assertion().replace('SessionIndex="_s1"', `SessionIndex="_s1" SessionNotOnOrAfter="${at(-600_000)}"`),
      'expired',
    ],
    ['no AuthnStatement', assertion().replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''), 'authn_statement'],
    ['another confirmation method', assertion().replace('cm:bearer', 'cm:sender-vouches'), 'subject_confirmation'],
    [
      'a condition that is not known',
      assertion().replace('<saml:AudienceRestriction>', '<saml:Condition/><saml:AudienceRestriction>'),
      'conditions',
    ],
    [
      'a second restriction to another audience',
      assertion().replace(
        '</saml:Conditions>',
        '<saml:AudienceRestriction><saml:Audience>urn:other</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
      ),
      'audience',
    ],
    ['markup in the NameID', assertion({ nameId: 'ada<b>@acme.example</b>' }), 'attribute_missing'],
    ['markup in the mapped attribute', assertion({ email: '<b>ada@acme.example</b>' }), 'attribute_missing'],
    ['no mapped attribute', assertion().replace('Name="email"', 'Name="mail"'), 'attribute_missing'],
  ])('rejects %s [B-SAML-09] [B-SAML-11]', (_, content, code) => {
    expect(failures(read(sign(response(content), 'Assertion'), settings, now))).toEqual([code])
  })

  it('requires the issuer of a signed response, and the request of the response if it names one [B-SAML-09]', () => {
    const issuer = /<saml:Issuer xmlns:saml="[^"]+">[^<]+<\/saml:Issuer>/
    const signed = sign(response(assertion()), 'Assertion')
    expect(failures(read(signed.replace(issuer, ''), settings, now))).toEqual([])
    expect(
      failures(
        read(
          signed.replace(issuer, (tag) => tag.replace('idp.', 'evil.')),
          settings,
          now,
        ),
      ),
    ).toEqual(['issuer'])
    const bare = response(assertion()).replace(
      `</samlp:Status>`,
      '</samlp:Status><saml:Issuer xmlns:saml="urn:other">x</saml:Issuer>',
    )
    expect(failures(read(sign(bare.replace(issuer, ''), 'Response'), settings, now))).toEqual(['issuer'])
    const other = signed.replace(`InResponseTo="${connection.requestId}"`, 'InResponseTo="_other"')
    expect(failures(read(other, settings, now))).toEqual(['in_response_to'])
  })

  it('reads a thousand groups that each declare their type, as Keycloak and Okta send them [B-SAML-02]', () => {
    const type =
      'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"'
    const values = Array.from(
      { length: 1_000 },
      (_, index) => `<saml:AttributeValue ${type}>group-${index}</saml:AttributeValue>`,
    )
    const more = `<saml:Attribute Name="groups">${values.join('\n')}</saml:Attribute>`
    const result = read(assertionSigned({ moreAttributes: more }), settings, now)
    expect(result.kind === 'accepted' && result.assertion.attributes.get('groups')).toHaveLength(1_000)
  })

  it('reads attributes with several values, and everything else that a sign-in needs', () => {
    const more =
      '<saml:Attribute Name="groups"><saml:AttributeValue> a </saml:AttributeValue><saml:AttributeValue>b</saml:AttributeValue></saml:Attribute>'
    const result = read(responseSigned({ moreAttributes: more }), settings, now)
    expect(result).toMatchObject({
      kind: 'accepted',
      certificates: settings.certificates,
      assertion: {
        ...{ nameId: 'ada@acme.example', nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' },
        ...{ issuer: connection.idpEntityId, sessionIndex: '_s1', notOnOrAfter: now + 300_000 + minute },
        attributes: new Map([
          ['email', ['ada@acme.example']],
          ['groups', ['a', 'b']],
        ]),
        authnContext: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      },
    })
    expect(result.checks.every(({ outcome }) => outcome === 'passed')).toBe(true)
  })
})

describe('a certificate', () => {
  const certify = (privateKey: Parameters<typeof createSelfSignedCertificate>[0]['privateKey']): string =>
    createSelfSignedCertificate({
      ...{ privateKey, name: 'idp', serial: new Uint8Array(16) },
      ...{ notBefore: Date.parse('2027-01-01T00:00:00Z'), notAfter: Date.parse('2050-01-01T00:00:00Z') },
    })

  it('is read from PEM and from base64, with its time', () => {
    const pem = certify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
    const bare = pem.replace(/-----[A-Z ]+-----/g, '')
    for (const text of [pem, bare])
      expect(readCertificate(text)).toMatchObject({
        ...{ pem, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) },
        ...{ notBefore: Date.parse('2027-01-01T00:00:00Z'), notAfter: Date.parse('2050-01-01T00:00:00Z') },
      })
  })

  it('is rejected with a short key, a key of another kind, or without one', () => {
    const weak = certify(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey)
    const curve = certify(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey)
    const texts = [weak, curve, '', 'AAAA', 'A'.repeat(20_000)]
    expect(texts.map(readCertificate)).toEqual(['weak_key', 'unsupported_key', 'malformed', 'malformed', 'malformed'])
  })
})
