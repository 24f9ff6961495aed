import { sql } from 'kysely'
import { type Realm, realmColumns } from '../../realm.ts'
import type { Runner } from '../engine/runner.ts'
import { first } from '../engine/runner.ts'
import { type Statement, statement, type Values } from '../engine/statement.ts'

type OfMember = { project_id: string; realm: string; id: string; now: number }
type OfOrganization = Omit<OfMember, 'id'>

const markMember = statement((db, value: Values<OfMember>) =>
  db
    .updateTable('members')
    .set({ status: 'deleted', deleted_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('id', '=', value('id'))
    .where('status', '<>', 'deleted')
    .returning('id'),
)

const endedAccount = (now: number) => ({
  secrets_epoch: sql<number>`secrets_epoch + 1`,
  sessions_epoch: sql<number>`sessions_epoch + 1`,
  secrets_valid_after: now,
  updated_at: now,
})

/** A sign-in that is in progress creates a session of the earlier epoch, which is never valid. */
const endAccount = statement((db, value: Values<OfMember>) =>
  db
    .updateTable('users')
    .set(endedAccount(value('now')))
    .where('project_id', '=', value('project_id'))
    .where('id', '=', value('id')),
)

const endAccounts = statement((db, value: Values<OfOrganization>) =>
  db
    .updateTable('users')
    .set(endedAccount(value('now')))
    .where('project_id', '=', value('project_id'))
    .where('realm', '=', value('realm')),
)

const endGrants = statement((db, value: Values<OfMember>) =>
  db
    .updateTable('oauth_grants')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('user_id', '=', value('id'))
    .where('revoked_at', 'is', null),
)

const endAllGrants = statement((db, value: Values<OfOrganization>) =>
  db
    .updateTable('oauth_grants')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('user_id', 'in', (from) =>
      from
        .selectFrom('members')
        .select('id')
        .where('project_id', '=', value('project_id'))
        .where('organization_id', '=', value('realm')),
    )
    .where('revoked_at', 'is', null),
)

/** Also secrets without an account: invitations and links to join. */
const voidSecrets = statement((db, value: Values<OfOrganization>) =>
  db
    .updateTable('one_time')
    .set({ voided_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('realm', '=', value('realm'))
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null),
)

const revokeSessions = statement((db, value: Values<OfMember>) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('subject_id', '=', value('id'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

const revokeAllSessions = statement((db, value: Values<OfOrganization>) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: value('now') })
    .where('project_id', '=', value('project_id'))
    .where('organization_id', '=', value('realm'))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', value('now'))
    .returning('id'),
)

type OrganizationKey = { projectId: string; id: string; now: number }

const markOrganization = statement((db, value: Values<OrganizationKey>) =>
  db
    .updateTable('organizations')
    .set({ deleted_at: value('now'), updated_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('deleted_at', 'is', null)
    .returning('id'),
)

const markSuspension = statement((db, value: Values<OrganizationKey & { suspendedAt: number | null }>) =>
  db
    .updateTable('organizations')
    .set({ suspended_at: value('suspendedAt'), updated_at: value('now') })
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id'))
    .where('deleted_at', 'is', null)
    .returning('id'),
)

/** The ids of the ended sessions; null if the member is not there or was removed before. */
export function endMember(run: Runner, realm: Realm, id: string, now: number): Promise<string[] | null> {
  return run.atomically(async (tx) => {
    const values = { ...realmColumns(realm), id, now }
    if ((await first(tx, markMember, values)) === undefined) return null
    await tx.all(endAccount, values)
    await tx.all(endGrants, values)
    return ids(tx, revokeSessions, values)
  })
}

export function endOrganization(run: Runner, key: OrganizationKey): Promise<string[] | null> {
  return run.atomically(async (tx) => {
    if ((await first(tx, markOrganization, key)) === undefined) return null
    const values = { project_id: key.projectId, realm: key.id, now: key.now }
    await tx.all(endAccounts, values)
    await tx.all(endAllGrants, values)
    await tx.all(voidSecrets, values)
    return ids(tx, revokeAllSessions, values)
  })
}

/** Members of a suspended organization have no valid session, also those that a sign-in in progress creates. */
export function suspendOrganization(
  run: Runner,
  { suspendedAt, ...key }: OrganizationKey & { suspendedAt: number | null },
): Promise<string[] | null> {
  return run.atomically(async (tx) => {
    if ((await first(tx, markSuspension, { ...key, suspendedAt })) === undefined) return null
    const values = { project_id: key.projectId, realm: key.id, now: key.now }
    return suspendedAt === null ? [] : ids(tx, revokeAllSessions, values)
  })
}

async function ids<P>(run: Runner, query: Statement<P, { id: string }>, values: P): Promise<string[]> {
  return (await run.all(query, values)).map(({ id }) => id)
}
