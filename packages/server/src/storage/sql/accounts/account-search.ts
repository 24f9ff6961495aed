import { type RawBuilder, sql } from 'kysely'
import { realmColumns } from '../../realm.ts'
import type { AccountVerbs } from '../../verbs.ts'
import { decodeKeyCursor, encodeKeyCursor } from '../engine/cursor.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { accountColumns, ofKind, toAccounts } from './account-rows.ts'

type Range = {
  project_id: string
  realm: string
  kind: string
  prefix: string
  end: string
  after: string
  limit: number
}

/**
 * Scans the unique index of keys within the prefix. An account with two matching keys is found by the first one only: the
 * earlier key is looked up by account. The keys are expressions so that the engine does not scan the whole range for them.
 */
const range = statement((db, value: Values<Range>) => {
  const within = (key: RawBuilder<unknown>) => sql<boolean>`${key} >= ${value('prefix')} and ${key} < ${value('end')}`
  const foundKey = sql.ref('found.unique_key')
  const earlierKey = sql`(earlier.unique_key || '')`
  return db
    .selectFrom((from) =>
      from
        .selectFrom('registrations as found')
        .select(['found.project_id', 'found.user_id', 'found.unique_key'])
        .where('found.project_id', '=', value('project_id'))
        .where('found.realm', '=', value('realm'))
        .where('found.kind', '=', ofKind(value('kind')))
        .where(within(foundKey))
        .where('found.unique_key', '>', value('after'))
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('registrations as earlier')
                .select('earlier.id')
                .whereRef('earlier.project_id', '=', 'found.project_id')
                .whereRef('earlier.user_id', '=', 'found.user_id')
                .where(sql<boolean>`(earlier.kind || '') = found.kind`)
                .where(within(earlierKey))
                .where(sql<boolean>`${earlierKey} < found.unique_key`),
            ),
          ),
        )
        .orderBy('found.unique_key')
        .limit(value('limit'))
        .as('matches'),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.project_id', '=', 'matches.project_id').onRef('users.id', '=', 'matches.user_id'),
    )
    .leftJoin('registrations', (join) =>
      join.onRef('registrations.project_id', '=', 'users.project_id').onRef('registrations.user_id', '=', 'users.id'),
    )
    .select(accountColumns)
    .select('matches.unique_key as matched')
    .orderBy('matches.unique_key')
})

export function createAccountSearch(run: Runner): Pick<AccountVerbs, 'search'> {
  return {
    async search(realm, kind, prefix, { cursor, limit }) {
      const after = cursor === undefined ? '' : decodeKeyCursor(cursor)
      const values = { ...realmColumns(realm), kind, prefix, end: upperBound(prefix), after, limit: limit + 1 }
      const rows = await run.all(range, values)
      const found = toAccounts(rows)
      const items = found.slice(0, limit)
      const lastId = items.at(-1)?.id
      const last = rows.find((row) => row.u_id === lastId)
      return { items, nextCursor: found.length > limit && last ? encodeKeyCursor(last.matched) : null }
    },
  }
}

/** Sorts after every text that begins with the prefix: both engines compare bytes. */
function upperBound(prefix: string): string {
  return `${prefix}\u{10ffff}`
}
