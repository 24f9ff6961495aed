import type { MemberStatus } from '@latchkey/contract/b2b'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { MemberColumns } from '../../records.ts'
import type { MemberChange, MemberVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Engine, type Statement, statement, type Values } from '../engine/statement.ts'
import type { RowOf, Tables } from '../engine/tables.ts'
import { ofKind } from './account-rows.ts'
import { createAccountVerbs } from './accounts.ts'
import { createBreakGlassVerbs } from './break-glass.ts'
import { endMember } from './member-ends.ts'
import { memberColumns, members, toMembers } from './member-rows.ts'
import { createMemberSearch } from './member-search.ts'
import { listMemberships } from './memberships.ts'
import { assignedRoles, insertRoles } from './role-rows.ts'

type InRealm = { project_id: string; realm: string }

const insert = statement((db, value: Values<RowOf<MemberColumns>>) =>
  db.insertInto('members').values(members.values(value)),
)

const joined = (db: Kysely<Tables>, engine: Engine) =>
  db
    .selectFrom('members')
    .innerJoin('users', (join) =>
      join.onRef('users.project_id', '=', 'members.project_id').onRef('users.id', '=', 'members.id'),
    )
    .leftJoin('registrations', (join) =>
      join
        .onRef('registrations.project_id', '=', 'members.project_id')
        .onRef('registrations.user_id', '=', 'members.id'),
    )
    .select(memberColumns)
    .select(assignedRoles(engine))

const get = statement((db, value: Values<InRealm & { id: string }>, engine) =>
  joined(db, engine)
    .where('members.project_id', '=', value('project_id'))
    .where('members.id', '=', value('id'))
    .where('members.organization_id', '=', value('realm')),
)

const findByEmail = statement((db, value: Values<InRealm & { email: string }>, engine) =>
  joined(db, engine)
    .innerJoin('registrations as owned', (join) =>
      join.onRef('owned.project_id', '=', 'members.project_id').onRef('owned.user_id', '=', 'members.id'),
    )
    .where('owned.project_id', '=', value('project_id'))
    .where('owned.realm', '=', value('realm'))
    .where('owned.kind', '=', ofKind('email'))
    .where('owned.unique_key', '=', value('email')),
)

const findByExternalId = statement((db, value: Values<InRealm & { externalId: string }>, engine) =>
  joined(db, engine)
    .where('users.project_id', '=', value('project_id'))
    .where('users.realm', '=', value('realm'))
    .where('users.external_id', '=', value('externalId')),
)

type OfRegistration = InRealm & { kind: string; registrationId: string }

const findByRegistrationId = statement((db, value: Values<OfRegistration>, engine) =>
  joined(db, engine)
    .innerJoin('registrations as owned', (join) =>
      join.onRef('owned.project_id', '=', 'members.project_id').onRef('owned.user_id', '=', 'members.id'),
    )
    .where('owned.project_id', '=', value('project_id'))
    .where('owned.id', '=', value('registrationId'))
    .where('owned.realm', '=', value('realm'))
    .where('owned.kind', '=', ofKind(value('kind'))),
)

type PageValues = InRealm & { createdAt: number; id: string; limit: number; status: string }

/** Like a kind of registration: of another table, a status is the column of a partial index. */
const statusOf = (status: string): RawBuilder<MemberStatus> => sql<MemberStatus>`cast(${status} as text)`

/** One statement with and one without a status, so that each reads its own index in order. */
const page = (hasStatus: boolean) =>
  statement((db, value: Values<PageValues>, engine) =>
    db
      .selectFrom((from) =>
        from
          .selectFrom('members')
          .selectAll()
          .where('project_id', '=', value('project_id'))
          .where('organization_id', '=', value('realm'))
          .$if(hasStatus, (query) => query.where('status', '=', statusOf(value('status'))))
          .where(sql<boolean>`(created_at, id) < (${value('createdAt')}, ${value('id')})`)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(value('limit'))
          .as('members'),
      )
      .innerJoin('users', (join) =>
        join.onRef('users.project_id', '=', 'members.project_id').onRef('users.id', '=', 'members.id'),
      )
      .leftJoin('registrations', (join) =>
        join
          .onRef('registrations.project_id', '=', 'members.project_id')
          .onRef('registrations.user_id', '=', 'members.id'),
      )
      .select(memberColumns)
      .select(assignedRoles(engine))
      .orderBy('members.created_at', 'desc')
      .orderBy('members.id', 'desc'),
  )
const pageOfAll = page(false)
const pageOfStatus = page(true)

/** An update without a change is how both engines lock a row. */
export const lockMember: Statement<InRealm & { id: string }, { id: string }> = statement(
  (db, value: Values<InRealm & { id: string }>) =>
    db
      .updateTable('members')
      .set((row) => ({ status: row.ref('status') }))
      .where('project_id', '=', value('project_id'))
      .where('organization_id', '=', value('realm'))
      .where('id', '=', value('id'))
      .returning('id'),
)

type Change = InRealm & {
  id: string
  status: string | null
  isBreakglass: number | null
  mfaEnrolled: number | null
  setsDefault: number
  defaultMfaMethod: string | null
  now: number
}

const update = statement((db, value: Values<Change>) =>
  db
    .updateTable('members')
    .set({
      status: sql<MemberStatus>`coalesce(${value('status')}, status)`,
      is_breakglass: sql<number>`coalesce(${value('isBreakglass')}, is_breakglass)`,
      mfa_enrolled: sql<number>`coalesce(${value('mfaEnrolled')}, mfa_enrolled)`,
      default_mfa_method: sql<string | null>`case when cast(${value('setsDefault')} as integer) = 1
        then cast(${value('defaultMfaMethod')} as text) else default_mfa_method end`,
      joined_at: sql<number | null>`case when joined_at is null and cast(${value('status')} as text) = 'active'
        then cast(${value('now')} as bigint) else joined_at end`,
      deleted_at: sql<number | null>`case when cast(${value('status')} as text) is null then deleted_at end`,
    })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('id'))
    .returning('id'),
)

export function createMemberVerbs(run: Runner): MemberVerbs {
  async function one<P>(query: Statement<P, Parameters<typeof toMembers>[0][number]>, values: P) {
    return toMembers(await run.all(query, values))[0] ?? null
  }

  return {
    async insert({ account: { registrations, ...account }, roles, ...columns }) {
      return run.atomically(async (tx) => {
        const accounts = createAccountVerbs(tx)
        await accounts.insert(account)
        if (await accounts.addRegistration(...registrations)) {
          await tx.all(insert, members.toRow(columns))
          await insertRoles(tx, columns, columns.id, roles)
          return true
        }
        // The registrations that were added go with the account.
        await accounts.remove(account.projectId, account.id)
        return false
      })
    },
    get: (realm, id) => one(get, { ...realmColumns(realm), id }),
    findByEmail: (realm, email) => one(findByEmail, { ...realmColumns(realm), email }),
    listMemberships: (projectId, email, options) => listMemberships(run, projectId, email, options),
    findByExternalId: (realm, externalId) => one(findByExternalId, { ...realmColumns(realm), externalId }),
    findByRegistrationId: (realm, kind, registrationId) =>
      one(findByRegistrationId, { ...realmColumns(realm), kind, registrationId }),
    async list(realm, { cursor, limit, status }) {
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const values = { ...realmColumns(realm), ...after, limit: limit + 1, status: status ?? '' }
      return pageOf(toMembers(await run.all(status === undefined ? pageOfAll : pageOfStatus, values)), limit)
    },
    ...createMemberSearch(run),
    ...createBreakGlassVerbs(run),
    async lockRow(realm, id) {
      return run.atomically(async (tx) => {
        const values = { ...realmColumns(realm), id }
        const found = await first(tx, lockMember, values)
        return found === undefined ? null : (toMembers(await tx.all(get, values))[0] ?? null)
      })
    },
    async update(realm, id, change, now) {
      return run.atomically(async (tx) => {
        const values = { ...realmColumns(realm), ...columnsOf(change), id, now }
        if ((await first(tx, update, values)) === undefined) return false
        await createAccountVerbs(tx).update(realm.projectId, id, accountChange(change), now)
        return true
      })
    },
    remove: (realm, id, now) => endMember(run, realm, id, now),
  }
}

function columnsOf(change: MemberChange): Omit<Change, keyof InRealm | 'id' | 'now'> {
  const flag = (isSet: boolean | undefined): number | null => (isSet === undefined ? null : Number(isSet))
  return {
    status: change.status ?? null,
    isBreakglass: flag(change.isBreakglass),
    mfaEnrolled: flag(change.mfaEnrolled),
    setsDefault: Number(change.defaultMfaMethod !== undefined),
    defaultMfaMethod: change.defaultMfaMethod ?? null,
  }
}

function accountChange({ name, trustedMetadata, untrustedMetadata }: MemberChange) {
  return {
    ...(name === undefined ? {} : { name: { first_name: name, middle_name: '', last_name: '' } }),
    ...(trustedMetadata === undefined ? {} : { trustedMetadata }),
    ...(untrustedMetadata === undefined ? {} : { untrustedMetadata }),
  }
}
