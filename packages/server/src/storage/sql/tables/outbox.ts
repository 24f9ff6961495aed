import { sql } from 'kysely'
import type { OutboxRecord } from '../../records.ts'
import type { OutboxVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { retentionMs, sweep } from '../engine/sweep.ts'
import type { RowOf } from '../engine/tables.ts'

const outbox = defineTable<'outbox', OutboxRecord>('outbox', {
  projectId: 'text',
  id: 'text',
  channel: 'text',
  payloadSealed: 'text',
  idempotencyKey: 'text',
  state: 'text',
  attempts: 'integer',
  unanswered: 'integer',
  nextAttemptAt: 'integer',
  leasedUntil: 'integer',
  createdAt: 'integer',
  expiresAt: 'integer',
})

/** A literal: with a bound value SQLite plans the statement again for each run, because of the partial index. */
const queued = sql.lit('queued')

const enqueue = statement((db, value: Values<RowOf<OutboxRecord>>) =>
  db
    .insertInto('outbox')
    .values(outbox.values(value))
    // The same message is queued once.
    .onConflict((conflict) => conflict.columns(['project_id', 'idempotency_key']).doNothing()),
)

type Lease = { now: number; until: number; limit: number }

const lease = statement((db, value: Values<Lease>, engine) =>
  db
    .with('due', (from) =>
      from
        .selectFrom('outbox')
        .select(['project_id', 'id'])
        .where('state', '=', queued)
        .where('next_attempt_at', '<=', value('now'))
        .where('expires_at', '>', value('now'))
        .where((row) => row.or([row('leased_until', 'is', null), row('leased_until', '<=', value('now'))]))
        .orderBy('next_attempt_at')
        .limit(value('limit'))
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('outbox')
    .set({
      leased_until: value('until'),
      attempts: sql<number>`attempts + 1`,
      unanswered: sql<number>`unanswered + case when leased_until is null then 0 else 1 end`,
    })
    .where(sql<boolean>`(project_id, id) in (select project_id, id from due)`)
    .returning(outbox.columns),
)

type Closing = { projectId: string; id: string; state: string }

const close = statement((db, value: Values<Closing>) =>
  db
    .updateTable('outbox')
    .set({ state: value('state'), payload_sealed: '', leased_until: null })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('state', '=', queued),
)

type Retry = { projectId: string; id: string; nextAttemptAt: number; unanswered: number }

const retry = statement((db, value: Values<Retry>) =>
  db
    .updateTable('outbox')
    .set({
      next_attempt_at: value('nextAttemptAt'),
      leased_until: null,
      unanswered: sql<number>`unanswered + ${value('unanswered')}`,
    })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('state', '=', queued),
)

const renew = statement((db, value: Values<{ projectId: string; id: string; until: number }>) =>
  db
    .updateTable('outbox')
    .set({ leased_until: value('until') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('state', '=', queued),
)

const expire = statement((db, value: Values<{ now: number; limit: number }>, engine) =>
  db
    .with('late', (from) =>
      from
        .selectFrom('outbox')
        .select(['project_id', 'id'])
        .where('state', '=', queued)
        .where('expires_at', '<=', value('now'))
        .limit(value('limit'))
        .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('outbox')
    .set({ state: 'expired', payload_sealed: '', leased_until: null })
    .where(sql<boolean>`(project_id, id) in (select project_id, id from late)`)
    .returning(['channel', 'created_at', 'expires_at']),
)

const depth = statement((db, value: Values<{ now: number }>) =>
  db
    .selectFrom('outbox')
    .select([
      'channel',
      (row) => row.fn.countAll<number>().as('queued'),
      (row) => row.fn.min('created_at').as('oldest_at'),
    ])
    .where('state', '=', queued)
    .where('expires_at', '>', value('now'))
    .groupBy('channel'),
)

const sweepOld = sweep('outbox', 'expires_at')

export function createOutboxVerbs(run: Runner): OutboxVerbs {
  return {
    async enqueue(message) {
      await run.all(enqueue, outbox.toRow(message))
    },
    async lease({ now, leaseMs, limit }) {
      const rows = await run.all(lease, { now, until: now + leaseMs, limit })
      // RETURNING has no defined order.
      return rows.map(outbox.toRecord).sort((a, b) => a.nextAttemptAt - b.nextAttemptAt || a.createdAt - b.createdAt)
    },
    async markDelivered(projectId, id) {
      await run.all(close, { projectId, id, state: 'delivered' })
    },
    async retry(projectId, id, nextAttemptAt, outcome) {
      await run.all(retry, { projectId, id, nextAttemptAt, unanswered: outcome === 'unanswered' ? 1 : 0 })
    },
    async extendLease(projectId, id, until) {
      await run.all(renew, { projectId, id, until })
    },
    async markFailed(projectId, id) {
      await run.all(close, { projectId, id, state: 'failed' })
    },
    async expire(now, limit) {
      const rows = await run.all(expire, { now, limit })
      return rows.map((row) => ({
        channel: row.channel as OutboxRecord['channel'],
        isDecoy: row.expires_at <= row.created_at,
      }))
    },
    async countQueued(now) {
      const rows = await run.all(depth, { now })
      return rows.map((row) => ({
        channel: row.channel as OutboxRecord['channel'],
        queued: Number(row.queued),
        oldestAt: Number(row.oldest_at),
      }))
    },
    async sweep(now, limit) {
      return (await run.all(sweepOld, { before: now - retentionMs, limit })).length
    },
  }
}
