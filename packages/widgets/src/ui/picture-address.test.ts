import { describe, expect, it } from 'vitest'
import { pictureAddress } from './picture-address.ts'

describe('the address of a picture', () => {
  it.each([
    '/logo.svg',
    'logo.png',
    '//cdn.example/a.png',
    'https://cdn.example/a.png',
    'http://localhost/a.png',
    'data:image/png;base64,AA==',
  ])('%s is one', (address) => {
    expect(pictureAddress(address)).toBe(address)
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:x',
    'file:///a',
    '',
    null,
  ])('rejects %j (X-2)', (address) => {
    expect(pictureAddress(address)).toBeUndefined()
  })
})
