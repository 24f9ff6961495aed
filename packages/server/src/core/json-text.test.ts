import { expect, it } from 'vitest'
import { jsonText } from './json-text.ts'

it('encodes a value as JSON without markup', () => {
  const value = { name: '</script><img src=x onerror=f()>', list: ['<', { '<b>': '\\<' }] }
  expect(jsonText(value)).not.toContain('<')
  expect(JSON.parse(jsonText(value))).toEqual(value)
})
