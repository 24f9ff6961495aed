import { describe, expect, it } from 'vitest'
import { foreignPictureAddress, pictureAddress } from './picture-address.ts'

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

describe('the address of the picture of an organization or application', () => {
  it.each(['https://cdn.example/a.png', 'HTTPS://cdn.example/a.png', 'data:image/png;base64,AA=='])(
    '%s is one',
    (address) => {
      expect(foreignPictureAddress(address)).toBe(address)
    },
  )

  it.each([
    '/account/logout',
    'logo.png',
    '//cdn.example/a.png',
    'http://cdn.example/a.png',
    'javascript:alert(1)',
    '',
    null,
  ])('rejects %j (X-2)', (address) => {
    expect(foreignPictureAddress(address)).toBeUndefined()
  })
})
