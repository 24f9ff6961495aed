import { type Kysely, sql } from 'kysely'
import type { Page } from '../../page.ts'
import type { AccountRecord, MembershipRecord, SessionRecord } from '../../records.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../engine/cursor.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { Tables } from '../engine/tables.ts'
import { ofKind } from './account-rows.ts'
import { membershipCells, membershipColumns, toMembership, toMemberships } from './membership-rows.ts'

type PageValues = { projectId: string; email: string; after: string; limit: number }

/** The accounts of an address in all organizations, in the order of an index. */
const owned = (db: Kysely<Tables>, value: Values<PageValues>) =>
  db
    .selectFrom('registrations')
    .select(['project_id', 'realm', 'user_id'])
    .where('project_id', '=', value('projectId'))
    .where('kind', '=', ofKind('email'))
    .where('unique_key', '=', value('email'))
    .where('realm', '>', value('after'))
    .orderBy('realm')
    .limit(value('limit'))
    .as('owned')

const membersOfAddress = statement((db, value: Values<PageValues>, engine) =>
  db
    .selectFrom(owned(db, value))
    .innerJoin('members', (join) =>
      join.onRef('members.project_id', '=', 'owned.project_id').onRef('members.id', '=', 'owned.user_id'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.project_id', '=', 'owned.project_id').onRef('users.id', '=', 'owned.user_id'),
    )
    .leftJoin('registrations', (join) =>
      join
        .onRef('registrations.project_id', '=', 'owned.project_id')
        .onRef('registrations.user_id', '=', 'owned.user_id'),
    )
    // The members of a removed organization are rows of the page, too: its limit is that of the index.
    .leftJoin('organizations', (join) =>
      join
        .onRef('organizations.project_id', '=', 'owned.project_id')
        .onRef('organizations.id', '=', 'owned.realm')
        .on('organizations.deleted_at', 'is', null),
    )
    .select(['owned.realm', 'owned.user_id'])
    .select(membershipColumns(engine))
    .orderBy('owned.realm'),
)

/** One statement for a page, however many organizations it has. */
export async function listMemberships(
  run: Runner,
  projectId: string,
  email: string,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<Page<MembershipRecord>> {
  const after = cursor === undefined ? '' : decodeKeyCursor(cursor)
  const found = toMemberships(projectId, await run.all(membersOfAddress, { projectId, email, after, limit: limit + 1 }))
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.flatMap(({ organization, member }) => (organization === null ? [] : [{ organization, member }])),
    nextCursor: found.length > limit && last !== undefined ? encodeKeyCursor(last.member.organizationId) : null,
  }
}

type SessionKey = { projectId: string; memberId: string; organizationId: string }

const active = statement((db, value: Values<SessionKey>, engine) =>
  db
    .selectFrom('members')
    .innerJoin('organizations', (join) =>
      join
        .onRef('organizations.project_id', '=', 'members.project_id')
        .onRef('organizations.id', '=', 'members.organization_id'),
    )
    .select(membershipCells(engine))
    .where('members.project_id', '=', value('projectId'))
    .where('members.id', '=', value('memberId'))
    .where('members.organization_id', '=', value('organizationId'))
    .where('members.status', '=', sql.lit('active'))
    .where('organizations.suspended_at', 'is', null)
    .where('organizations.deleted_at', 'is', null),
)

/** Null unless the member is active in an organization that is neither suspended nor removed. */
export async function findActiveMembership(
  run: Runner,
  { projectId, subjectId, organizationId }: SessionRecord,
  account: AccountRecord,
): Promise<MembershipRecord | null> {
  if (organizationId === null) return null
  const row = await first(run, active, { projectId, memberId: subjectId, organizationId })
  if (!row) return null
  const { member, organization } = toMembership(row, account, organizationId)
  return organization && { member, organization }
}
