import type { AuthenticationFactor } from '@latchkey/contract'
import { expect, it } from 'vitest'
import { authenticationContext, exchangeDelivery } from './authentication-context.ts'

type Factor = readonly [type: AuthenticationFactor['type'], delivery: string]

const at = '2026-01-01T00:00:00Z'
const level = (...factors: Factor[]): string | undefined =>
  authenticationContext(
    factors.map(([type, delivery_method]) => ({
      type,
      delivery_method,
      last_authenticated_at: at,
    })) as AuthenticationFactor[],
  )
    .acr.split(':')
    .at(-1)

const google: Factor = ['oauth', 'oauth_google']
const link: Factor = ['magic_link', 'email']
const password: Factor = ['password', 'knowledge']
const totp: Factor = ['totp', 'authenticator_app']

it.each<[string, string, Factor[]]>([
  ['1', 'one factor', [password]],
  ['1', 'two factors of the same kind', [link, ['email_otp', 'email']]],
  ['2', 'two factors of different kinds', [password, link]],
  ['2', 'a possession factor and an identity provider', [google, totp]],
  // The owner of the mailbox can recover the account at the identity provider.
  ['1', 'a mailbox and an identity provider', [google, link]],
  ['1', 'two identity providers', [google, ['sso', 'sso_saml']]],
  ['1', 'a password and an access token of this provider', [password, ['oauth', exchangeDelivery]]],
])('is authentication level %s for %s', (expected, _, factors) => {
  expect(level(...factors)).toBe(expected)
})
