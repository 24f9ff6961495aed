import { describe, expect, it } from 'vitest'
import { defaultHttpOnlyCookies, defaultSettings } from './default-settings.ts'
import { httpOnlyProblem } from './http-only-problem.ts'

function problemOf(
  cnameDomain: string | null,
  domain: string | null,
  authorizedOrigins: string[],
  name = defaultHttpOnlyCookies.name,
): string | null {
  const httpOnlyCookies = { enabled: true, domain, name }
  const found = httpOnlyProblem({ ...defaultSettings(), cnameDomain, authorizedOrigins, httpOnlyCookies })
  return found && `${found.key}: ${found.problem}`
}

const app = 'https://app.example.com'

describe('HttpOnly cookies', () => {
  it.each([
    ['one host for pages and API', 'app.example.com', null, [app, 'https://app.example.com:8443']],
    ['a domain that both are in', 'auth.example.com', 'example.com', [app, 'https://example.com']],
    ['any host below the domain', 'auth.example.com', 'example.com', ['https://*.example.com']],
    ['the API below the page', 'auth.app.example.com', 'app.example.com', [app]],
    ['this machine', 'localhost', null, ['http://localhost:*']],
    ['this machine by both of its names', 'localhost', null, ['http://localhost:*', 'http://127.0.0.1:*']],
    ['no page yet', 'auth.example.com', null, []],
  ])('accepts HttpOnly cookies for %s', (_case, api, domain, origins) => {
    expect(problemOf(api, domain, origins)).toBeNull()
  })

  it.each([
    [null, null, [app], 'enabled: needs cname_domain: the API host, on the site of the pages'],
    [
      ...(['auth.example.com', 'example.com', [app, 'https://app.example.org']] as const),
      'enabled: "https://app.example.org" is not on the same site as auth.example.com',
    ],
    [
      ...(['auth.example.com', null, ['https://shop.co.uk']] as const),
      'enabled: "https://shop.co.uk" is not on the same site as auth.example.com',
    ],
    [
      ...(['auth.co.uk', null, ['https://shop.co.uk']] as const),
      'enabled: "https://shop.co.uk" is not on the same site as auth.co.uk',
    ],
    [
      ...(['localhost', null, ['http://localhost:*', app]] as const),
      'enabled: "https://app.example.com" is not on the same site as localhost',
    ],
    [
      ...(['auth.example.com', null, [app]] as const),
      'domain: must be example.com or above it, so that "https://app.example.com" and auth.example.com are both inside',
    ],
    [
      ...(['example.com', null, ['https://*.example.com']] as const),
      'domain: must be example.com or above it, so that "https://*.example.com" and example.com are both inside',
    ],
    [
      ...(['auth.eu.example.com', 'eu.example.com', [app]] as const),
      'domain: must be example.com or above it, so that "https://app.example.com" and auth.eu.example.com are both inside',
    ],
    ['shop.co.uk', 'co.uk', [], 'domain: a public suffix: unrelated sites live below it'],
    ['auth.example.com', 'com', [], 'domain: must be what auth.example.com and the pages have in common'],
    ['auth.example.com', '.example.com', [], 'domain: must be what auth.example.com and the pages have in common'],
    ['auth.example.com', 'ample.com', [], 'domain: must be what auth.example.com and the pages have in common'],
  ])('rejects HttpOnly cookies of %s in %s for %j', (api, domain, origins, problem) => {
    expect(problemOf(api, domain, [...origins])).toBe(`httpOnlyCookies.${problem}`)
  })

  it.each(['', 'a b', 'a;b', 'a=b', 'x'.repeat(49)])('rejects the cookie name %j', (name) => {
    expect(problemOf('auth.example.com', 'example.com', [app], name)).toBe(
      'httpOnlyCookies.name: must be letters, digits, _ and -, 48 at most',
    )
  })

  it('does not check HttpOnly cookies while they are disabled', () => {
    const httpOnlyCookies = { ...defaultHttpOnlyCookies, domain: 'co.uk' }
    expect(httpOnlyProblem({ ...defaultSettings(), httpOnlyCookies })).toBeNull()
  })
})
