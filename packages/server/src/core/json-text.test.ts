import { expect, it } from 'vitest'
import { jsonText } from './json-text.ts'

it('says the same and holds no markup', () => {
  const value = { name: '</script><img src=x onerror=f()>', list: ['<', { '<b>': '\\<' }] }
  expect(jsonText(value)).not.toContain('<')
  expect(JSON.parse(jsonText(value))).toEqual(value)
})
