import { sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { InvitationRecord } from '../../records.ts'
import type { InvitationVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { defineTable } from '../engine/define-table.ts'
import { jsonElements } from '../engine/json-elements.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

type InRealm = { project_id: string; realm: string }
type State = InvitationRecord['state']

const invitations = defineTable<'invitations', InvitationRecord>('invitations', {
  projectId: 'text',
  organizationId: 'text',
  memberId: 'text',
  address: 'text',
  state: 'text',
  sentAt: 'integer',
  expiresAt: 'integer',
})

const set = statement((db, value: Values<RowOf<InvitationRecord>>) =>
  db
    .insertInto('invitations')
    .values(invitations.values(value))
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'member_id']).doUpdateSet((row) => ({
        address: row.ref('excluded.address'),
        state: row.ref('excluded.state'),
        sent_at: row.ref('excluded.sent_at'),
        expires_at: row.ref('excluded.expires_at'),
      })),
    ),
)

const change = statement((db, value: Values<InRealm & { memberId: string; from: string; to: string }>, engine) =>
  db
    .updateTable('invitations')
    .set({ state: sql<State>`${value('to')}` })
    .where('project_id', '=', value('project_id'))
    .where('member_id', '=', value('memberId'))
    .where('organization_id', '=', value('realm'))
    .where(sql<boolean>`state in (select e.value from ${jsonElements(engine, value('from'), 'e')})`),
)

const bounce = statement((db, value: Values<{ address: string }>) =>
  db
    .updateTable('invitations')
    .set({ state: 'bounced' })
    .where('address', '=', value('address'))
    .where(sql<boolean>`state in ('sent', 'opened')`),
)

const list = statement((db, value: Values<InRealm & { memberIds: string }>, engine) =>
  db
    .selectFrom('invitations')
    .select(invitations.columns)
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where(sql<boolean>`member_id in (select e.value from ${jsonElements(engine, value('memberIds'), 'e')})`),
)

type PageValues = InRealm & {
  states: string
  expiresBefore: number
  expiresAfter: number
  createdAt: number
  id: string
  limit: number
}

/** In the order of the members, whose index has the organization. */
const listOfOrganization = statement((db, value: Values<PageValues>, engine) =>
  db
    .selectFrom('members as m')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.project_id', '=', 'm.project_id').onRef('i.member_id', '=', 'm.id'),
    )
    .select(invitations.columns.map((column) => `i.${column}` as const))
    .select('m.created_at as member_created_at')
    .where('m.project_id', '=', value('project_id'))
    .where('m.organization_id', '=', value('realm'))
    .where(sql<boolean>`(m.created_at, m.id) < (${value('createdAt')}, ${value('id')})`)
    .where(sql<boolean>`i.state in (select e.value from ${jsonElements(engine, value('states'), 'e')})`)
    .where('i.expires_at', '<', value('expiresBefore'))
    .where('i.expires_at', '>', value('expiresAfter'))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(value('limit')),
)

const allStates: readonly State[] = ['sent', 'opened', 'accepted', 'declined', 'revoked', 'bounced']

export function createInvitationVerbs(run: Runner): InvitationVerbs {
  return {
    async set(invitation) {
      await run.all(set, invitations.toRow(invitation))
    },
    async change(realm, memberId, { from, to }) {
      await run.all(change, { ...realmColumns(realm), memberId, from: JSON.stringify(from), to })
    },
    async bounce(address) {
      await run.all(bounce, { address })
    },
    async list(realm, memberIds) {
      const rows = await run.all(list, { ...realmColumns(realm), memberIds: JSON.stringify(memberIds) })
      return rows.map((row) => invitations.toRecord(row))
    },
    async listOfOrganization(realm, { states = allStates, expiresBefore, expiresAfter }, { cursor, limit }) {
      const rows = await run.all(listOfOrganization, {
        ...realmColumns(realm),
        ...(cursor === undefined ? firstPosition : decodeCursor(cursor)),
        states: JSON.stringify(states),
        expiresBefore: expiresBefore ?? Number.MAX_SAFE_INTEGER,
        expiresAfter: expiresAfter ?? -1,
        limit: limit + 1,
      })
      const found = rows.map(({ member_created_at: createdAt, ...row }) => ({
        ...{ createdAt: Number(createdAt), id: row.member_id },
        invitation: invitations.toRecord(row),
      }))
      const { items, nextCursor } = pageOf(found, limit)
      return { items: items.map(({ invitation }) => invitation), nextCursor }
    },
  }
}
