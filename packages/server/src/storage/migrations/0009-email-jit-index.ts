import type { Migration } from './migration.ts'

/** The organizations that may accept new members by email domain: a test project looks for them in all of its own. */
export const emailJitIndex: Migration = {
  name: '0009-email-jit-index',
  statements: () => [
    // The condition of `listWithEmailJit`; both engines use the index for the same text only.
    `create index organizations_email_jit on organizations (project_id, created_at, id)
      where deleted_at is null and replace(settings, '"email_jit_provisioning"', '') <> settings`,
  ],
}
