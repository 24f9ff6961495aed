import type { AuthenticationFactor, FactorType } from '@latchkey/contract'
import { organizationAuthMethods } from '@latchkey/contract/b2b'
import { expect, it } from 'vitest'
import { addressProofs, provenFactors } from './proven-factors.ts'

const at = '2027-01-15T08:00:00.000Z'
const factor = (type: FactorType, delivery_method: string, more: object = {}): AuthenticationFactor => ({
  ...{ type, delivery_method, last_authenticated_at: at, created_at: '2026-01-01T00:00:00.000Z', updated_at: at },
  ...more,
})
const email = { email_factor: { email_id: 'email-1', email_address: 'ada@example.com' } }

it.each([
  ['magic_link', 'email', 'magic_link', 'email'],
  ['otp', 'email', 'email_otp', 'email'],
  ['otp', 'sms', 'sms_otp', 'phone'],
  ['password', 'knowledge', 'password', 'password'],
  ['oauth', 'oauth_google', 'google_oauth', 'identity_provider'],
  ['oauth', 'oauth_microsoft', 'microsoft_oauth', 'identity_provider'],
  ['oauth', 'oauth_hubspot', 'hubspot_oauth', 'identity_provider'],
  ['oauth', 'oauth_slack', 'slack_oauth', 'identity_provider'],
  ['oauth', 'oauth_github', 'github_oauth', 'identity_provider'],
  ['trusted_auth_token', 'trusted_token_exchange', 'trusted_auth_token', 'identity_provider'],
  ['totp', 'authenticator_app', 'totp', 'authenticator_app'],
  ['recovery_codes', 'recovery_code', 'recovery_code', 'recovery_code'],
] as const)('reads %s by %s as the method %s', (type, delivery, method, channel) => {
  expect(provenFactors([factor(type, delivery)], { isCarriedOver: true })).toEqual([
    { method, channel, provenAt: Date.parse(at), isCarriedOver: true },
  ])
})

it('reads a factor for every method that an organization can allow, except SSO', () => {
  const read = provenFactors(
    [
      ...[factor('magic_link', 'email'), factor('otp', 'email'), factor('password', 'knowledge')],
      ...['google', 'microsoft', 'hubspot', 'slack', 'github'].map((name) => factor('oauth', `oauth_${name}`)),
    ],
    { isCarriedOver: false },
  )
  expect(read.map(({ method }) => method).toSorted()).toEqual(
    organizationAuthMethods.filter((method) => method !== 'sso').toSorted(),
  )
})

it('leaves out factors that no organization accepts', () => {
  const others = [
    factor('impersonated', 'impersonation'),
    factor('oauth', 'oauth_apple'),
    factor('webauthn', 'webauthn'),
  ]
  expect(provenFactors(others, { isCarriedOver: false })).toEqual([])
})

it('carries over proofs of the address, but no password, second factor or SSO connection', () => {
  const link = factor('magic_link', 'email', email)
  const others = [
    factor('password', 'knowledge'),
    factor('totp', 'authenticator_app', { authenticator_app_factor: { totp_id: 'totp-1' } }),
    factor('otp', 'sms', { phone_number_factor: { phone_id: 'phone-1', phone_number: '+15005550006' } }),
    factor('sso', 'sso_saml', email),
    factor('sso', 'sso_oidc', email),
    factor('trusted_auth_token', 'trusted_token_exchange', email),
    factor('password', 'knowledge', email),
  ]
  expect(addressProofs([...others, link], 'ada@example.com')).toEqual([link])
  expect(addressProofs([link], 'bob@example.com')).toEqual([])
})
