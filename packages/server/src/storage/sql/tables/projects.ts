import { sql } from 'kysely'
import type { ProjectRecord } from '../../records.ts'
import type { ProjectVerbs } from '../../verbs.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RenamedProjectColumns, RowOf } from '../engine/tables.ts'

const projects = defineTable<'projects', ProjectRecord, RenamedProjectColumns>(
  'projects',
  {
    id: 'text',
    name: 'text',
    environment: 'text',
    vertical: 'text',
    publicToken: 'text',
    issuer: 'text',
    settings: 'json',
    revision: 'integer',
    createdAt: 'integer',
  },
  { id: 'project_id' },
)

const insert = statement((db, value: Values<RowOf<ProjectRecord, RenamedProjectColumns>>) =>
  db.insertInto('projects').values(projects.values(value)),
)

const get = statement((db, value: Values<{ projectId: string }>) =>
  db.selectFrom('projects').select(projects.columns).where('project_id', '=', value('projectId')),
)

const findByPublicToken = statement((db, value: Values<{ publicToken: string }>) =>
  db.selectFrom('projects').select(projects.columns).where('public_token', '=', value('publicToken')),
)

const list = statement((db) =>
  db.selectFrom('projects').select(projects.columns).orderBy('created_at').orderBy('project_id'),
)

const updateSettings = statement(
  (
    db,
    value: Values<{
      projectId: string
      revision: number
      nextRevision: number
      settings: string
      name: string | null
    }>,
  ) =>
    db
      .updateTable('projects')
      .set({
        settings: value('settings'),
        revision: value('nextRevision'),
        name: sql<string>`coalesce(${value('name')}, name)`,
      })
      .where('project_id', '=', value('projectId'))
      .where('revision', '=', value('revision'))
      .returning('project_id'),
)

export function createProjectVerbs(run: Runner): ProjectVerbs {
  return {
    async insert(project) {
      await run.all(insert, projects.toRow(project))
    },
    async get(projectId) {
      return firstRecord(run, get, { projectId }, projects)
    },
    async findByPublicToken(publicToken) {
      return firstRecord(run, findByPublicToken, { publicToken }, projects)
    },
    async list() {
      return (await run.all(list, {})).map(projects.toRecord)
    },
    async updateSettings(projectId, revision, settings, name) {
      const nextRevision = revision + 1
      const values = { projectId, revision, nextRevision, settings: JSON.stringify(settings), name: name ?? null }
      return (await first(run, updateSettings, values)) !== undefined
    },
  }
}
