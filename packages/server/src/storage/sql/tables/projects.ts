import { sql } from 'kysely'
import type { ProjectRecord } from '../../records.ts'
import type { ProjectVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { ProjectsTable } from '../engine/tables.ts'

const columns = [
  'project_id',
  'name',
  'environment',
  'vertical',
  'public_token',
  'issuer',
  'settings',
  'revision',
  'created_at',
] as const

const insert = statement((db, value: Values<ProjectsTable>) =>
  db.insertInto('projects').values({
    project_id: value('project_id'),
    name: value('name'),
    environment: value('environment'),
    vertical: value('vertical'),
    public_token: value('public_token'),
    issuer: value('issuer'),
    settings: value('settings'),
    revision: value('revision'),
    created_at: value('created_at'),
  }),
)

const get = statement((db, value: Values<{ projectId: string }>) =>
  db.selectFrom('projects').select(columns).where('project_id', '=', value('projectId')),
)

const findByPublicToken = statement((db, value: Values<{ publicToken: string }>) =>
  db.selectFrom('projects').select(columns).where('public_token', '=', value('publicToken')),
)

const list = statement((db) => db.selectFrom('projects').select(columns).orderBy('created_at').orderBy('project_id'))

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
      await run.all(insert, {
        project_id: project.id,
        name: project.name,
        environment: project.environment,
        vertical: project.vertical,
        public_token: project.publicToken,
        issuer: project.issuer,
        settings: JSON.stringify(project.settings),
        revision: project.revision,
        created_at: project.createdAt,
      })
    },
    async get(projectId) {
      const row = await first(run, get, { projectId })
      return row ? toProject(row) : null
    },
    async findByPublicToken(publicToken) {
      const row = await first(run, findByPublicToken, { publicToken })
      return row ? toProject(row) : null
    },
    async list() {
      return (await run.all(list, {})).map(toProject)
    },
    async updateSettings(projectId, revision, settings, name) {
      const nextRevision = revision + 1
      const values = { projectId, revision, nextRevision, settings: JSON.stringify(settings), name: name ?? null }
      return (await first(run, updateSettings, values)) !== undefined
    },
  }
}

function toProject(row: ProjectsTable): ProjectRecord {
  return {
    id: row.project_id,
    name: row.name,
    environment: row.environment as ProjectRecord['environment'],
    vertical: row.vertical as ProjectRecord['vertical'],
    publicToken: row.public_token,
    issuer: row.issuer,
    settings: JSON.parse(row.settings) as ProjectRecord['settings'],
    revision: row.revision,
    createdAt: row.created_at,
  }
}
