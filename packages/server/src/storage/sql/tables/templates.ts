import type { TemplateRecord } from '../../records.ts'
import type { TemplateVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const templates = defineTable<'templates', TemplateRecord>('templates', {
  projectId: 'text',
  id: 'text',
  kind: 'text',
  words: 'json',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('templates')
    .select(templates.columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db.selectFrom('templates').select(templates.columns).where('project_id', '=', value('projectId')).orderBy('id'),
)

const set = statement((db, value: Values<RowOf<TemplateRecord>>) =>
  db
    .insertInto('templates')
    .values(templates.values(value))
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'id'])
        .doUpdateSet({ kind: value('kind'), words: value('words'), updated_at: value('updated_at') }),
    ),
)

const remove = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db.deleteFrom('templates').where('project_id', '=', value('projectId')).where('id', '=', value('id')).returning('id'),
)

export function createTemplateVerbs(run: Runner): TemplateVerbs {
  return {
    async get(projectId, id) {
      return firstRecord(run, get, { projectId, id }, templates)
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(templates.toRecord)
    },
    async set(template) {
      await run.all(set, templates.toRow(template))
    },
    async remove(projectId, id) {
      return (await first(run, remove, { projectId, id })) !== undefined
    },
  }
}
