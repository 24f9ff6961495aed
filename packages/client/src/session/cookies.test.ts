import { describe, expect, it } from 'vitest'
import { createTestSetup, makeAuth } from '../test-setup.suite.ts'
import { cookiesOf, readCookies, writeCookie } from './cookies.ts'

const attributes = 'path=/; Secure'
const end = Date.UTC(2031, 0)

describe('a cookie value', () => {
  it.each(['a; domain=example.com', 'a;b', 'a,b', 'a b', 'a"b', 'a\\b', 'a\nb', 'ä', 'a'.repeat(3801)])(
    'removes the cookie if the value is invalid or too long: %j',
    (value) => {
      const { platform } = createTestSetup().profile.openTab()
      writeCookie(platform, 't', 'before', end, attributes)
      expect(cookiesOf(readCookies(platform), 't')).toEqual(['before'])
      writeCookie(platform, 't', value, end, attributes)
      expect(readCookies(platform)).toBe('')
    },
  )

  it('writes a value with the characters of tokens unchanged', () => {
    const { platform } = createTestSetup().profile.openTab()
    const value = 'AZaz09_.~+/=-'
    writeCookie(platform, 't', value, end, attributes)
    expect(readCookies(platform)).toBe(`t=${value}`)
  })

  it('adds no attribute to a cookie from a hostile response', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/otps/authenticate', { data: makeAuth('s1', 'ada', { jwt: 'jwt; domain=example.com' }) })
    await client.otps.authenticate('123456', 'm', { session_duration_minutes: 30 })
    expect(setup.profile.cookies.all().map(({ name, value }) => [name, value])).toEqual([
      ['__Host-latchkey_session_binding', 'token-s1'],
      ['latchkey_session', 'token-s1'],
    ])
  })
})
