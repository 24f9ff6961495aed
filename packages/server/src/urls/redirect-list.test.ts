import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noteVariants } from '../testing/variants.suite.ts'
import { defaultRedirect, isAllowedRedirect, redirectEntryProblem } from './redirect-list.ts'

const list = [
  'https://app.example.com/welcome',
  'https://app.example.com/area/*',
  'https://app.example.com/back?to={}&from=mail',
  'https://bare.example.com',
  'myapp://signed-in',
]

describe('isAllowedRedirect', () => {
  it.each([
    ...['https://app.example.com/welcome', 'https://app.example.com/area/', 'https://app.example.com/area/51/x'],
    ...['https://app.example.com/back?to=%2Fhome&from=mail', 'https://app.example.com/back?from=mail'],
    ...['https://bare.example.com', 'https://bare.example.com/', 'myapp://signed-in'],
  ])('accepts the redirect URL %s', (address) => {
    expect(isAllowedRedirect(address, list, 'live')).toBe(true)
  })

  it.each([
    ...['', '/welcome', '//app.example.com/welcome', 'app.example.com/welcome', 'http://app.example.com/welcome'],
    ...['https://app.example.com/welcome/', 'https://app.example.com/welcomed', 'https://app.example.com/area'],
    ...[
      'https://app.example.com/area/../welcome2',
      'https://app.example.com/area/%2e%2e/x/..',
      'https://app.example.com',
    ],
    ...['https://app.example.com/welcome?x=1', 'https://app.example.com/welcome#x', 'https://app.example.com/welcome?'],
    ...['https://app.example.com/back?to=a&from=other', 'https://app.example.com/back?to=a&to=b&from=mail'],
    ...['https://app.example.com/back?to=a', 'https://app.example.com/back?to=a&from=mail&x=1'],
    ...['https://user@app.example.com/welcome', 'https://user:pw@app.example.com/welcome'],
    ...[
      'https://app.example.com:443/welcome',
      'https://app.example.com:8443/welcome',
      'https://APP.example.com/welcome',
    ],
    ...['https://app.example.com.evil.example/welcome', 'https://evil.example/https://app.example.com/welcome'],
    ...[
      'https://app.example.com\\@evil.example/welcome',
      'https:\\\\app.example.com/welcome',
      'https:app.example.com/welcome',
    ],
    ...['https://app.example.com/wel\tcome', ' https://app.example.com/welcome', 'https://app.example.com/welcome\n'],
    ...[
      'https://äpp.example.com/welcome',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'myapp://other',
    ],
    ...[
      'myapp://signed-in/x',
      'blob:https://app.example.com/x',
      'file:///etc/passwd',
      'https://app.example.com/wel%63ome',
    ],
  ])('rejects the redirect URL %j', (address) => {
    expect(isAllowedRedirect(address, list, 'live')).toBe(false)
  })

  it('accepts every localhost port in test projects, and only there', () => {
    const local = ['http://localhost:*/*']
    const urls = ['http://localhost:3000/a?b=c', 'http://127.0.0.1:1/', 'http://localhost/', 'http://10.0.0.1:3000/']
    expect(urls.map((address) => isAllowedRedirect(address, local, 'test'))).toEqual([true, true, true, false])
    expect(urls.map((address) => isAllowedRedirect(address, local, 'live'))).toEqual([false, false, false, false])
  })

  it('rejects a scheme that executes code, even if the list has it', () => {
    const listed = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///x']
    expect(listed.map((address) => isAllowedRedirect(address, listed, 'test'))).toEqual([false, false, false, false])
  })
})

describe('a redirect URL below a prefix', () => {
  const prefix = '/cb/'
  const entries = [`https://app.example.com${prefix}*`]
  const dots = ['.', '..', '...', '%2e', '%2E.', '%252e', '%c0%ae', '\uff0e', '\u2025', '%EF%BC%8E', '. ', '%20']
  const slashes = ['/', '//', '%2f', '%5c', '%255c', '%252F', '\\', '\u2215', '\uff0f', '%EF%BC%8F', '%c0%af']
  const cuts = [';', '%3b', ';x=1', '%00', '%0d%0a', '%09', '%7f', '\t', '%e2%80%a8', '%3f', '%23', '%25', '%', '%zz']
  const words = ['a', 'done', 'ä', '%C3%A4', 'evil.example', '@evil.example', ':443', '-', '_', '~', '+', '%20b', 'x.y']
  const spelling = fc
    .array(fc.constantFrom(...dots, ...dots, ...slashes, ...slashes, ...cuts, ...words), { maxLength: 8 })
    .map((parts) => `https://app.example.com${prefix}${parts.join('')}`)

  /** How servers, proxies and frameworks change a path before they read its segments. */
  const readings: ((path: string) => string)[] = [
    (path) => path.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    (path) => path.replaceAll('\\', '/'),
    (path) => path.replace(/;[^/]*/g, ''),
    (path) => path.normalize('NFKC'),
    (path) => path.replaceAll('\xc0\xae', '.').replaceAll('\xc0\xaf', '/'),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: some parsers drop them
    (path) => path.replace(/[\u0000-\u001f\u007f]/g, ''),
    (path) => path.replace(/[. ]+(?=\/|$)/g, (end) => (end.startsWith('..') ? '..' : '')),
    (path) => path.replace(/\/+/g, '/'),
  ]

  function leaves(address: string): boolean {
    let paths = new Set([address.slice('https://app.example.com'.length)])
    for (let round = 0; round < 3; round += 1)
      paths = new Set([...paths].flatMap((path) => [path, ...readings.map((read) => read(path))]))
    return [...paths].some((path) => !resolve(path).startsWith(prefix))
  }

  function resolve(path: string): string {
    const segments: string[] = []
    for (const segment of path.split(/[?#]/)[0]?.split('/').slice(1) ?? [])
      if (segment === '..') segments.pop()
      else if (segment !== '.') segments.push(segment)
    return `/${segments.join('/')}`
  }

  it('stays below it for every parser, in 5,000 generated spellings (O-14)', () => {
    const all = fc.sample(spelling, { numRuns: 5_000, seed: Number(process.env.FUZZ_SEED ?? 1) })
    const allowed = all.filter((address) => isAllowedRedirect(address, entries, 'live'))
    noteVariants(all.filter(leaves).length)
    expect(allowed.filter(leaves)).toEqual([])
    // The spellings cover both cases: some are accepted, and many would leave the prefix.
    expect([allowed.length > 50, all.filter(leaves).length > 500]).toEqual([true, true])
  })

  it.each(['', 'done', 'a/b', 'a/', 'a%20b', '%C3%A4', 'x.y', '.well-known', '@me:1+2'])('may be %j', (rest) => {
    expect(isAllowedRedirect(`https://app.example.com${prefix}${rest}`, entries, 'live')).toBe(true)
  })
})

describe('defaultRedirect', () => {
  it('returns the first entry without a wildcard', () => {
    expect(defaultRedirect(['https://app.example.com/*', 'https://app.example.com/a'], 'live')).toBe(
      'https://app.example.com/a',
    )
    expect(defaultRedirect(['http://localhost:*/*'], 'test')).toBeNull()
    expect(defaultRedirect(['https://app.example.com/back?to={}'], 'test')).toBeNull()
  })
})

describe('redirectEntryProblem', () => {
  it('accepts valid entries, and explains invalid ones', () => {
    expect(list.map((entry) => redirectEntryProblem(entry, 'live'))).toEqual([null, null, null, null, null])
    expect(redirectEntryProblem('http://localhost:*/*', 'test')).toBeNull()
    const wrong = [
      'http://localhost:*/*',
      'http://app.example.com/',
      'https://*.example.com/',
      'javascript:alert(1)',
      '/x',
    ]
    expect(wrong.map((entry) => redirectEntryProblem(entry, 'live') === null)).toEqual(Array(5).fill(false))
  })
})
