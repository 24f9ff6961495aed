import type { NonceVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { sweep } from '../engine/sweep.ts'
import type { Tables } from '../engine/tables.ts'

/** The index decides who was first: of any number of callers exactly one gets the row back. */
const consume = statement((db, value: Values<Tables['used_nonces']>) =>
  db
    .insertInto('used_nonces')
    .values({ project_id: value('project_id'), key: value('key'), expires_at: value('expires_at') })
    .onConflict((conflict) => conflict.columns(['project_id', 'key']).doNothing())
    .returning('key'),
)

const remember = statement((db, value: Values<Tables['used_nonces']>) =>
  db
    .insertInto('used_nonces')
    .values({ project_id: value('project_id'), key: value('key'), expires_at: value('expires_at') })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'key'])
        .doUpdateSet({ expires_at: value('expires_at') })
        .where('used_nonces.expires_at', '<', value('expires_at')),
    ),
)

const find = statement((db, value: Values<{ project_id: string; key: string; now: number }>) =>
  db
    .selectFrom('used_nonces')
    .select('key')
    .where('project_id', '=', value('project_id'))
    .where('key', '=', value('key'))
    .where('expires_at', '>', value('now')),
)

const sweepExpired = sweep('used_nonces', 'expires_at')

export function createNonceVerbs(run: Runner): NonceVerbs {
  return {
    async consume(projectId, key, expiresAt) {
      return (await first(run, consume, { project_id: projectId, key, expires_at: expiresAt })) !== undefined
    },
    async remember(projectId, key, expiresAt) {
      await run.all(remember, { project_id: projectId, key, expires_at: expiresAt })
    },
    async has(projectId, key, now) {
      return (await first(run, find, { project_id: projectId, key, now })) !== undefined
    },
    async sweep(now, limit) {
      return (await run.all(sweepExpired, { before: now, limit })).length
    },
  }
}
