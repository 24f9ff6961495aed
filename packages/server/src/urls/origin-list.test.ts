import { describe, expect, it } from 'vitest'
import { isAuthorizedOrigin, originEntryProblem } from './origin-list.ts'

const list = ['https://app.example.com', 'https://*.example.org', 'http://localhost:*', 'http://localhost:5000']

describe('isAuthorizedOrigin', () => {
  it.each([
    ...['https://app.example.com', 'https://shop.example.org', 'http://localhost:3000', 'http://localhost'],
    ...['http://127.0.0.1:8080'],
  ])('accepts the origin %s', (origin) => {
    expect(isAuthorizedOrigin(origin, list, 'test')).toBe(true)
  })

  it.each([
    ...['null', '', 'https://app.example.com.evil.example', 'https://evil-app.example.com', 'http://app.example.com'],
    ...['https://app.example.com:8443', 'https://APP.example.com', 'https://app.example.com/', 'https://example.org'],
    ...['https://a.b.example.org', 'https://evilexample.org', 'http://shop.example.org', 'https://.example.org'],
    ...['https://shop.example.org:444', 'https://localhost:3000', 'http://localhost.evil.example:3000'],
    ...['http://192.168.0.1:3000', 'file://', 'https://user@app.example.com', 'https://app.example.com\n'],
  ])('rejects the origin %j', (origin) => {
    expect(isAuthorizedOrigin(origin, list, 'test')).toBe(false)
  })

  it('rejects localhost in live projects, even if the list has it', () => {
    const origins = ['http://localhost:3000', 'http://localhost:5000', 'http://127.0.0.1:1']
    expect(origins.map((origin) => isAuthorizedOrigin(origin, list, 'live'))).toEqual([false, false, false])
  })
})

describe('originEntryProblem', () => {
  it('accepts exact origins and one label', () => {
    const entries = ['https://app.example.com', 'https://*.example.com', 'https://app.example.com:8443']
    expect(entries.map((entry) => originEntryProblem(entry, 'live'))).toEqual([null, null, null])
  })

  it.each([
    ...['co.il', 'com.ng', 'k12.ca.us', 'foo.ck'],
    ...[
      'github.io',
      's3.amazonaws.com',
      's3.eu-west-1.amazonaws.com',
      'lovable.app',
      'myshopify.com',
      'ngrok-free.app',
    ],
    ...['amazonaws.com', 'googleapis.com', 'stackblitz.io', 'glitch.me'],
  ])('rejects a wildcard below the public suffix %s', (suffix) => {
    expect(originEntryProblem(`https://*.${suffix}`, 'live')).toBe('a public suffix: unrelated sites live below it')
    expect(originEntryProblem(`https://*.acme.${suffix}`, 'live')).toBe(null)
  })

  it.each([
    ...['*', 'https://*', 'https://*.com', 'https://*.co.uk', 'https://*.github.io', 'https://*.*.example.com'],
    ...[
      'https://app.example.com/path',
      'http://app.example.com',
      'http://localhost:*',
      'http://localhost:3000',
      'null',
    ],
    ...['https://app*.example.com', 'https://app.example.com/'],
  ])('rejects %s on the list of a live project', (entry) => {
    expect(originEntryProblem(entry, 'live')).not.toBeNull()
  })
})
