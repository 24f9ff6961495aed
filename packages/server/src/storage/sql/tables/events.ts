import type { EventVerbs } from '../../verbs.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { EventsTable } from '../engine/tables.ts'
import { sweep } from './sweep.ts'

const insert = statement((db, value: Values<EventsTable>) =>
  db.insertInto('events').values({
    project_id: value('project_id'),
    id: value('id'),
    name: value('name'),
    details: value('details'),
    created_at: value('created_at'),
  }),
)

const sweepOld = sweep('events', 'created_at')

export function createEventVerbs(run: Runner): EventVerbs {
  return {
    async insert(rows) {
      if (rows.length === 0) return
      await run.atomically(async (bound) => {
        for (const row of rows) {
          await bound.all(insert, {
            project_id: row.projectId,
            id: row.id,
            name: row.name,
            details: JSON.stringify(row.details),
            created_at: row.createdAt,
          })
        }
      })
    },
    async sweep(before, limit) {
      return (await run.all(sweepOld, { before, limit })).length
    },
  }
}
