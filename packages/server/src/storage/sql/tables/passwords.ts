import type { PasswordVerbs } from '../../verbs.ts'
import { first, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { PasswordsTable } from '../engine/tables.ts'

const find = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('passwords')
    .select(['project_id', 'id', 'hash', 'set_at'])
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const set = statement((db, value: Values<PasswordsTable>) =>
  db
    .insertInto('passwords')
    .values({ project_id: value('project_id'), id: value('id'), hash: value('hash'), set_at: value('set_at') })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'id']).doUpdateSet({ hash: value('hash'), set_at: value('set_at') }),
    ),
)

const replaceIfUnchanged = statement(
  (db, value: Values<{ projectId: string; id: string; compared: string; hash: string }>) =>
    db
      .updateTable('passwords')
      .set({ hash: value('hash') })
      .where('project_id', '=', value('projectId'))
      .where('id', '=', value('id'))
      .where('hash', '=', value('compared'))
      .returning('id'),
)

const remove = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db.deleteFrom('passwords').where('project_id', '=', value('projectId')).where('id', '=', value('id')).returning('id'),
)

export function createPasswordVerbs(run: Runner): PasswordVerbs {
  return {
    async find(projectId, id) {
      const row = await first(run, find, { projectId, id })
      return row ? { projectId: row.project_id, id: row.id, hash: row.hash, setAt: row.set_at } : null
    },
    async set({ projectId, id, hash, setAt }) {
      await run.all(set, { project_id: projectId, id, hash, set_at: setAt })
    },
    async replaceIfUnchanged(projectId, id, compared, hash) {
      return (await first(run, replaceIfUnchanged, { projectId, id, compared, hash })) !== undefined
    },
    async remove(projectId, id) {
      return (await first(run, remove, { projectId, id })) !== undefined
    },
  }
}
