import type { MarkVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { MarksTable } from '../engine/tables.ts'
import { sweep } from './sweep.ts'

/** The index decides who was first: of any number of callers exactly one gets the row back. */
const take = statement((db, value: Values<MarksTable>) =>
  db
    .insertInto('marks')
    .values({ project_id: value('project_id'), key: value('key'), expires_at: value('expires_at') })
    .onConflict((conflict) => conflict.columns(['project_id', 'key']).doNothing())
    .returning('key'),
)

const keep = statement((db, value: Values<MarksTable>) =>
  db
    .insertInto('marks')
    .values({ project_id: value('project_id'), key: value('key'), expires_at: value('expires_at') })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'key'])
        .doUpdateSet({ expires_at: value('expires_at') })
        .where('marks.expires_at', '<', value('expires_at')),
    ),
)

const find = statement((db, value: Values<{ project_id: string; key: string; now: number }>) =>
  db
    .selectFrom('marks')
    .select('key')
    .where('project_id', '=', value('project_id'))
    .where('key', '=', value('key'))
    .where('expires_at', '>', value('now')),
)

const sweepExpired = sweep('marks', 'expires_at')

export function createMarkVerbs(run: Runner): MarkVerbs {
  return {
    async take(projectId, key, expiresAt) {
      return (await first(run, take, { project_id: projectId, key, expires_at: expiresAt })) !== undefined
    },
    async keep(projectId, key, expiresAt) {
      await run.all(keep, { project_id: projectId, key, expires_at: expiresAt })
    },
    async has(projectId, key, now) {
      return (await first(run, find, { project_id: projectId, key, now })) !== undefined
    },
    async sweep(now, limit) {
      return (await run.all(sweepExpired, { before: now, limit })).length
    },
  }
}
