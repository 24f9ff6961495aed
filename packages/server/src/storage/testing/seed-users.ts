import { sql } from 'kysely'
import type { Tables } from '../sql/engine/tables.ts'
import { type Columns, i, numbersTo, openSeeding, ordered, orderedText, scattered, scatteredNumber } from './seeding.ts'

export interface UsersToSeed {
  /** The path of an SQLite file or the URL of a PostgreSQL database. The schema must exist. */
  database: string
  /** A consumer project. */
  projectId: string
  count: number
  now: number
}

/** A seeded user. The values depend on the index only, so that they are the same in every seeded database. */
export interface SeededUser {
  accountId: string
  email: string
  externalId: string
}

/** One in this many users has a session, a client application and an audit entry. */
export const seededEvery = 4

export function seededUser(index: number): SeededUser {
  const key = scatteredNumber(index)
  return { accountId: `user-test-${orderedText(index)}`, email: `p${key}@example.com`, externalId: `x${key}` }
}

/** Inserts many users at once, with the rows that the storage would write. */
export async function seedUsers({ database, projectId, count, now }: UsersToSeed): Promise<void> {
  const seeding = await openSeeding(database)
  const fill = <Name extends keyof Tables>(table: Name, rows: number, columns: Columns<Tables[Name]>) =>
    seeding.fill(table, numbersTo(rows), columns)
  try {
    const at = sql`${sql.lit(now - count)} + i`
    const fourth = sql`i * ${sql.lit(seededEvery)}`
    const some = Math.ceil(count / seededEvery)
    const accountId = sql`'user-test-' || ${ordered(i)}`
    const ownerId = sql`'user-test-' || ${ordered(fourth)}`
    await fill('users', count, {
      ...{ project_id: projectId, id: accountId, status: 'active', trusted_metadata: '{}', untrusted_metadata: '{}' },
      name: '{"first_name":"Ada","middle_name":"","last_name":"Byron"}',
      roles: '["latchkey_user"]',
      ...{ realm: '', external_id: sql`'x' || ${scattered}`, disabled_at: null, created_at: at, updated_at: at },
      ...{ secrets_epoch: 0, secrets_valid_after: null, sessions_epoch: 0 },
    })
    await fill('registrations', count, {
      ...{ project_id: projectId, id: sql`'email-test-' || ${ordered(i)}`, user_id: accountId, kind: 'email' },
      ...{ unique_key: sql`'p' || ${scattered} || '@example.com'`, verified: 1, details: '{}' },
      ...{ realm: '', created_at: at, verified_at: at },
    })
    await fill('sessions', some, {
      ...{ project_id: projectId, id: sql`'session-test-' || ${ordered(i)}`, subject_kind: 'user' },
      token_hash: sql`'seeded-hash-that-is-as-long-as-a-true-one-would-be-' || ${ordered(i)}`,
      ...{ prev_hash: null, prev_valid_until: null, subject_id: ownerId, organization_id: null },
      ...{
        factors: '[]',
        custom_claims: null,
        ip_address: '192.0.2.1',
        user_agent: 'seed',
        actor: null,
        account_epoch: 0,
        issued_by: null,
      },
      ...{ started_at: at, last_accessed_at: at, expires_at: now + 30 * 24 * 3_600_000, revoked_at: null },
    })
    await fill('connected_apps', some, {
      ...{ project_id: projectId, user_id: ownerId, id: 'connected-app-test-1', name: 'App', description: '' },
      ...{ client_type: 'first_party', logo_url: null, scopes: '["openid"]', created_at: at, updated_at: at },
    })
    await fill('audit', some, {
      ...{ project_id: projectId, id: sql`'audit-test-' || ${ordered(i)}`, at, actor_kind: 'user', actor_id: ownerId },
      ...{ impersonator: null, event: 'otp_authenticate', target_id: null, result: 'ok', error_type: null },
      ...{ ip_prefix: '192.0.2.0/24', user_agent_hash: null, request_id: 'request-id-test-seeded' },
      ...{ seq: sql`i + 1`, prev_hash: 'seeded', hash: 'seeded' },
    })
  } finally {
    await seeding.close()
  }
}
