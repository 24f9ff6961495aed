import { expect, it } from 'vitest'
import { quoted } from './quoted.ts'

it('quotes input without markup and truncates it', () => {
  expect(quoted('http://a.example')).toBe('"http://a.example"')
  expect(quoted('"><img src=x onerror=f()>&amp;')).toBe('"\\"\\u003e\\u003cimg src=x onerror=f()\\u003e\\u0026amp;"')
  expect(quoted('a'.repeat(1_000))).toBe(`"${'a'.repeat(100)}…"`)
})
