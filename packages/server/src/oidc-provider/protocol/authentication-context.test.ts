import type { AuthenticationFactor } from '@latchkey/contract'
import { expect, it } from 'vitest'
import { authenticationContext, exchangeDelivery } from './authentication-context.ts'

type Given = readonly [type: AuthenticationFactor['type'], delivery: string]

const at = '2026-01-01T00:00:00Z'
const level = (...given: Given[]): string | undefined =>
  authenticationContext(
    given.map(([type, delivery_method]) => ({
      type,
      delivery_method,
      last_authenticated_at: at,
    })) as AuthenticationFactor[],
  )
    .acr.split(':')
    .at(-1)

const google: Given = ['oauth', 'oauth_google']
const link: Given = ['magic_link', 'email']
const password: Given = ['password', 'knowledge']
const totp: Given = ['totp', 'authenticator_app']

it.each<[string, string, Given[]]>([
  ['1', 'one proof', [password]],
  ['1', 'two of a kind', [link, ['email_otp', 'email']]],
  ['2', 'two of different kinds', [password, link]],
  ['2', 'something that one has, beside what another provider says', [google, totp]],
  // Whoever has the mailbox has the account there, too.
  ['1', 'a mailbox, and what another provider says', [google, link]],
  ['1', 'what two others say', [google, ['sso', 'sso_saml']]],
  ['1', 'what we have said ourselves', [password, ['oauth', exchangeDelivery]]],
])('level %s: %s', (expected, _, given) => {
  expect(level(...given)).toBe(expected)
})
