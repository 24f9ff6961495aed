import type { User } from '@latchkey/contract'
import type { Member } from '@latchkey/contract/b2b'
import type { MemberFactor, StoredRegistration } from './method.ts'

export const passwordMethod = {
  settings: { passwords: 'passwords' },
  registrations: {
    password: {
      signsIn: true,
      // It can be set for the address of another user.
      provesOwner: false,
      // The first proof of an identifier disables the password and keeps its registration.
      isPlantable: false,
      notFoundError: 'member_password_not_found',
      userFields: ([password]: readonly StoredRegistration[]): Pick<User, 'password'> => ({
        password: password
          ? { password_id: password.id, requires_reset: password.details.requires_reset === true }
          : null,
      }),
      memberFields: ([password]: readonly StoredRegistration[]): Pick<Member, 'member_password_id'> => ({
        member_password_id: password?.id ?? '',
      }),
    },
  },
  factors: {
    password: {
      kind: 'know',
      amr: ['pwd'],
      ofMember: (): MemberFactor => ({ method: 'password', channel: 'password' }),
    },
  },
  /** `password_attempts_per_ip`, `accounts_per_ip` and `sends_per_ip`; a change by session counts for `changes_per_ip`. */
  auditEvents: {
    password_create: 'calls',
    password_authenticate: 'calls',
    password_reset_send: 'calls',
    password_reset: 'calls',
    password_change: 'calls',
    /** The first proof of an email address ended a password that was set before it. */
    password_disable: 'calls',
    /** A source of breached passwords did not respond, and the password was accepted. */
    breach_check_skipped: 'rows',
  },
  guessedSecrets: ['password'],
} as const
