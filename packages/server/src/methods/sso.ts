import type { User } from '@latchkey/contract'
import type { Member } from '@latchkey/contract/b2b'
import { detailText, type MemberFactor, type StoredRegistration } from './method.ts'

/** Single sign-on with the connections of organizations. Only members have it. */
export const ssoMethod = {
  registrations: {
    /** The unique key is `connection|issuer|external id`: `ssoRegistrationKey`. */
    sso: {
      limit: 20,
      signsIn: true,
      // A connection states any address: it speaks for its own organization only.
      provesOwner: false,
      isPlantable: false,
      userFields: (): Pick<User, never> => ({}),
      memberFields: (registrations: readonly StoredRegistration[]): Pick<Member, 'sso_registrations'> => ({
        sso_registrations: registrations.map(({ id, details }) => ({
          connection_id: detailText(details.connection_id),
          external_id: detailText(details.external_id),
          registration_id: id,
          sso_attributes:
            typeof details.sso_attributes === 'object' && !Array.isArray(details.sso_attributes)
              ? (details.sso_attributes ?? {})
              : {},
        })),
      }),
    },
  },
  factors: {
    sso: {
      kind: 'reach',
      amr: ['fed'],
      ofMember: (): MemberFactor => ({ method: 'sso', channel: 'sso_connection' }),
    },
  },
  auditEvents: {
    sso_callback: 'rows',
    sso_authenticate: 'sessions',
    sso_connection_test: 'rows',
    sso_connection_create: 'rows',
    sso_connection_update: 'rows',
    sso_connection_delete: 'rows',
    /** The certificates of a connection changed, without a request: its metadata was read again. */
    sso_certificates_update: 'calls',
  },
  sealedTables: {
    sso_connections: {
      idColumn: 'id',
      column: 'secrets_sealed',
      sealContext: (projectId: string, id: string): string => `sso connection|${projectId}|${id}`,
    },
  },
} as const
