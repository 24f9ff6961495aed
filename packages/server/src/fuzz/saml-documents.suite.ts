import fc from 'fast-check'
import { createDocuments, type Identity, victim } from '../saml/vectors/documents.suite.ts'
import { nastyTexts } from './requests.suite.ts'

export interface FuzzedDocument {
  /** Only a changed response can be one that was signed: the change may not matter. */
  kind: 'changed' | 'random'
  xml: string
}

const tokens = ['<!---->', '<?x?>', '<![CDATA[x]]>', '<!DOCTYPE a>', '&e;', '&#0;', '&#65;', '#', '\u0000', victim]
const tags = ['<saml:NameID>', '</saml:Assertion>', '<ds:Object/>', '<xenc:EncryptedData/>']
const attributes = [' xmlns="urn:x"', ' ID="_x"', ' id="_x"', ' Id="_x"']

type Edit = readonly [
  kind: 'remove' | 'repeat' | 'multiply' | 'move' | 'insert' | 'replace' | 'cut',
  at: number,
  to: number,
  text: string,
]

/** Tags and texts in between. */
const partsOf = (xml: string): string[] => xml.split(/(?=<)|(?<=>)/)

function edited(xml: string, edits: readonly Edit[]): string {
  const parts = partsOf(xml)
  for (const [kind, position, target, text] of edits) {
    const at = position % parts.length
    const to = target % parts.length
    const part = parts[at] ?? ''
    if (kind === 'remove') parts.splice(at, 1 + (target % 3))
    else if (kind === 'repeat') parts.splice(to, 0, ...parts.slice(at, at + 1 + (target % 12)))
    else if (kind === 'multiply') parts[at] = `${part}${text}`.repeat(target)
    else if (kind === 'move') parts.splice(to, 0, ...parts.splice(at, 1 + (position % 12)))
    else if (kind === 'insert') parts.splice(at, 0, text)
    else if (kind === 'replace') parts[at] = text
    else
      parts[at] = `${part.slice(0, target % (part.length + 1))}${text}${part.slice((target % (part.length + 1)) + 1)}`
  }
  return parts.join('')
}

/** Well-formed XML of the elements of SAML in any order, up to a few levels deep. */
const samlNames = [
  ...['samlp:Response', 'samlp:Status', 'samlp:StatusCode', 'samlp:Extensions', 'saml:Assertion', 'saml:Issuer'],
  ...['saml:Subject', 'saml:NameID', 'saml:SubjectConfirmation', 'saml:SubjectConfirmationData', 'saml:Conditions'],
  ...['saml:AudienceRestriction', 'saml:Audience', 'saml:AuthnStatement', 'saml:AttributeStatement', 'saml:Attribute'],
  ...['saml:AttributeValue', 'saml:EncryptedAssertion', 'saml:Advice', 'xenc:EncryptedData', 'xenc:EncryptedKey'],
  ...['xenc:CipherData', 'xenc:CipherValue', 'xenc:EncryptionMethod', 'ds:Signature', 'ds:SignedInfo', 'ds:Reference'],
  ...['ds:Transforms', 'ds:Transform', 'ds:CanonicalizationMethod', 'ds:SignatureMethod', 'ds:DigestMethod'],
  ...['ds:DigestValue', 'ds:SignatureValue', 'ds:KeyInfo', 'ds:X509Data', 'ds:X509Certificate', 'a', 'x:y'],
]
const declarations =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" xmlns:x="urn:x"'
const attributeNames = ['ID', 'URI', 'Algorithm', 'Value', 'Name', 'Version', 'IssueInstant', 'InResponseTo', 'x:b']

interface Tree {
  name: string
  attribute: [name: string, value: string] | null
  children: (Tree | string)[]
}

function xmlOf({ name, attribute, children }: Tree, declared = ''): string {
  const own = attribute === null ? '' : ` ${attribute[0]}="${attribute[1]}"`
  const content = children.map((child) => (typeof child === 'string' ? child : xmlOf(child))).join('')
  return `<${name}${declared}${own}>${content}</${name}>`
}

/** Documents that no reader may take for another one than those that were signed. */
export function fuzzedDocuments(
  signed: readonly string[],
  signer: { now: number; idp: Identity },
): fc.Arbitrary<FuzzedDocument> {
  const documents = createDocuments(signer)
  const forged = documents.assertion({ nameId: victim, email: victim })
  const wholes = [forged, documents.response(forged)]
  // The values and algorithms of real responses, so that random ones have some that pass a check.
  const values = signed.flatMap((xml) =>
    [...xml.matchAll(/"([^"<&]{1,100})"|>([^<&]+)</g)].map(([, a, b]) => a ?? b ?? ''),
  )
  const inserted = fc.oneof(
    fc.constantFrom(...tokens, ...tags, ...attributes, ...wholes, ...nastyTexts),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  const edit: fc.Arbitrary<Edit> = fc.tuple(
    fc.constantFrom('remove', 'repeat', 'multiply', 'move', 'insert', 'replace', 'cut'),
    fc.nat(400),
    fc.nat(400),
    inserted,
  )
  const changed = fc
    .tuple(fc.constantFrom(...signed), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([xml, edits]) => edited(xml, edits))
  const text = fc.constantFrom(...values)
  const { tree } = fc.letrec<{ tree: Tree; node: Tree | string }>((tie) => ({
    tree: fc.record({
      name: fc.constantFrom(...samlNames),
      attribute: fc.option(fc.tuple(fc.constantFrom(...attributeNames), text)),
      children: fc.array(tie('node'), { maxLength: 4 }),
    }),
    node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, text, tie('tree')),
  }))
  // The status and the issuer are checked before the assertion.
  const [start = '', end = ''] = documents.response('|').split('|')
  const response = fc
    .array(tree, { maxLength: 6 })
    .map((children) => `${start}${children.map((child) => xmlOf(child, ` ${declarations}`)).join('')}${end}`)
  const random = fc.oneof(
    { arbitrary: response, weight: 3 },
    { arbitrary: tree.map((root) => xmlOf(root, ` ${declarations}`)), weight: 1 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 200 }), weight: 1 },
    { arbitrary: fc.constantFrom(...nastyTexts, '', '<', '<a'), weight: 1 },
  )
  return fc.oneof(
    { arbitrary: changed.map((xml) => ({ kind: 'changed' as const, xml })), weight: 7 },
    { arbitrary: random.map((xml) => ({ kind: 'random' as const, xml })), weight: 3 },
  )
}
