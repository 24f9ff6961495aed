import type { User } from '@latchkey/contract'
import type { Member } from '@latchkey/contract/b2b'
import type { MemberFactor, StoredRegistration } from './method.ts'

type MemberAddress = Pick<Member, 'email_address' | 'email_address_verified'>
type MemberPhone = Pick<Member, 'mfa_phone_number' | 'mfa_phone_number_verified'>

/** Email addresses and phone numbers: identifiers that several methods send messages to. */
export const contacts = {
  registrations: {
    email: {
      signsIn: true,
      provesOwner: true,
      isPlantable: true,
      // A magic link or a reset link.
      signsInWhileLocked: ['magicLinks', 'passwords'],
      userFields: (registrations: readonly StoredRegistration[]): Pick<User, 'emails'> => ({
        emails: registrations.map(({ id, uniqueKey, verified }) => ({ email_id: id, email: uniqueKey, verified })),
      }),
      memberFields: ([email]: readonly StoredRegistration[]): MemberAddress => ({
        email_address: email?.uniqueKey ?? '',
        email_address_verified: email?.verified ?? false,
      }),
    },
    /** A former address of a member. No other member of the organization can use it. */
    email_retired: {
      signsIn: false,
      provesOwner: false,
      isPlantable: false,
      userFields: (): Record<never, never> => ({}),
      memberFields: (registrations: readonly StoredRegistration[]): Pick<Member, 'retired_email_addresses'> => ({
        retired_email_addresses: registrations.map(({ id, uniqueKey }) => ({ email_id: id, email_address: uniqueKey })),
      }),
    },
    phone_number: {
      signsIn: true,
      provesOwner: true,
      isPlantable: true,
      mfaMethod: 'sms_otp',
      notFoundError: 'member_phone_number_not_found',
      userFields: (registrations: readonly StoredRegistration[]): Pick<User, 'phone_numbers'> => ({
        phone_numbers: registrations.map(({ id, uniqueKey, verified }) => ({
          phone_id: id,
          phone_number: uniqueKey,
          verified,
        })),
      }),
      memberFields: ([phone]: readonly StoredRegistration[]): MemberPhone => ({
        mfa_phone_number: phone?.uniqueKey ?? '',
        mfa_phone_number_verified: phone?.verified ?? false,
      }),
    },
  },
} as const

export const magicLinkMethod = {
  settings: { magic_links: 'magicLinks' },
  factors: {
    magic_link: {
      kind: 'reach',
      amr: ['magic_link'],
      ofMember: (): MemberFactor => ({ method: 'magic_link', channel: 'email' }),
    },
  },
  /** `sends_per_ip`. */
  auditEvents: { magic_link_send: 'calls', magic_link_authenticate: 'calls' },
} as const

export const otpMethod = {
  settings: { otp_email: 'otpEmail', otp_sms: 'otpSms', otp_whatsapp: 'otpWhatsapp' },
  factors: {
    otp: {
      kind: 'reach',
      amr: ['otp'],
      ofMember: (deliveryMethod: string): MemberFactor =>
        deliveryMethod === 'email'
          ? { method: 'email_otp', channel: 'email' }
          : { method: 'sms_otp', channel: 'phone' },
    },
    email_otp: { kind: 'reach', amr: ['otp'] },
  },
  /** `sends_per_ip`. */
  auditEvents: { otp_send: 'calls', otp_authenticate: 'calls' },
} as const
