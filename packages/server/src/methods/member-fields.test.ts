import { expect, it } from 'vitest'
import { memberRegistrationFields } from './methods.ts'

const stored = (
  kind: 'email' | 'email_retired' | 'phone_number' | 'password' | 'totp' | 'oauth' | 'sso',
  verified: boolean,
  more: object = {},
) => ({
  ...{ id: `${kind}-1`, kind, uniqueKey: `${kind} key`, verified, details: {}, createdAt: 1 },
  ...more,
})

it('shows the registrations of a member as the wire does', () => {
  const tenants = { provider_subject: '7', provider_type: 'Google', provider_tenants: ['acme.example', 7] }
  expect(
    memberRegistrationFields([
      ...[stored('email', true), stored('phone_number', false), stored('password', true), stored('totp', true)],
      stored('email_retired', false),
      stored('oauth', true, { details: tenants }),
      stored('sso', true, { details: { connection_id: 'c', external_id: 'x', sso_attributes: { team: ['a'] } } }),
      stored('sso', true, { id: 'sso-2' }),
    ]),
  ).toEqual({
    email_address: 'email key',
    email_address_verified: true,
    retired_email_addresses: [{ email_id: 'email_retired-1', email_address: 'email_retired key' }],
    mfa_phone_number: 'phone_number key',
    mfa_phone_number_verified: false,
    member_password_id: 'password-1',
    totp_registration_id: 'totp-1',
    oauth_registrations: [
      {
        member_oauth_registration_id: 'oauth-1',
        ...{ provider_subject: '7', provider_type: 'Google', profile_picture_url: null, locale: null },
        provider_tenants: ['acme.example'],
      },
    ],
    sso_registrations: [
      { connection_id: 'c', external_id: 'x', registration_id: 'sso-1', sso_attributes: { team: ['a'] } },
      { connection_id: '', external_id: '', registration_id: 'sso-2', sso_attributes: {} },
    ],
  })
})

it('shows no authenticator app that was never proven', () => {
  expect(memberRegistrationFields([stored('totp', false)])).toMatchObject({
    ...{ totp_registration_id: '', member_password_id: '', mfa_phone_number: '', oauth_registrations: [] },
  })
})
