import { type RawBuilder, sql } from 'kysely'
import type { Tables } from '../sql/engine/tables.ts'
import { type Columns, i, numbersTo, openSeeding, ordered, orderedText, scattered, scatteredNumber } from './seeding.ts'

export interface MembersToSeed {
  /** The path of an SQLite file or the URL of a PostgreSQL database. The schema must exist. */
  database: string
  /** A business project. */
  projectId: string
  /** Each organization has a hundred members. */
  count: number
  now: number
}

/** A seeded member. The values depend on the index only, so that they are the same in every seeded database. */
export interface SeededMember {
  memberId: string
  email: string
  externalId: string
  organizationId: string
  organizationSlug: string
}

const membersOfAnOrganization = 100
/** One in this many members was invited and has not signed in yet. */
const invitedEvery = 10

export function seededMember(index: number): SeededMember {
  const key = scatteredNumber(index)
  const organization = orderedText(Math.floor(index / membersOfAnOrganization))
  return {
    memberId: `member-test-${orderedText(index)}`,
    ...{ email: `m${key}@example.com`, externalId: `y${key}` },
    ...{ organizationId: `organization-test-${organization}`, organizationSlug: `s${organization}` },
  }
}

/** Inserts organizations with many members, each with a session, with the rows that the storage would write. */
export async function seedMembers({ database, projectId, count, now }: MembersToSeed): Promise<void> {
  const seeding = await openSeeding(database)
  const fill = <Name extends keyof Tables>(table: Name, rows: number, columns: Columns<Tables[Name]>) =>
    seeding.fill(table, numbersTo(rows), columns)
  try {
    const at = sql`${sql.lit(now - count)} + i`
    const organization = (number: RawBuilder<unknown>) => sql`'organization-test-' || ${ordered(number)}`
    const realm = organization(sql`i / ${sql.lit(membersOfAnOrganization)}`)
    const status = sql`case when i % ${sql.lit(invitedEvery)} = 1 then 'invited' else 'active' end`
    const id = sql`'member-test-' || ${ordered(i)}`
    const member = { project_id: projectId, realm, created_at: at }
    await fill('organizations', Math.ceil(count / membersOfAnOrganization), {
      ...{ project_id: projectId, id: organization(i), name: 'Seeded' },
      ...{ slug: sql`'s' || ${ordered(i)}`, slug_skeleton: ordered(i) },
      ...{ logo_url: null, trusted_metadata: '{}', external_id: null, settings: '{}', revision: 1 },
      ...{ suspended_at: null, deleted_at: null, created_at: at, updated_at: at },
    })
    await fill('users', count, {
      ...{ ...member, id, status: 'active', roles: '[]', trusted_metadata: '{}', untrusted_metadata: '{}' },
      name: '{"first_name":"Ada","middle_name":"","last_name":""}',
      ...{ external_id: sql`'y' || ${scattered}`, disabled_at: null, updated_at: at },
      ...{ secrets_epoch: 0, secrets_valid_after: null, sessions_epoch: 0 },
    })
    await fill('registrations', count, {
      ...{ ...member, id: sql`'email-test-' || ${ordered(i)}`, user_id: id, kind: 'email' },
      ...{ unique_key: sql`'m' || ${scattered} || '@example.com'`, verified: 1, details: '{}', verified_at: at },
    })
    await fill('members', count, {
      ...{ project_id: projectId, id, organization_id: realm, status, is_breakglass: 0, mfa_enrolled: 0 },
      ...{ default_mfa_method: null, invited_by: null, joined_at: at, deleted_at: null, created_at: at },
    })
    await fill('sessions', count, {
      ...{ project_id: projectId, id: sql`'session-test-' || ${ordered(i)}`, subject_kind: 'member', subject_id: id },
      token_hash: sql`'seeded-hash-that-is-as-long-as-a-true-one-would-be-' || ${ordered(i)}`,
      ...{ prev_hash: null, prev_valid_until: null, organization_id: realm, factors: '[]', custom_claims: null },
      ...{ ip_address: '192.0.2.1', user_agent: 'seed', actor: null, account_epoch: 0, issued_by: null },
      ...{ started_at: at, last_accessed_at: at, expires_at: now + 30 * 24 * 3_600_000, revoked_at: null },
    })
  } finally {
    await seeding.close()
  }
}
