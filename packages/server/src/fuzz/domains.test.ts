import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalDomain } from '../identifiers/domain-name.ts'
import { canonicalEmail } from '../identifiers/email-address.ts'
import { DisposableDomainsError, readDisposableDomains } from '../organizations/domains/disposable-domains.ts'
import { domainProblem } from '../organizations/domains/domain-problem.ts'
import { nastyTexts } from './requests.suite.ts'

/** Inputs to each property; 50,000 in the full run. */
const numRuns = Number(process.env.PARSER_FUZZ_RUNS ?? 500)

const parts = [
  'gmail',
  'com',
  'co',
  'uk',
  'acme',
  'test',
  '.',
  '.',
  '.',
  '-',
  'ü',
  'ß',
  'xn--',
  'xn--bcher-kva',
  '。',
  '１',
  '%2e',
]
const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.domain(),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map((label) => `${label}.test`),
  fc.array(fc.constantFrom(...parts), { maxLength: 9 }).map((some) => some.join('')),
)

describe('domains of organizations', () => {
  it('have one canonical form, which is that of email addresses', () => {
    let accepted = 0
    const property = fc.property(text, (input) => {
      const domain = canonicalDomain(input)
      const address = canonicalEmail(`ada@${input}`)
      if (domain === null) {
        // Spaces after an address are removed.
        if (!input.endsWith(' ')) expect(address).toBe(null)
        return
      }
      accepted += 1
      expect(domain).toMatch(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
      expect([canonicalDomain(domain), canonicalDomain(domain.toUpperCase())]).toEqual([domain, domain])
      // A long domain leaves no room for an address.
      if (domain.length < 250) expect(address).toBe(`ada@${domain}`)
    })
    fc.assert(property, { numRuns })
    expect(accepted).toBeGreaterThan(0)
  })

  it('never match a subdomain, a parent or a domain that looks alike [B-DOM-08]', () => {
    const alike: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', i: 'і' }
    const property = fc.property(fc.domain(), fc.nat(50), (name, at) => {
      const domain = canonicalDomain(name)
      fc.pre(domain !== null)
      expect(canonicalDomain(`mail.${domain}`)).not.toBe(domain)
      expect(canonicalDomain(domain.slice(domain.indexOf('.') + 1))).not.toBe(domain)
      const cyrillic = [...domain].map((letter, index) =>
        index === at % domain.length ? (alike[letter] ?? letter) : letter,
      )
      if (cyrillic.join('') !== domain) expect(canonicalDomain(cyrillic.join(''))).not.toBe(domain)
    })
    fc.assert(property, { numRuns })
  })

  it('are judged without an error, and a subdomain of a mailbox provider like its domain', () => {
    const disposable = new Set(['trash.test'])
    const seen = new Set<unknown>()
    const property = fc.property(
      fc.oneof(text, fc.constantFrom('gmail.com', 'trash.test', 'co.uk', 'a.trash.test')),
      (input) => {
        const domain = canonicalDomain(input)
        if (domain === null) return
        const problem = domainProblem(domain, disposable)
        seen.add(problem)
        if (problem === 'free_mail' || problem === 'disposable')
          expect(domainProblem(`x.${domain}`, disposable)).toBe(problem)
      },
    )
    fc.assert(property, { numRuns })
    expect(seen).toEqual(new Set([null, 'free_mail', 'disposable', 'public_suffix']))
  })

  it('are read from a list, or the line that is not a domain is named', () => {
    const property = fc.property(fc.array(text, { maxLength: 5 }), (lines) => {
      try {
        for (const domain of readDisposableDomains(lines.join('\n'))) expect(canonicalDomain(domain)).toBe(domain)
      } catch (error) {
        expect(error).toBeInstanceOf(DisposableDomainsError)
      }
    })
    fc.assert(property, { numRuns })
  })
})
