// The 73 vectors. Each has a name, the document, what a strict service provider does with it, and why.
import { algorithms, createDocuments, digestOfAssertion, type Identity, member, victim } from './documents.suite.ts'
import { wrappings } from './wrapping.suite.ts'

/** Readers that stop at a comment, processing instruction or CDATA section see the victim instead of the signed text. */
const longAddress = `${victim}.evil.example`

function match(xml: string, pattern: RegExp): string {
  const [found] = pattern.exec(xml) ?? []
  if (found === undefined) throw new Error(`The document does not match ${pattern}.`)
  return found
}

const assertionPattern = /<saml:Assertion.*<\/saml:Assertion>/s
const signaturePattern = /<ds:Signature.*<\/ds:Signature>/s
const attribute = (name: string, value: string): string =>
  `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`

export interface Vector {
  name: string
  xml: string
  reason: string
  expect: 'accept' | 'refuse' | 'policy'
  /** What Latchkey does. */
  decision: 'accept' | 'refuse'
  /** Values that no reader may return from the document. */
  mustNotRead?: { nameId?: string; email?: string }
}

/** A `policy` vector carries a valid signature, so that a reader must decide. */
export function createVectors({
  otherIdp,
  ...made
}: Parameters<typeof createDocuments>[0] & { otherIdp: Identity }): Vector[] {
  const { idp } = made
  const { at, assertion, response, sign, assertionSigned, responseSigned, bothSigned } = createDocuments(made)
  const vectors: Vector[] = []
  const accept = (name: string, xml: string, reason: string) =>
    vectors.push({ name, xml, expect: 'accept', decision: 'accept', reason })
  const refuse = (name: string, xml: string, reason: string) =>
    vectors.push({ name, xml, expect: 'refuse', decision: 'refuse', reason })
  const policy = (
    name: string,
    xml: string,
    decision: Vector['decision'],
    reason: string,
    mustNotRead?: Vector['mustNotRead'],
  ) => vectors.push({ name, xml, expect: 'policy', decision, reason, ...(mustNotRead && { mustNotRead }) })

  // --- Valid -------------------------------------------------------------------------------------------------------
  accept('valid, assertion signed', assertionSigned(), 'The assertion carries a valid signature.')
  accept('valid, response signed', responseSigned(), 'The response signature covers the assertion.')
  accept('valid, assertion and response signed', bothSigned(), 'Both signatures are valid.')

  // --- Signature wrapping ------------------------------------------------------------------------------------------
  const wrapped = 'The signed element was moved or copied and a forged element is read in its place.'
  for (const id of ['XSW1', 'XSW2'] as const) refuse(`${id}, response signed`, wrappings[id](responseSigned()), wrapped)
  for (const id of ['XSW3', 'XSW4', 'XSW5', 'XSW6', 'XSW7', 'XSW8', 'XSW10', 'XSW1', 'XSW2'] as const)
    refuse(`${id}, assertion signed`, wrappings[id](assertionSigned()), wrapped)
  for (const id of ['XSW3', 'XSW4', 'XSW5', 'XSW6', 'XSW7', 'XSW8'] as const)
    refuse(`${id}, assertion and response signed`, wrappings[id](bothSigned()), wrapped)

  // --- Text that a reader can truncate -----------------------------------------------------------------------------
  refuse(
    'comment in NameID, text added after signing',
    assertionSigned({ nameId: victim, email: victim }).replace(
      `${victim}</saml:NameID>`,
      `${victim}<!---->.evil.example</saml:NameID>`,
    ),
    'The text after the comment is not part of the signed content, so the digest does not match.',
  )
  const wholeOrRefuse = (construct: string): string =>
    `The signed text is ${longAddress}. A reader that stops at the ${construct} returns the victim. Refuse the construct.`
  policy(
    'comment in NameID, whole text signed',
    assertionSigned({ nameId: longAddress, email: 'x@evil.example' }).replace(
      longAddress,
      `${victim}<!---->.evil.example`,
    ),
    'refuse',
    wholeOrRefuse('comment'),
    { nameId: victim },
  )
  policy(
    'processing instruction in NameID',
    assertionSigned({ nameId: `${victim}<?x y?>.evil.example` }),
    'refuse',
    wholeOrRefuse('processing instruction'),
    { nameId: victim },
  )
  policy(
    'CDATA section in NameID',
    assertionSigned({ nameId: `${victim}<![CDATA[.evil.example]]>` }),
    'refuse',
    wholeOrRefuse('CDATA section'),
    { nameId: victim },
  )
  policy(
    'comment in the email attribute, whole text signed',
    assertionSigned({ email: longAddress }).replace(longAddress, `${victim}<!-- x -->.evil.example`),
    'refuse',
    wholeOrRefuse('comment'),
    { email: victim },
  )

  // --- Signature contents ------------------------------------------------------------------------------------------
  {
    const forged = assertionSigned().replaceAll(member, victim)
    const digest = digestOfAssertion(forged)
    refuse(
      'comment with a forged digest in DigestValue (CVE-2025-29775)',
      forged.replace(/<ds:DigestValue>/, `<ds:DigestValue><!--${digest}-->`),
      'The digest is read from a comment; the signed digest does not match the content.',
    )
  }
  {
    const signed = assertionSigned()
    const signedInfo = match(signed, /<ds:SignedInfo>.*?<\/ds:SignedInfo>/s)
    const forged = signed.replaceAll(member, victim)
    const forgedInfo = signedInfo.replace(/<ds:DigestValue>[^<]+/, `<ds:DigestValue>${digestOfAssertion(forged)}`)
    const reason = 'A signature has exactly one SignedInfo: one of the two is not signed.'
    refuse(
      'two SignedInfo, forged one second (CVE-2025-29774)',
      forged.replace(signedInfo, signedInfo + forgedInfo),
      reason,
    )
    refuse(
      'two SignedInfo, forged one first (CVE-2025-29774)',
      forged.replace(signedInfo, forgedInfo + signedInfo),
      reason,
    )
  }
  {
    const signed = assertionSigned()
    const reference = match(signed, /<ds:Reference .*?<\/ds:Reference>/s)
    refuse(
      'two References in SignedInfo',
      signed.replace(reference, reference + reference),
      'SignedInfo has exactly one Reference.',
    )
  }
  refuse(
    'Reference with an empty URI',
    assertionSigned().replace(/URI="#[^"]+"/, 'URI=""'),
    'The Reference must name the ID of the element that holds the signature.',
  )
  refuse('no signature', response(assertion()), 'Neither the response nor the assertion is signed.')
  refuse(
    'signature element removed',
    assertionSigned().replace(signaturePattern, ''),
    'Neither the response nor the assertion is signed.',
  )
  refuse(
    'signed with another key, its certificate in KeyInfo',
    assertionSigned({ signer: otherIdp }),
    'Trust comes from the certificates of the connection, never from KeyInfo.',
  )
  refuse(
    'content changed after signing',
    assertionSigned().replaceAll(member, victim),
    'The digest does not match the content.',
  )
  refuse(
    'HMAC keyed with the public certificate of the IdP',
    sign(response(assertion({ nameId: victim, email: victim })), 'Assertion', {
      signer: { ...idp, privateKey: idp.certificate },
      signature: algorithms.hmacSha1,
    }),
    'Symmetric algorithms are refused: the certificate is public.',
  )
  policy(
    'SHA-1 signature and digest',
    assertionSigned({ signature: algorithms.rsaSha1, digest: algorithms.sha1 }),
    'refuse',
    'SHA-1 is refused unless the connection has the legacy switch, which has an end date.',
  )

  // --- XML ---------------------------------------------------------------------------------------------------------
  const noDoctype = 'A document type declaration is refused, whatever it contains.'
  refuse('DOCTYPE without entities', `<!DOCTYPE r>${assertionSigned()}`, noDoctype)
  refuse(
    'DOCTYPE with an internal entity in NameID',
    `<!DOCTYPE r [<!ENTITY e "${victim}">]>${assertionSigned().replace(`>${member}</saml:NameID>`, '>&e;</saml:NameID>')}`,
    noDoctype,
  )
  refuse(
    'DOCTYPE with an external entity (XXE)',
    `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/hostname">]>${response(assertion({ nameId: '&e;' }))}`,
    noDoctype,
  )
  {
    const names = [...'abcdefghij']
    const entities = names.map(
      (name, i) => `<!ENTITY ${name} "${i === 0 ? 'a'.repeat(10) : `&${names[i - 1]};`.repeat(10)}">`,
    )
    refuse(
      'DOCTYPE with nested entities (billion laughs)',
      `<!DOCTYPE r [${entities.join('')}]>${response(assertion({ nameId: '&j;' }))}`,
      noDoctype,
    )
  }
  refuse(
    'DOCTYPE with a default ID attribute (CVE-2025-25292)',
    `<!DOCTYPE r [<!ATTLIST saml:Assertion ID CDATA "_x">]>${assertionSigned()}`,
    noDoctype,
  )
  refuse('two root elements', assertionSigned() + assertionSigned(), 'The document is not well-formed.')
  refuse(
    'duplicate ID attribute',
    assertionSigned().replace(/<saml:Assertion (.*?)ID="([^"]+)"/, '<saml:Assertion $1ID="$2" ID="_evil"'),
    'The document is not well-formed.',
  )
  {
    const signed = assertionSigned()
    const id = match(signed, /(?<=<saml:Assertion [^>]*ID=")[^"]+/)
    refuse(
      'ID of the assertion on a second element',
      signed.replace(
        '<samlp:Status>',
        `<samlp:Extensions><x xmlns="urn:x" ID="${id}"/></samlp:Extensions><samlp:Status>`,
      ),
      'An ID must be unique, otherwise the Reference is ambiguous.',
    )
  }
  refuse(
    'assertion in another namespace',
    assertionSigned().replace('xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID', 'xmlns:saml="urn:evil" ID'),
    'Elements are compared by namespace and local name, never by prefix.',
  )

  // --- More than one assertion -------------------------------------------------------------------------------------
  const forgedAssertion = assertion({ nameId: victim, email: victim })
  const oneAssertion = 'The response has exactly one assertion.'
  refuse(
    'second, unsigned assertion after the signed one',
    assertionSigned().replace('</samlp:Response>', `${forgedAssertion}</samlp:Response>`),
    oneAssertion,
  )
  refuse(
    'second, unsigned assertion before the signed one',
    assertionSigned().replace('<saml:Assertion', `${forgedAssertion}<saml:Assertion`),
    oneAssertion,
  )
  {
    const signed = assertionSigned()
    const original = match(signed, assertionPattern)
    const forged = signed.replace(original, forgedAssertion)
    const misplaced = 'An assertion may only be a direct child of the response; the one in that position is not signed.'
    refuse(
      'signed assertion in Extensions, forged one in its position',
      forged.replace('<samlp:Status>', `<samlp:Extensions>${original}</samlp:Extensions><samlp:Status>`),
      misplaced,
    )
    refuse(
      'signed assertion in the Advice of a forged one',
      signed.replace(
        original,
        forgedAssertion.replace('<saml:AuthnStatement', `<saml:Advice>${original}</saml:Advice><saml:AuthnStatement`),
      ),
      misplaced,
    )
    refuse(
      'signed assertion in StatusDetail, forged one in its position',
      forged.replace('</samlp:Status>', `<samlp:StatusDetail>${original}</samlp:StatusDetail></samlp:Status>`),
      misplaced,
    )
  }
  {
    const signed = assertionSigned()
    const content = `<ds:Object><saml:AttributeStatement xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${attribute('email', victim)}</saml:AttributeStatement></ds:Object>`
    const copy = match(signed, signaturePattern).replace('</ds:Signature>', `${content}</ds:Signature>`)
    refuse(
      'second copy of the signature that carries content (xml-crypto #585)',
      signed.replace('<saml:AttributeStatement>', `${copy}<saml:AttributeStatement>`),
      'The enveloped-signature transform removes one signature. A second one is refused.',
    )
  }

  // --- Transforms and canonicalization -----------------------------------------------------------------------------
  const twoTransforms = 'Only enveloped-signature followed by exclusive canonicalization is allowed.'
  refuse(
    'XSLT transform',
    assertionSigned().replace(
      '</ds:Transforms>',
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"/></ds:Transform></ds:Transforms>',
    ),
    twoTransforms,
  )
  refuse(
    'XPath transform',
    assertionSigned().replace(
      '</ds:Transforms>',
      '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(ancestor-or-self::*)</ds:XPath></ds:Transform></ds:Transforms>',
    ),
    twoTransforms,
  )
  policy(
    'canonicalization with comments, comment in NameID signed',
    assertionSigned({ nameId: `${victim}<!---->.evil.example`, c14n: algorithms.exclusiveWithComments }),
    'refuse',
    wholeOrRefuse('comment'),
    { nameId: victim },
  )
  policy(
    'relative namespace URI on the unsigned response',
    assertionSigned().replace('<samlp:Response ', '<samlp:Response xmlns:v="1" '),
    'accept',
    'The declaration is outside the signed element and is not used in it. Canonicalization must not fail open; refusing is allowed.',
  )

  // --- Web Browser SSO profile -------------------------------------------------------------------------------------
  refuse(
    'audience of another service',
    assertionSigned({ audience: 'https://other.example/sp' }),
    'The audience must be our SP entity id.',
  )
  refuse('no AudienceRestriction', assertionSigned({ audience: '' }), 'The audience must be our SP entity id.')
  refuse('no Conditions', assertionSigned({ hasConditions: false }), 'Conditions are required.')
  refuse(
    'recipient of another service',
    assertionSigned({ recipient: 'https://other.example/acs' }),
    'Recipient must be our ACS URL.',
  )
  refuse('no Recipient', assertionSigned({ recipient: '' }), 'Recipient is required.')
  refuse(
    'destination of another service, response signed',
    responseSigned({ destination: 'https://other.example/acs' }),
    'Destination must be our ACS URL.',
  )
  refuse(
    'InResponseTo of another request in the assertion',
    sign(response(assertion({ inResponseTo: '_other' })), 'Assertion'),
    'InResponseTo is checked in the assertion, not only in the response.',
  )
  refuse(
    'unsolicited assertion in a response with a known InResponseTo (node-saml #433)',
    sign(response(assertion({ inResponseTo: '' })), 'Assertion'),
    'InResponseTo of the unsigned response proves nothing about the assertion.',
  )
  refuse('unsolicited response', assertionSigned({ inResponseTo: '' }), 'The response answers no request of ours.')
  refuse(
    'expired 10 minutes ago',
    assertionSigned({ notOnOrAfter: at(-600_000), confirmationNotOnOrAfter: at(-600_000) }),
    'NotOnOrAfter has passed.',
  )
  refuse('valid in 10 minutes', assertionSigned({ notBefore: at(600_000) }), 'NotBefore is in the future.')
  refuse(
    'only the subject confirmation expired',
    assertionSigned({ confirmationNotOnOrAfter: at(-600_000) }),
    'NotOnOrAfter of SubjectConfirmationData has passed.',
  )
  refuse(
    'no NotOnOrAfter',
    sign(response(assertion().replace(/ NotOnOrAfter="[^"]+"/g, '')), 'Assertion'),
    'NotOnOrAfter of SubjectConfirmationData is required.',
  )
  refuse(
    'issuer is another IdP',
    assertionSigned({ issuer: 'https://evil.example/idp' }),
    'Issuer must be the entity id of the connection.',
  )
  refuse(
    'status Requester with an assertion',
    assertionSigned().replace('status:Success', 'status:Requester'),
    'The status is not Success.',
  )

  // --- Attributes --------------------------------------------------------------------------------------------------
  policy(
    'attribute named __proto__',
    assertionSigned({ moreAttributes: attribute('__proto__', '<a xmlns="">1</a>') }),
    'accept',
    'Attribute names are data. The reader must not write to Object.prototype; refusing is allowed.',
  )
  policy(
    'two attributes named email',
    assertionSigned({ moreAttributes: attribute('email', victim) }),
    'refuse',
    'The mapped value is ambiguous, and readers disagree on which one counts.',
    { email: victim },
  )
  policy(
    'no NameID, attribute named nameID',
    sign(
      response(assertion({ moreAttributes: attribute('nameID', victim) }).replace(/<saml:NameID.*<\/saml:NameID>/, '')),
      'Assertion',
    ),
    'refuse',
    'The NameID is read from the NameID element only.',
    { nameId: victim },
  )
  return vectors
}
