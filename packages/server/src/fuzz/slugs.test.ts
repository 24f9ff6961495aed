import { isSlug, slugInUrl } from '@latchkey/contract/b2b'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugSkeleton } from '../core/slug-skeleton.ts'
import { isReservedSlug, slugCandidates } from '../organizations/slug.ts'
import { slugPatternProblem } from '../urls/slug-pattern-problem.ts'
import { nastyTexts } from './requests.suite.ts'

/** Inputs to each property; 50,000 in the full run. */
const numRuns = Number(process.env.PARSER_FUZZ_RUNS ?? 500)

const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...'abcdilmnorsvw01258-._~ '), maxLength: 160 }),
)
const slug = fc.string({ unit: fc.constantFrom(...'abcdilmnorsvw01258-._~'), minLength: 2, maxLength: 128 })
const random = { bytes: (length: number) => new Uint8Array(length).fill(0x5a) }

describe('slugs of organizations', () => {
  it('makes of every name slugs that are valid and not reserved', () => {
    const property = fc.property(text, (name) => {
      const candidates = [...slugCandidates(name, random)]
      expect(candidates.filter((candidate) => !isSlug(candidate) || isReservedSlug(candidate))).toEqual([])
    })
    fc.assert(property, { numRuns })
  })

  it('gives slugs that look alike one skeleton', () => {
    const pairs: Record<string, readonly string[]> = {
      ...{ o: ['0', 'o'], i: ['1', 'l', 'i'], l: ['1', 'i', 'l'], s: ['5', 's'], m: ['rn', 'm'], w: ['vv', 'w'] },
      ...{ '-': ['.', '_', '~', '--', '-'] },
    }
    const property = fc.property(slug, fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }), (original, choices) => {
      const alike = [...original].map((character, index) => {
        const forms = pairs[character] ?? [character]
        return forms[(choices[index % choices.length] ?? 0) % forms.length] ?? character
      })
      expect(slugSkeleton(alike.join(''))).toBe(slugSkeleton(original))
      expect(slugSkeleton(slugSkeleton(original))).toBe(slugSkeleton(original))
      if (isReservedSlug(slugSkeleton(original))) expect(isReservedSlug(original)).toBe(true)
    })
    fc.assert(property, { numRuns })
  })
})

const pattern = fc
  .tuple(
    fc.constantFrom(
      'https://app.example.com/{{slug}}',
      'https://{{slug}}.example.com',
      'https://x-{{slug}}.example.com',
    ),
    fc.constantFrom('', '/', '/login', '/a/b/'),
  )
  .map(([base, path]) => base + path)
/** What can follow a pattern in the URL of a page. */
const tail = fc.oneof(fc.constantFrom('', '/', '?', '#', '/x', '?slug=other#/a', '/../other'), fc.webPath())

describe('slug_pattern', () => {
  it('finds the slug in the URL of every page that the pattern describes', () => {
    const property = fc.property(pattern, slug, tail, (described, name, rest) => {
      fc.pre(slugPatternProblem(described, 'live') === null)
      const address = described.replace('{{slug}}', name) + (rest === '/../other' ? '/other' : rest)
      expect(slugInUrl(described, address)).toBe(name)
    })
    fc.assert(property, { numRuns })
  })

  it('finds in any text a slug or nothing, and only where it is written', () => {
    const anyPattern = fc.oneof(
      pattern,
      text,
      fc.tuple(text, text).map(([before, after]) => `${before}{{slug}}${after}`),
    )
    const page = fc.oneof(
      text,
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.tuple(pattern, text, tail).map(([described, name, rest]) => described.replace('{{slug}}', () => name) + rest),
    )
    let found = 0
    const property = fc.property(anyPattern, page, (described, address) => {
      const name = slugInUrl(described, address)
      if (name === null) return
      found += 1
      expect(isSlug(name)).toBe(true)
      const [before = '', after = ''] = described.split('{{slug}}')
      const start = `${before}${name}${after}`
      expect(`${address}/`.startsWith(start) || address.startsWith(start.replace(/\/$/, ''))).toBe(true)
    })
    fc.assert(property, { numRuns })
    expect(found).toBeGreaterThan(0)
  })

  it('searches a hostile URL within 10 ms [B-ORG-14]', () => {
    const long = 1_000_000
    const parts = ['/', '{{slug}}', 'a', '-.', '?', '//', '://', 'https://app.example.com/a']
    const pages = parts.map((part) => part.repeat(long / part.length))
    for (const page of pages.flatMap((one) => [one, `https://app.example.com/${one}`, `https://${one}.example.com/`])) {
      for (const described of ['https://app.example.com/{{slug}}', 'https://{{slug}}.example.com', page]) {
        // The fastest of three: the others may have waited for the processor.
        const times = [1, 2, 3].map(() => {
          const started = performance.now()
          slugInUrl(described, page)
          return performance.now() - started
        })
        expect(Math.min(...times)).toBeLessThan(10)
      }
    }
  })
})
