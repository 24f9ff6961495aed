import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type OrganizationRealm, realmColumns } from '../../realm.ts'
import type { MemberQuery, MemberVerbs } from '../../verbs.ts'
import { decodeCursor, firstPosition, pageOf } from '../engine/cursor.ts'
import { jsonElements } from '../engine/json-elements.ts'
import { first, type Runner } from '../engine/runner.ts'
import { type Engine, statement, type Values } from '../engine/statement.ts'
import type { Tables } from '../engine/tables.ts'
import { memberColumns, toMembers } from './member-rows.ts'
import { assignedRoles } from './role-rows.ts'

/** Lists are JSON, so that one statement serves every combination of filters: prepared statements are kept. */
type Filters = {
  /** JSON; null without the filter. */
  ids: string | null
  roles: string | null
  statuses: string | null
  emailParts: string | null
  nameParts: string | null
  phoneParts: string | null
  isBreakglass: string | null
  mfaEnrolled: string | null
  hasPassword: string | null
  includesDeleted: number
}
type SearchValues = Filters & { project_id: string; realm: string }
type PageValues = SearchValues & { createdAt: number; id: string; limit: number }
type From = ExpressionBuilder<Tables, never>

/** Which rows are read: those of the named members, or all of the organization in the order of an index. */
type Source = 'ids' | 'organization'
type Operator = MemberQuery['operator']

/** Read only for the filters that need it: a join would read the account of every member. */
const nameOfAccount = sql`(select u.name from users as u where u.project_id = m.project_id and u.id = m.id)`

/** The functions that the engines name differently. */
function functionsOf(engine: Engine) {
  const isSqlite = engine === 'sqlite'
  return {
    elements: (list: RawBuilder<unknown>, alias: string) => jsonElements(engine, list, alias),
    contains: (text: RawBuilder<unknown>, part: RawBuilder<unknown>) =>
      isSqlite ? sql`instr(lower(${text}), ${part}) > 0` : sql`strpos(lower(${text} collate "C"), ${part}) > 0`,
    domainOf: (address: RawBuilder<unknown>) =>
      isSqlite ? sql`substr(${address}, instr(${address}, '@') + 1)` : sql`split_part(${address}, '@', 2)`,
    name: isSqlite ? sql`(${nameOfAccount} ->> 'first_name')` : sql`(cast(${nameOfAccount} as json) ->> 'first_name')`,
  }
}

/** True for the members that the query describes. A filter that is null decides nothing. */
function matches(value: Values<SearchValues>, engine: Engine, operator: Operator): RawBuilder<SqlBool> {
  const { elements, contains, domainOf, name } = functionsOf(engine)
  const text = (list: keyof Filters) => sql`cast(${value(list)} as text)`
  const registration = (condition: RawBuilder<unknown>) =>
    sql`exists (select 1 from registrations as r where r.project_id = m.project_id and r.user_id = m.id and ${condition})`
  const oneOf = (column: RawBuilder<unknown>, list: keyof Filters) =>
    sql`${column} in (select e.value from ${elements(text(list), 'e')})`
  /** With AND every part is in the text, with OR one of them. */
  const parts = (list: keyof Filters, found: RawBuilder<unknown>) =>
    operator === 'AND'
      ? sql`not exists (select 1 from ${elements(text(list), 'p')} where not ${found})`
      : sql`exists (select 1 from ${elements(text(list), 'p')} where ${found})`
  const part = sql`p.value`
  const ofKind = (kind: string) => registration(sql`r.kind = ${sql.lit(kind)} and ${contains(sql`r.unique_key`, part)}`)
  // A role is assigned to the member, or to all proven addresses of a domain, or all members have it.
  const role = sql`(g.value = '*'
    or exists (select 1 from member_roles as a
      where a.project_id = m.project_id and a.member_id = m.id and 'r:' || a.role_id = g.value)
    or ${registration(sql`r.kind = 'email' and r.verified = 1 and 'd:' || ${domainOf(sql`r.unique_key`)} = g.value`)})`
  const anyRole = sql`exists (select 1 from ${elements(part, 'g')} where ${role})`
  const conditions: readonly [keyof Filters, RawBuilder<unknown>][] = [
    ['ids', oneOf(sql`m.id`, 'ids')],
    // Before comparing, so that the engine reads the members in the order of the page.
    ['statuses', oneOf(sql`(m.status || '')`, 'statuses')],
    ['isBreakglass', oneOf(sql`cast(m.is_breakglass as text)`, 'isBreakglass')],
    ['mfaEnrolled', oneOf(sql`cast(m.mfa_enrolled as text)`, 'mfaEnrolled')],
    [
      'hasPassword',
      oneOf(sql`(case when ${registration(sql`r.kind = 'password'`)} then '1' else '0' end)`, 'hasPassword'),
    ],
    ['roles', parts('roles', anyRole)],
    ['emailParts', parts('emailParts', ofKind('email'))],
    ['phoneParts', parts('phoneParts', ofKind('phone_number'))],
    ['nameParts', parts('nameParts', contains(name, part))],
  ]
  const guarded = conditions.map(([list, condition]) =>
    operator === 'AND'
      ? sql`(${text(list)} is null or ${condition})`
      : sql`(${text(list)} is not null and ${condition})`,
  )
  const all = sql.join(guarded, operator === 'AND' ? sql` and ` : sql` or `)
  return sql<SqlBool>`(${all}) and (cast(${value('includesDeleted')} as integer) = 1 or (m.status || '') <> 'deleted')`
}

/** The rows of the source that match. With ids the index of the organization is not used. */
function found(from: From, value: Values<SearchValues>, engine: Engine, source: Source, operator: Operator) {
  const organization =
    source === 'ids'
      ? sql<SqlBool>`(m.organization_id || '') = ${value('realm')}`
      : sql<SqlBool>`m.organization_id = ${value('realm')}`
  const { elements } = functionsOf(engine)
  return from
    .selectFrom('members as m')
    .where('m.project_id', '=', value('project_id'))
    .where(organization)
    .$if(source === 'ids', (query) =>
      query.where(sql<SqlBool>`m.id in (select i.value from ${elements(sql`cast(${value('ids')} as text)`, 'i')})`),
    )
    .where(matches(value, engine, operator))
}

const pageFrom = (source: Source, operator: Operator) =>
  statement((db, value: Values<PageValues>, engine) =>
    db
      .selectFrom((from) =>
        found(from as unknown as From, value, engine, source, operator)
          .selectAll('m')
          .where(sql<SqlBool>`(m.created_at, m.id) < (${value('createdAt')}, ${value('id')})`)
          .orderBy('m.created_at', 'desc')
          .orderBy('m.id', 'desc')
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

const countOf = (source: Source, operator: Operator) =>
  statement((db, value: Values<SearchValues>, engine) =>
    found(db as unknown as From, value, engine, source, operator).select(
      sql<number>`cast(count(*) as integer)`.as('total'),
    ),
  )

/** Without a filter: from the index alone, and not from the rows of the members. */
const countAll = statement((db, value: Values<SearchValues>) =>
  db
    .selectFrom('members as m')
    .select(sql<number>`cast(count(*) as integer)`.as('total'))
    .where('m.project_id', '=', value('project_id'))
    .where('m.organization_id', '=', value('realm'))
    .where(sql<SqlBool>`m.status in ('active', 'pending', 'invited')`),
)

const statements = {
  ids: { AND: [pageFrom('ids', 'AND'), countOf('ids', 'AND')], OR: [pageFrom('ids', 'OR'), countOf('ids', 'OR')] },
  organization: {
    AND: [pageFrom('organization', 'AND'), countOf('organization', 'AND')],
    OR: [pageFrom('organization', 'OR'), countOf('organization', 'OR')],
  },
} as const

const owners = statement((db, value: Values<{ project_id: string; realm: string; keys: string }>, engine) =>
  db
    .selectFrom('registrations')
    .select('user_id')
    .where('project_id', '=', value('project_id'))
    .where('realm', '=', value('realm'))
    .where(sql<SqlBool>`kind in ('email', 'phone_number')`)
    .where(
      sql<SqlBool>`unique_key in (select k.value from ${functionsOf(engine).elements(sql`cast(${value('keys')} as text)`, 'k')})`,
    ),
)

export function createMemberSearch(run: Runner): Pick<MemberVerbs, 'search'> {
  /** The members with one of the addresses or phone numbers. A canonical number is no address. */
  async function ownersOf(realm: OrganizationRealm, keys: readonly string[]): Promise<string[]> {
    const rows = await run.all(owners, { ...realmColumns(realm), keys: JSON.stringify(keys) })
    return rows.map(({ user_id }) => user_id)
  }

  return {
    async search(realm, query, { cursor, limit }) {
      const { operator } = query
      const sets = [...(query.ids ?? [])].map((ids) => [...ids])
      for (const keys of query.keys ?? []) sets.push(await ownersOf(realm, keys))
      const ids = sets.length === 0 ? null : combine(sets, operator)
      const filters: Filters = {
        ids: json(ids),
        roles: json(query.roles?.map((group) => JSON.stringify(group))),
        statuses: json(query.statuses),
        emailParts: json(query.emailParts?.map(asciiLower)),
        nameParts: json(query.nameParts?.map(asciiLower)),
        phoneParts: json(query.phoneParts),
        isBreakglass: json(query.isBreakglass?.map(flag)),
        mfaEnrolled: json(query.mfaEnrolled?.map(flag)),
        hasPassword: json(query.hasPassword?.map(flag)),
        includesDeleted: Number(query.includesDeleted),
      }
      const { ids: _ids, includesDeleted: _deleted, ...others } = filters
      const isOnlyIds = Object.values(others).every((list) => list === null)
      // With OR a member can match without being named.
      const source = ids !== null && (operator === 'AND' || isOnlyIds) ? 'ids' : 'organization'
      const isUnfiltered = ids === null && isOnlyIds
      const [page, countMatches] = statements[source][isUnfiltered ? 'AND' : operator]
      const count = isUnfiltered ? countAll : countMatches
      const values = { ...realmColumns(realm), ...filters }
      const after = cursor === undefined ? firstPosition : decodeCursor(cursor)
      const rows = await run.all(page, { ...values, ...after, limit: limit + 1 })
      const total = (await first(run, count, values))?.total ?? 0
      return { ...pageOf(toMembers(rows), limit), total }
    },
  }
}

function combine(sets: readonly (readonly string[])[], operator: Operator): string[] {
  if (operator === 'OR') return [...new Set(sets.flat())]
  const [head = [], ...rest] = sets
  return rest.reduce<string[]>((left, right) => left.filter((id) => right.includes(id)), [...head])
}

const json = (list: readonly string[] | null | undefined): string | null => (list ? JSON.stringify(list) : null)
const flag = (isSet: boolean): string => (isSet ? '1' : '0')

/** Both engines compare other letters as they are. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
