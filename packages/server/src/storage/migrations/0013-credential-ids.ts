import type { Migration } from './migration.ts'

/** Projects that share a domain share its passkeys' names: one that a project does not know may be another's. */
export const credentialIds: Migration = {
  name: '0013-credential-ids',
  statements: () => ["create index registrations_credential on registrations (unique_key) where kind = 'webauthn'"],
}
