import type { Migration } from './migration.ts'

/** Wrong secrets are counted for addresses that nobody has, too: what nobody has added to for long is forgotten. */
export const lockoutsEnd: Migration = {
  name: '0011-lockouts-end',
  // Counts from before have no end until the next wrong secret gives them one: a lock is never lost by an upgrade.
  statements: ({ bigint }) => [
    `alter table lockouts add column kept_until ${bigint}`,
    'create index lockouts_kept_until on lockouts (kept_until)',
  ],
}
