import type { User } from '@latchkey/contract'
import type { Member } from '@latchkey/contract/b2b'
import type { MemberFactor, StoredRegistration } from './method.ts'

export const totpMethod = {
  settings: { totps: 'totps' },
  registrations: {
    totp: {
      // A code is compared with every authenticator app of a user: many of them would make it easy to guess.
      limit: 5,
      signsIn: false,
      provesOwner: false,
      isPlantable: true,
      endsUnverified: true,
      mfaMethod: 'totp',
      userFields: (registrations: readonly StoredRegistration[]): Pick<User, 'totps'> => ({
        totps: registrations.map(({ id, verified }) => ({ totp_id: id, verified })),
      }),
      memberFields: (registrations: readonly StoredRegistration[]): Pick<Member, 'totp_registration_id'> => ({
        totp_registration_id: registrations.find(({ verified }) => verified)?.id ?? '',
      }),
    },
  },
  factors: {
    totp: {
      kind: 'have',
      amr: ['otp'],
      ofMember: (): MemberFactor => ({ method: 'totp', channel: 'authenticator_app' }),
    },
    recovery_codes: {
      kind: 'have',
      amr: ['otp'],
      ofMember: (): MemberFactor => ({ method: 'recovery_code', channel: 'recovery_code' }),
    },
  },
  auditEvents: {
    totp_create: 'changes',
    totp_authenticate: 'rows',
    /** Each code works once. */
    totp_recover: 'calls',
    recovery_codes_show: 'changes',
    recovery_codes_rotate: 'changes',
  },
  secondFactorSecrets: ['totp', 'recovery_code'],
  sealedTables: {
    totps: {
      idColumn: 'id',
      column: 'secret_sealed',
      sealContext: (projectId: string, id: string): string => `totp|${projectId}|${id}`,
    },
    recovery_codes: {
      idColumn: 'id',
      column: 'code_sealed',
      sealContext: (projectId: string, id: string): string => `recovery code|${projectId}|${id}`,
    },
  },
} as const
