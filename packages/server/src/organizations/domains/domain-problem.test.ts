import { describe, expect, it } from 'vitest'
import { canonicalDomain } from '../../identifiers/domain-name.ts'
import { DisposableDomainsError, readDisposableDomains } from './disposable-domains.ts'
import { domainProblem } from './domain-problem.ts'
import { freeMailDomains } from './free-mail-domains.ts'

describe('domainProblem', () => {
  const disposable = readDisposableDomains('trash.example')

  it.each([
    ['acme.test', null],
    ['mail.acme.co.uk', null],
    ['gmail.com.acme.test', null],
    ['notgmail.com', null],
    ['trash.example.acme.test', null],
    ['gmail.com', 'free_mail'],
    ['mail.gmail.com', 'free_mail'],
    ['web.de', 'free_mail'],
    ['trash.example', 'disposable'],
    ['a.b.trash.example', 'disposable'],
  ])('judges %s as %s', (domain, problem) => {
    expect(domainProblem(domain, disposable)).toBe(problem)
  })

  it('rejects public suffixes [B-DOM-05]', () => {
    const judge = (text: string) => {
      const domain = canonicalDomain(text)
      return domain === null ? 'no domain' : domainProblem(domain, disposable)
    }
    const suffixes = ['co.uk', 'CO.UK', 'com.au', 'github.io', 'k12.ca.us', 'foo.ck', '公司.cn', 'amazonaws.com']
    expect(suffixes.map(judge)).toEqual(suffixes.map(() => 'public_suffix'))
    expect(['co.uk.', 'com', 'COM.', 'uk'].map(judge)).toEqual(['no domain', 'no domain', 'no domain', 'no domain'])
  })
})

it('lists free-mail domains in canonical form, each once and without a public suffix', () => {
  expect(freeMailDomains.filter((domain) => canonicalDomain(domain) !== domain)).toEqual([])
  expect(freeMailDomains.filter((domain) => domainProblem(domain, new Set()) !== 'free_mail')).toEqual([])
  expect(new Set(freeMailDomains).size).toBe(freeMailDomains.length)
})

describe('readDisposableDomains', () => {
  it('reads one domain a line, with comments and in any form', () => {
    const text = '\ufeff# own list\r\nTrash.example # since May\n\n  bücher.example\r\n'
    expect([...readDisposableDomains(text)]).toEqual(['trash.example', 'xn--bcher-kva.example'])
  })

  it('names the line that is not a domain', () => {
    expect(() => readDisposableDomains('a.example\n\nnot a domain\n')).toThrow(DisposableDomainsError)
    expect(() => readDisposableDomains('a.example\n\nnot a domain\n')).toThrow('line 3 is not a domain: "not a domain"')
  })
})
