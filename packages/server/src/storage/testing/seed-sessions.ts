import { sql } from 'kysely'
import type { Random } from '../../core/clock-and-random.ts'
import { sha256Hex } from '../../core/hash.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import { i, openSeeding, ordered } from './seeding.ts'

export interface SessionsToSeed {
  /** The path of an SQLite file or the URL of a PostgreSQL database. The schema must exist. */
  database: string
  projectId: string
  count: number
  /** Part of every id and address, so that one database can be seeded more than once. */
  name: string
  random: Random
  now: number
  /** When they end. */
  expiresAt: number
}

/** A user with a session. */
export interface SeededSession {
  email: string
  token: string
}

/** Most refreshes write nothing; a quarter of these are old enough that theirs does, as in a steady state. */
const accessSpreadMs = 13.3 * 60_000

/** Inserts users at once, each with an email address and a session, with the rows that the storage would write. */
export async function seedSessions(options: SessionsToSeed): Promise<SeededSession[]> {
  const { database, projectId, count, name, random, now, expiresAt } = options
  const tokens = Array.from({ length: count }, () => newSessionToken(random))
  const seeding = await openSeeding(database)
  try {
    const hashes = JSON.stringify(tokens.map(sha256Hex))
    const numbers = seeding.isSqlite
      ? sql`with numbers as (select key as i, value as hash from json_each(${hashes}))`
      : sql`with numbers as (select ordinality - 1 as i, hash from
          json_array_elements_text(cast(${hashes} as json)) with ordinality as listed(hash, ordinality))`
    const at = now - Math.ceil(accessSpreadMs)
    const idOf = (kind: string) => sql`${sql.lit(`${kind}-test-${name}-`)} || ${ordered(i)}`
    const email = sql`${sql.lit(`${name}-`)} || i || '@example.com'`
    await seeding.fill('users', numbers, {
      ...{
        project_id: projectId,
        id: idOf('user'),
        status: 'active',
        trusted_metadata: '{}',
        untrusted_metadata: '{}',
      },
      ...{ name: '{"first_name":"","middle_name":"","last_name":""}', roles: '["latchkey_user"]' },
      ...{ realm: '', external_id: null, disabled_at: null, created_at: at, updated_at: at },
      ...{ secrets_epoch: 0, secrets_valid_after: null, sessions_epoch: 0 },
    })
    await seeding.fill('registrations', numbers, {
      ...{ project_id: projectId, id: idOf('email'), user_id: idOf('user'), kind: 'email', unique_key: email },
      ...{ realm: '', verified: 1, details: '{}', created_at: at, verified_at: at },
    })
    await seeding.fill('sessions', numbers, {
      ...{ project_id: projectId, id: idOf('session'), token_hash: sql`hash`, prev_hash: null, prev_valid_until: null },
      ...{ subject_kind: 'user', subject_id: idOf('user'), organization_id: null, factors: '[]', custom_claims: null },
      ...{
        ip_address: '192.0.2.1',
        user_agent: 'seed',
        actor: null,
        account_epoch: 0,
        issued_by: null,
        started_at: at,
      },
      last_accessed_at: sql`${sql.lit(at)} + i * ${sql.lit(Math.ceil(accessSpreadMs))} / ${sql.lit(count)}`,
      ...{ expires_at: expiresAt, revoked_at: null },
    })
  } finally {
    await seeding.close()
  }
  return tokens.map((token, index) => ({ email: `${name}-${index}@example.com`, token }))
}
