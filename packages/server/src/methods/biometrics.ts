import type { User } from '@latchkey/contract'
import type { StoredRegistration } from './method.ts'

export const biometricMethod = {
  registrations: {
    biometric: {
      limit: 20,
      signsIn: false,
      provesOwner: false,
      isPlantable: true,
      userFields: (registrations: readonly StoredRegistration[]): Pick<User, 'biometric_registrations'> => ({
        biometric_registrations: registrations.map(({ id, verified }) => ({
          biometric_registration_id: id,
          verified,
        })),
      }),
    },
  },
  factors: { signature_challenge: { kind: 'have', amr: ['pop'] } },
} as const
