import fc from 'fast-check'
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../saml/canonicalize.ts'
import { messageRules, readXml } from '../saml/read-xml.ts'
import { descendants, type XmlElement } from '../saml/xml-element.ts'

/** Random documents; 50,000 in the full run. */
const numRuns = Number(process.env.SAML_FUZZ_RUNS ?? 500)

const prefixes = ['', 'a', 'b', 'ds', 'saml', 'Z', '\u00e9']
const namespaces = ['urn:a', 'urn:b', 'http://example.com/x?a=b', 'urn:a:longer']
const localNames = ['a', 'b', 'B', 'ab', 'Name', 'x-1', '_', '\u{10000}', '\uff21', 'xml']
const texts = [
  '',
  ' ',
  '\n  ',
  'text',
  '&amp;',
  '&lt;',
  '&gt;',
  '&#13;',
  '&#9;',
  '&#10;',
  '\r\n',
  '\t',
  '"',
  "'",
  '\u00e9',
  '&#x1F600;',
]

/** Draws one of the values. */
type Draw = <T>(values: readonly T[]) => T

/** An element with the namespaces that its descendants may use. */
function element(draw: Draw, outer: ReadonlyMap<string, string>, depth: number): string {
  const scope = new Map(outer)
  const declared = new Map<string, string>()
  for (let count = draw([0, 0, 1, 1, 2, 3]); count > 0; count -= 1) {
    const prefix = draw(prefixes)
    // Only the default namespace can be undeclared.
    declared.set(prefix, prefix === '' && draw([false, false, true]) ? '' : draw(namespaces))
  }
  for (const [prefix, uri] of declared) scope.set(prefix, uri)
  const usable = [...scope.keys()].filter((prefix) => prefix !== '')
  const name = nameOf(draw(['', ...usable]), draw(localNames))
  const attributes = new Map<string, string>()
  for (let count = draw([0, 1, 2, 4]); count > 0; count -= 1) {
    const prefix = draw(['', '', 'xml', ...usable])
    const localName = prefix === 'xml' ? draw(['lang', 'space']) : draw(localNames)
    const uri = prefix === '' ? '' : (scope.get(prefix) ?? prefix)
    attributes.set(`{${uri}}${localName}`, ` ${nameOf(prefix, localName)}="${value(draw)}"`)
  }
  const written = [
    ...[...declared].map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${uri}"`),
    ...attributes.values(),
  ]
  const children = Array.from({ length: depth === 0 ? 0 : draw([0, 1, 2, 3]) }, () =>
    draw([true, true, false]) ? element(draw, scope, depth - 1) : draw(texts),
  )
  return `<${name}${(draw([true, false]) ? written : written.reverse()).join('')}>${children.join('')}</${name}>`
}

const nameOf = (prefix: string, localName: string): string => (prefix === '' ? localName : `${prefix}:${localName}`)
const value = (draw: Draw): string => `${draw(texts)}${draw(texts)}`.replaceAll('"', '&quot;')

/** A generator of fast-check draws a tenth as fast. */
function drawsFrom(seed: number): Draw {
  let state = seed >>> 0
  return (values) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return values[(state >>> 8) % values.length] as (typeof values)[number]
  }
}

const documents = fc.integer().map((seed) => {
  const draw = drawsFrom(seed)
  return {
    xml: element(draw, new Map(), 4),
    inclusive: draw([false, true]) ? [draw(prefixes), draw(prefixes)] : [],
    nth: draw([0, 0, 1, 2, 3, 5, 8]),
  }
})

describe('exclusive canonicalization', () => {
  it('gives the same text as libxml2 for the document and for an element of it [B-SAML-12]', {
    timeout: 1_800_000,
  }, () => {
    const seen = { inner: 0, inclusive: 0 }
    fc.assert(
      fc.property(documents, ({ xml, inclusive, nth }) => {
        const root = readXml(xml, messageRules)
        const elements: XmlElement[] = [root, ...descendants(root)]
        const at = nth % elements.length
        if (at > 0) seen.inner += 1
        if (inclusive.length > 0) seen.inclusive += 1
        const ours = canonicalize(elements[at] ?? root, { inclusivePrefixes: inclusive })
        expect(ours).toBe(libxml2(xml, at, inclusive))
      }),
      { numRuns },
    )
    expect(seen.inner).toBeGreaterThan(numRuns / 5)
    // About half of them.
    expect(seen.inclusive).toBeGreaterThan(numRuns * 0.4)
  })
})

function libxml2(xml: string, at: number, inclusive: readonly string[]): string {
  const parsed = XmlDocument.fromString(xml)
  try {
    return (parsed.find('//*')[at] ?? parsed.root).canonicalizeToString({
      mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0,
      inclusiveNamespacePrefixes: inclusive.map((prefix) => prefix || '#default'),
    })
  } finally {
    parsed.dispose()
  }
}
