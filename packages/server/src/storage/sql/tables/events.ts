import type { EventRecord } from '../../records.ts'
import type { EventVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import { sweep } from '../engine/sweep.ts'
import type { RowOf } from '../engine/tables.ts'

const events = defineTable<'events', EventRecord>('events', {
  projectId: 'text',
  id: 'text',
  name: 'text',
  details: 'json',
  createdAt: 'integer',
})

const insert = statement((db, value: Values<RowOf<EventRecord>>) =>
  db.insertInto('events').values(events.values(value)),
)

const sweepOld = sweep('events', 'created_at')

export function createEventVerbs(run: Runner): EventVerbs {
  return {
    async insert(rows) {
      if (rows.length === 0) return
      await run.atomically(async (bound) => {
        for (const row of rows) await bound.all(insert, events.toRow(row))
      })
    },
    async sweep(before, limit) {
      return (await run.all(sweepOld, { before, limit })).length
    },
  }
}
