import type { Migration } from './migration.ts'

/** Finds impersonated sessions by the secret key that issued their token, and by the operator who acts. */
export const impersonationIssuers: Migration = {
  name: '0016-impersonation-issuers',
  statements: ({ text }) => [
    `alter table sessions add column issued_by ${text}`,
    'create index sessions_issuer on sessions (project_id, issued_by) where issued_by is not null',
    'create index sessions_actor on sessions (project_id, actor) where actor is not null',
  ],
}
