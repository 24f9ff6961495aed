import type { TemplateKind, TemplateRecord, TemplateWords } from '../../records.ts'
import type { TemplateVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { TemplatesTable } from '../engine/tables.ts'

const columns = ['project_id', 'id', 'kind', 'words', 'created_at', 'updated_at'] as const

const get = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db.selectFrom('templates').select(columns).where('project_id', '=', value('projectId')).where('id', '=', value('id')),
)

const list = statement((db, value: Values<{ projectId: string }>) =>
  db.selectFrom('templates').select(columns).where('project_id', '=', value('projectId')).orderBy('id'),
)

const set = statement((db, value: Values<TemplatesTable>) =>
  db
    .insertInto('templates')
    .values({
      project_id: value('project_id'),
      id: value('id'),
      kind: value('kind'),
      words: value('words'),
      created_at: value('created_at'),
      updated_at: value('updated_at'),
    })
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
      const row = await first(run, get, { projectId, id })
      return row ? toTemplate(row) : null
    },
    async list(projectId) {
      return (await run.all(list, { projectId })).map(toTemplate)
    },
    async set(template) {
      await run.all(set, {
        project_id: template.projectId,
        id: template.id,
        kind: template.kind,
        words: JSON.stringify(template.words),
        created_at: template.createdAt,
        updated_at: template.updatedAt,
      })
    },
    async remove(projectId, id) {
      return (await first(run, remove, { projectId, id })) !== undefined
    },
  }
}

function toTemplate(row: TemplatesTable): TemplateRecord {
  return {
    projectId: row.project_id,
    id: row.id,
    kind: row.kind as TemplateKind,
    words: JSON.parse(row.words) as Record<string, TemplateWords>,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
