import { expect, it } from 'vitest'
import { isSlug, slugInUrl } from './slug.ts'

it('accepts slugs of 2 to 128 characters', () => {
  expect(['ab', 'a.b_c~d-9', '..', 'a'.repeat(128)].map(isSlug)).toEqual([true, true, true, true])
  expect(['', 'a', 'a'.repeat(129), 'Acme', 'a b', 'a/b', 'é1', 'ab\n', 'a%62'].some(isSlug)).toBe(false)
})

const inPath = 'https://app.example.com/{{slug}}'
const inHost = 'https://{{slug}}.example.com'

it.each([
  [inPath, 'https://app.example.com/acme', 'acme'],
  [inPath, 'https://app.example.com/acme/', 'acme'],
  [inPath, 'https://app.example.com/acme/login/now?slug=other#/other', 'acme'],
  [`${inPath}/`, 'https://app.example.com/acme', 'acme'],
  ['https://app.example.com/org/{{slug}}/login', 'https://app.example.com/org/acme/login', 'acme'],
  ['https://app.example.com/org/{{slug}}/login', 'https://app.example.com/org/acme/login/2', 'acme'],
  ['https://app.example.com/o-{{slug}}.html', 'https://app.example.com/o-acme.html', 'acme'],
  [inHost, 'https://acme.example.com/', 'acme'],
  [inHost, 'https://a.b.example.com/login', 'a.b'],
  ['https://login-{{slug}}.example.com/start', 'https://login-acme.example.com/start?x', 'acme'],
  ['http://{{slug}}.localhost:3000', 'http://acme.localhost:3000/x', 'acme'],
])('finds the slug by %s in %s [B-ORG-14]', (pattern, url, slug) => {
  expect(slugInUrl(pattern, url)).toBe(slug)
})

it.each([
  [inPath, 'https://app.example.com/'],
  [inPath, 'https://app.example.com/a'],
  [inPath, 'https://app.example.com/Acme'],
  [inPath, 'https://app.example.com/%61cme'],
  [inPath, 'https://app.example.com?/acme'],
  [inPath, 'http://app.example.com/acme'],
  [inPath, 'https://app.example.com:8443/acme'],
  [inPath, 'https://evil.example/app.example.com/acme'],
  [inPath, `https://app.example.com/acme/${'x'.repeat(2_048)}`],
  ['https://app.example.com/org/{{slug}}/login', 'https://app.example.com/org/acme/logins'],
  ['https://app.example.com/org/{{slug}}/login', 'https://app.example.com/org/acme'],
  ['https://app.example.com/org/{{slug}}/login', 'https://app.example.com/org/acme/x/login'],
  [inHost, 'https://example.com/'],
  [inHost, 'https://acme.example.com.evil.example/'],
  [inHost, 'https://acme.example.com:8443/'],
  [inHost, 'https://evil.example/acme.example.com'],
  [inHost, 'https://user@acme.example.com/'],
  ['https://{{slug}}', 'https://acme.example.com/'],
  ['{{slug}}://app.example.com', 'https://app.example.com'],
  ['https://app.example.com/acme', 'https://app.example.com/acme'],
  ['https://app.example.com/.*{{slug}}', 'https://app.example.com/xacme'],
])('finds no slug by %s in %s [B-ORG-14]', (pattern, url) => {
  expect(slugInUrl(pattern, url)).toBe(null)
})
