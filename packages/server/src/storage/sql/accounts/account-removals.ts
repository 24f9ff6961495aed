import { sql } from 'kysely'
import type { AccountVerbs } from '../../verbs.ts'
import type { Runner } from '../engine/runner.ts'
import { statement, type Values } from '../engine/statement.ts'

const remove = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db
    .deleteFrom('users')
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('accountId'))
    .returning('id'),
)

const removeSessions = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db.deleteFrom('sessions').where('project_id', '=', value('projectId')).where('subject_id', '=', value('accountId')),
)

/** Nothing issued for an account outlives it, even if an account is imported later with the same id. */
const removeSecrets = statement((db, value: Values<{ projectId: string; accountId: string }>) =>
  db.deleteFrom('one_time').where('project_id', '=', value('projectId')).where('user_id', '=', value('accountId')),
)

/** An account with a proven factor is active: the status is checked again in the deletion, which may have waited. */
const removePending = statement((db, value: Values<{ projectId: string; before: number; limit: number }>) => {
  const query = sql<{ id: string }>`
    delete from users where status = 'pending' and (project_id, id) in (
      select project_id, id from users
      where project_id = ${value('projectId')} and realm = '' and status = 'pending' and created_at < ${value('before')}
      order by created_at, id limit ${value('limit')}
    ) returning id`
  return { compile: () => query.compile(db) }
})

/** Registrations and their credentials are removed by foreign keys. */
export function createAccountRemovals(run: Runner): Pick<AccountVerbs, 'remove' | 'removePending'> {
  return {
    async remove(projectId, accountId) {
      return run.atomically(async (tx) => {
        const removed = await tx.all(remove, { projectId, accountId })
        await tx.all(removeSessions, { projectId, accountId })
        await tx.all(removeSecrets, { projectId, accountId })
        return removed.length > 0
      })
    },
    async removePending(projectId, before, limit) {
      return run.atomically(async (tx) => {
        const removed = (await tx.all(removePending, { projectId, before, limit })).map(({ id }) => id)
        for (const accountId of removed) {
          await tx.all(removeSessions, { projectId, accountId })
          await tx.all(removeSecrets, { projectId, accountId })
        }
        return removed
      })
    },
  }
}
