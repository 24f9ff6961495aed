import type { PasswordRecord, PasswordVerbs } from '../../passwords.ts'
import { defineTable } from '../engine/define-table.ts'
import { first, firstRecord, type Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'
import type { RowOf } from '../engine/tables.ts'

const passwords = defineTable<'passwords', PasswordRecord>('passwords', {
  projectId: 'text',
  id: 'text',
  hash: 'text',
  setAt: 'integer',
})

const find = statement((db, value: Values<{ projectId: string; id: string }>) =>
  db
    .selectFrom('passwords')
    .select(passwords.columns)
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
)

const set = statement((db, value: Values<RowOf<PasswordRecord>>) =>
  db
    .insertInto('passwords')
    .values(passwords.values(value))
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
    find: (projectId, id) => firstRecord(run, find, { projectId, id }, passwords),
    async set(password) {
      await run.all(set, passwords.toRow(password))
    },
    async replaceIfUnchanged(projectId, id, compared, hash) {
      return (await first(run, replaceIfUnchanged, { projectId, id, compared, hash })) !== undefined
    },
    async remove(projectId, id) {
      return (await first(run, remove, { projectId, id })) !== undefined
    },
  }
}
