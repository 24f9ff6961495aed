import { describe, expect, it } from 'vitest'
import { cookieValues } from './cookie-values.ts'

const name = '__Host-latchkey_session'
const requestWith = (cookie: string): Request => {
  const request = new Request('https://auth.example.com/')
  // The constructor of `Request` trims and checks headers; a server does not.
  Object.defineProperty(request, 'headers', { value: { get: () => cookie } })
  return request
}

describe('cookieValues', () => {
  it('returns all values of a name, in their order', () => {
    expect(cookieValues(requestWith(`a=1; ${name}=x; b=2;${name}=y=z ;${name}`), name)).toEqual(['x', 'y=z', ''])
  })

  it('ignores names with any other byte before or after (S-14)', () => {
    const bytes = Array.from({ length: 255 }, (_, index) => String.fromCharCode(index + 1))
    const found = bytes.filter(
      (byte) =>
        !' \t;'.includes(byte) &&
        cookieValues(requestWith(`a=1; ${byte}${name}=x; ${name}${byte.replace('=', '-')}=x`), name).length > 0,
    )
    expect(found).toEqual([])
  })
})
