import type { User } from '@latchkey/contract'
import { detailText, type StoredRegistration } from './method.ts'

export const webauthnMethod = {
  settings: { webauthn: 'webauthn' },
  registrations: {
    webauthn: {
      // All of them are in `excludeCredentials`, which prevents a device from registering twice.
      limit: 40,
      signsIn: true,
      provesOwner: true,
      isPlantable: true,
      signsInWhileLocked: ['webauthn'],
      userFields: (registrations: readonly StoredRegistration[]): Pick<User, 'webauthn_registrations'> => ({
        webauthn_registrations: registrations.map(({ id, uniqueKey, details, verified, createdAt }) => ({
          webauthn_registration_id: id,
          domain: detailText(details.domain),
          user_agent: detailText(details.user_agent),
          authenticator_type: detailText(details.authenticator_type),
          verified,
          name: detailText(details.name),
          credential_id: uniqueKey,
          ...(details.aaguid ? { aaguid: detailText(details.aaguid) } : {}),
          created_at: new Date(createdAt).toISOString(),
        })),
      }),
    },
  },
  factors: { webauthn: { kind: 'have', amr: ['pop'] } },
  auditEvents: {
    webauthn_register: 'changes',
    webauthn_authenticate: 'sessions',
    webauthn_counter_regression: 'rows',
  },
} as const
