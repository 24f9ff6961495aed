import { sql } from 'kysely'
import type { LimitVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { sweep } from '../engine/sweep.ts'

type Use = { projectId: string; key: string; limit: number; now: number; end: number }

/**
 * Counts a use and returns the row, or nothing when the window is full. A full window is not written to, so that a
 * flood of refused calls costs no commit. An end beyond `end` comes from a clock that was put back: a new window.
 */
const consume = statement((db, value: Values<Use>) => {
  const over = sql<boolean>`(limits.ends_at <= ${value('now')} or limits.ends_at > ${value('end')})`
  return db
    .insertInto('limits')
    .values({ project_id: value('projectId'), key: value('key'), uses: 1, ends_at: value('end') })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'key'])
        .doUpdateSet({
          uses: sql<number>`case when ${over} then 1 else limits.uses + 1 end`,
          ends_at: sql<number>`case when ${over} then excluded.ends_at else limits.ends_at end`,
        })
        .where((row) => row.or([over, row('limits.uses', '<', value('limit'))])),
    )
    .returning('ends_at')
})

const end = statement((db, value: Values<{ projectId: string; key: string }>) =>
  db
    .selectFrom('limits')
    .select('ends_at')
    .where('project_id', '=', value('projectId'))
    .where('key', '=', value('key')),
)

const refund = statement((db, value: Values<{ projectId: string; key: string }>) =>
  db
    .updateTable('limits')
    .set({ uses: sql<number>`uses - 1` })
    .where('project_id', '=', value('projectId'))
    .where('key', '=', value('key'))
    .where('uses', '>', 0),
)

const sweepEnded = sweep('limits', 'ends_at')

export function createLimitVerbs(run: Runner): LimitVerbs {
  return {
    async consume(projectId, key, { limit, windowMs }, now) {
      if (limit < 1) return { allowed: false, retryAfterMs: windowMs }
      const values = { projectId, key, limit, now, end: now + windowMs }
      if (await first(run, consume, values)) return { allowed: true, retryAfterMs: 0 }
      const row = await first(run, end, { projectId, key })
      return { allowed: false, retryAfterMs: Math.max(0, (row?.ends_at ?? now) - now) }
    },
    async refund(projectId, key) {
      await run.all(refund, { projectId, key })
    },
    async sweep(now, limit) {
      return (await run.all(sweepEnded, { before: now, limit })).length
    },
  }
}
