import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SamlAssertion } from '../saml/assertion.ts'
import { createDocuments, victim } from '../saml/vectors/documents.suite.ts'
import { createIdentity } from '../saml/vectors/identity.suite.ts'
import { connectionTo, read } from '../saml/vectors/reading.suite.ts'
import { nastyTexts } from './requests.suite.ts'

/** Random documents; 50,000 in the full run. */
const numRuns = Number(process.env.PARSER_FUZZ_RUNS ?? 1_000)

const now = Date.parse('2027-01-15T08:00:00Z')
const idp = createIdentity('idp.example.com', now)
const documents = createDocuments({ now, idp })
const signed = [documents.assertionSigned(), documents.responseSigned(), documents.bothSigned()]
const forged = documents.assertion({ nameId: victim, email: victim })
const snippets = [
  ...[forged, documents.response(forged), '<!---->', '<?x?>', '<![CDATA[x]]>', '<!DOCTYPE a>', '&e;', '&#0;', '&#65;'],
  ...[
    ' xmlns="urn:x"',
    ' ID="_x"',
    ' id="_x"',
    '<saml:NameID>',
    '</saml:Assertion>',
    '<ds:Object/>',
    victim,
    '#',
    '\u0000',
  ],
  ...nastyTexts,
]

/** Tags and texts in between. */
const partsOf = (xml: string): string[] => xml.split(/(?=<)|(?<=>)/)

type Edit = readonly [
  kind: 'remove' | 'repeat' | 'move' | 'insert' | 'replace' | 'cut',
  at: number,
  to: number,
  text: string,
]

function edited(xml: string, edits: readonly Edit[]): string {
  const parts = partsOf(xml)
  for (const [kind, position, target, text] of edits) {
    const at = position % parts.length
    const to = target % parts.length
    const part = parts[at] ?? ''
    if (kind === 'remove') parts.splice(at, 1 + (target % 3))
    else if (kind === 'repeat') parts.splice(to, 0, ...parts.slice(at, at + 1 + (target % 12)))
    else if (kind === 'move') parts.splice(to, 0, ...parts.splice(at, 1 + (position % 12)))
    else if (kind === 'insert') parts.splice(at, 0, text)
    else if (kind === 'replace') parts[at] = text
    else
      parts[at] = `${part.slice(0, target % (part.length + 1))}${text}${part.slice((target % (part.length + 1)) + 1)}`
  }
  return parts.join('')
}

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.constantFrom('remove', 'repeat', 'move', 'insert', 'replace', 'cut'),
  fc.nat(400),
  fc.nat(400),
  fc.oneof(fc.constantFrom(...snippets), fc.string({ unit: 'binary', maxLength: 4 })),
)
const changed = fc
  .tuple(fc.constantFrom(...signed), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([xml, edits]) => edited(xml, edits))
const anything = fc.oneof(
  { arbitrary: changed, weight: 8 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 200 }), weight: 1 },
  { arbitrary: fc.constantFrom(...nastyTexts, '', '<', '<a'), weight: 1 },
)

describe('SAML responses that are changed at random', () => {
  it('are rejected with a code, or read as they were signed', () => {
    const settings = connectionTo(idp)
    const identities = signed.map((xml) => read(xml, settings, now)).map(identityOf)
    const codes = new Set<string>()
    fc.assert(
      fc.property(anything, (xml) => {
        const result = read(xml, settings, now)
        if (result.kind === 'accepted') expect(identities).toContainEqual(identityOf(result))
        else {
          codes.add(result.code)
          expect(result.checks.some(({ code }) => code === result.code)).toBe(true)
        }
      }),
      { numRuns },
    )
    // The changes reach the rules behind the XML reader.
    expect([...codes]).toEqual(expect.arrayContaining(['xml_malformed', 'signature_digest']))
    expect(codes.size).toBeGreaterThan(5)
  })
})

function identityOf(result: ReturnType<typeof read>): SamlAssertion {
  if (result.kind === 'refused') throw new Error(result.code)
  return result.assertion
}
