import { describe, expect, it } from 'vitest'
import { parseAuthorization } from './authorization.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')

describe('parseAuthorization', () => {
  it('reads the public token and the session token', () => {
    expect(parseAuthorization(`Basic ${encode('public:secret')}`)).toEqual({
      publicToken: 'public',
      sessionToken: 'secret',
    })
    expect(parseAuthorization(`basic ${encode('public:a:b')}`)).toEqual({ publicToken: 'public', sessionToken: 'a:b' })
  })

  it.each(['public:public', 'public:'])('reads no session token from %s', (text) => {
    expect(parseAuthorization(`Basic ${encode(text)}`)).toEqual({ publicToken: 'public', sessionToken: null })
  })

  it.each([
    null,
    '',
    'Basic',
    'Basic ',
    'Basic !!!!',
    'Basic ====',
    `Basic ${encode('no colon')}`,
    `Basic ${encode(':only')}`,
    `Basic ${encode('nul\0:x')}`,
    `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x61]).toString('base64')}`,
    `Bearer ${encode('a:b')}`,
    `Basic ${encode('a:b')} x`,
    'Basic __proto__',
    'undefined',
  ])('returns null for the header %j', (header) => {
    expect(parseAuthorization(header)).toBeNull()
  })
})
