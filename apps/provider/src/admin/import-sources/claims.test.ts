import type { NewUser } from '@latchkey/contract/admin'
import { expect, it } from 'vitest'
import { withoutClaims } from './claims.ts'

const [own, foreign] = ['own@example.com', 'foreign@example.com']
const phone_number = '+12025550123'
const password_hash = '$2b$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe'
const emails = ['unverified email addresses']

it.each<[string, NewUser, NewUser, string[]]>([
  [
    'a further email address next to a verified one',
    { email: own, email_verified: true, additional_emails: [{ email: foreign, verified: false }] },
    { email: own, email_verified: true },
    emails,
  ],
  [
    'the main email address next to a verified one, which takes its place and keeps the password',
    { email: foreign, email_verified: false, additional_emails: [{ email: own, verified: true }], password_hash },
    { email: own, email_verified: true, password_hash },
    emails,
  ],
  [
    'the email address next to a verified phone number',
    { email: foreign, email_verified: false, phone_number, phone_number_verified: true },
    { phone_number, phone_number_verified: true },
    emails,
  ],
  [
    'a phone number next to a verified email address',
    { email: own, email_verified: true, phone_number, phone_number_verified: false },
    { email: own, email_verified: true },
    ['unverified phone numbers'],
  ],
  [
    'a phone number of which the export does not say whether it was verified',
    { email: own, email_verified: true, phone_number },
    { email: own, email_verified: true },
    ['phone numbers (add --verified if they were verified)'],
  ],
])('removes %s', (_title, user, remaining, removed) => {
  expect(withoutClaims(user)).toEqual({ user: remaining, removed })
})

it.each<[string, NewUser]>([
  ['a user without a verified address', { email: own, email_verified: false, phone_number, password_hash }],
  [
    'the only email address of a user with a password',
    { email: own, email_verified: false, phone_number, phone_number_verified: true, password_hash },
  ],
  [
    'a user whose addresses are all verified',
    {
      ...{ email: own, email_verified: true, phone_number, phone_number_verified: true, external_id: 'x' },
      additional_emails: [{ email: 'second@example.com', verified: true }],
      additional_phone_numbers: [{ phone_number: '+12025550124', verified: true }],
    },
  ],
])('keeps %s', (_title, user) => {
  expect(withoutClaims(user)).toEqual({ user, removed: [] })
})
