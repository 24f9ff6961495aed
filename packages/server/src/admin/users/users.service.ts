import type { Name, Ok } from '@latchkey/contract'
import type {
  AdminUser,
  AdminUserResponse,
  AdminUsersListRequest,
  AdminUsersListResponse,
  AdminUsersPruneRequest,
  AdminUsersPruneResponse,
  AdminUsersUpdateRequest,
} from '@latchkey/contract/admin'
import { endEnrollments, endFactor } from '../../accounts/end-factor.ts'
import { mergeMetadata } from '../../accounts/metadata.ts'
import { userView } from '../../accounts/user-view.ts'
import { type AuditEvent, audit } from '../../audit/audit.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { rfc3339 } from '../../core/rfc3339.ts'
import type { DataOf } from '../../core/route.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import { announceSessionEnd } from '../../notices/announce-session-end.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { AccountRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { StorageConflictError } from '../../storage/storage-error.ts'
import { type LockoutState, lockoutSubjectOfAccount, type Page } from '../../storage/verbs.ts'
import { forgetAllAttempts } from '../../tokens/count-attempt.ts'
import type { AdminCall, AdminContext } from '../request/admin-route.ts'
import { requireKnownRoles, withDefaultRoles } from './roles.ts'

const defaultPageSize = 50
const dayMs = 24 * 60 * 60_000
const pruneBatchSize = 500

export function adminUserView(account: AccountRecord, lock: LockoutState | null, now: number): AdminUser {
  return {
    ...userView(account, lock, now),
    updated_at: rfc3339(account.updatedAt),
    disabled_at: account.disabledAt === null ? null : rfc3339(account.disabledAt),
  }
}

/** Throws `user_not_found` if the user does not exist. */
export async function requireUser(
  verbs: Pick<StorageVerbs, 'accounts'>,
  project: ProjectRecord,
  accountId: string | undefined,
): Promise<AccountRecord> {
  const account = accountId === undefined ? null : await verbs.accounts.get(project.id, accountId)
  if (!account) throw new ProviderError('user_not_found')
  return account
}

export async function listUsers(
  { storage, clock }: AdminContext,
  { project, request }: AdminCall<AdminUsersListRequest>,
): Promise<DataOf<AdminUsersListResponse>> {
  const { items, nextCursor } = await findUsers(storage, project, request)
  const now = clock.now()
  const users: AdminUser[] = []
  for (const account of items) users.push(adminUserView(account, await lockOf(storage, account), now))
  return { users, next_cursor: nextCursor }
}

/** Every search uses an index: ids are compared exactly, addresses and numbers by prefix. */
async function findUsers(
  storage: StorageVerbs,
  project: ProjectRecord,
  { query, cursor, limit = defaultPageSize }: AdminUsersListRequest,
): Promise<Page<AccountRecord>> {
  const page = { limit, ...(cursor === undefined ? {} : { cursor }) }
  const realm = projectRealm(project.id)
  if (query === undefined) return storage.accounts.list(realm, page)
  const text = query.trim()
  const exact = (await storage.accounts.get(project.id, text)) ?? (await storage.accounts.findByExternalId(realm, text))
  if (exact) return { items: [exact], nextCursor: null }
  const phone = text.replace(/[ ().-]/g, '')
  if (/^\+\d+$/.test(phone)) return storage.accounts.search(realm, 'phone_number', phone, page)
  return storage.accounts.search(realm, 'email', canonicalEmail(text) ?? text.toLowerCase(), page)
}

export async function getUser(
  { storage, clock }: AdminContext,
  { project, params }: AdminCall<null>,
): Promise<DataOf<AdminUserResponse>> {
  const account = await requireUser(storage, project, params.user_id)
  return { user: adminUserView(account, await lockOf(storage, account), clock.now()) }
}

export async function updateUser(
  context: AdminContext,
  call: AdminCall<AdminUsersUpdateRequest>,
): Promise<DataOf<AdminUserResponse>> {
  const { project, request } = call
  const { name, trusted_metadata, untrusted_metadata, roles, external_id } = request
  if (roles) requireKnownRoles(project, roles)
  return change(context, call, 'user_update', async (tx, account, now) => {
    if (external_id !== undefined) await setExternalId(tx, account, external_id, now)
    await tx.accounts.update(
      project.id,
      account.id,
      {
        ...(name ? { name: { ...account.name, ...withoutUndefined(name) } } : {}),
        ...(roles ? { roles: withDefaultRoles(roles) } : {}),
        ...(trusted_metadata
          ? { trustedMetadata: mergeMetadata('trusted_metadata', account.trustedMetadata, trusted_metadata) }
          : {}),
        ...(untrusted_metadata
          ? { untrustedMetadata: mergeMetadata('untrusted_metadata', account.untrustedMetadata, untrusted_metadata) }
          : {}),
      },
      now,
    )
  })
}

/**
 * Ends every session and grant, and with the new epoch of the account every secret issued for it. They stay void when
 * the account is enabled again.
 */
export async function disableUser(context: AdminContext, call: AdminCall<null>): Promise<DataOf<AdminUserResponse>> {
  return change(context, call, 'user_disable', async (tx, account, now) => {
    if (account.disabledAt === null) await tx.accounts.setDisabled(account.projectId, account.id, now, now)
    const ended = await tx.sessions.revokeForSubject(account.projectId, account.id, now)
    await announceSessionEnd(tx, context, call.project, ended)
    await tx.oauthGrants.revokeForAccount(account.projectId, account.id, now)
    await endEnrollments(tx, account)
  })
}

export async function enableUser(context: AdminContext, call: AdminCall<null>): Promise<DataOf<AdminUserResponse>> {
  return change(context, call, 'user_enable', async (tx, account, now) => {
    // An account that is not disabled keeps its sessions.
    if (account.disabledAt !== null) await tx.accounts.setDisabled(account.projectId, account.id, null, now)
  })
}

/** Resets the counts of wrong secrets, also those of the second factor. */
export async function clearLockouts(context: AdminContext, call: AdminCall<null>): Promise<DataOf<AdminUserResponse>> {
  return change(context, call, 'user_unlock', (tx, account) => forgetAllAttempts(tx, account))
}

export async function deleteRegistration(
  context: AdminContext,
  call: AdminCall<null>,
): Promise<DataOf<AdminUserResponse>> {
  const id = call.params.registration_id ?? ''
  return change(context, call, 'factor_remove', async (tx, account) => {
    const target = account.registrations.find((one) => one.id === id)
    if (!target || !(await tx.accounts.removeRegistration(account.projectId, account.id, target.kind, id)))
      throw new ProviderError('registration_not_found')
    await endFactor(tx, context, call, { account, removed: target, remover: null })
  })
}

export async function deleteUser(context: AdminContext, call: AdminCall<null>): Promise<DataOf<Ok>> {
  const { project, params } = call
  await context.storage.transaction(async (tx) => {
    const account = await requireUser(tx, project, params.user_id)
    await forget(tx, account)
    // While the sessions exist: client applications are notified of their end.
    const ended = await tx.sessions.revokeForSubject(project.id, account.id, context.clock.now())
    await announceSessionEnd(tx, context, project, ended)
    if (!(await tx.accounts.remove(project.id, account.id))) throw new ProviderError('user_not_found')
    await audit(tx, context, call, { event: 'user_delete', result: 'ok', targetId: account.id })
  })
  return {}
}

/** Deletes old pending accounts: an address that was never verified must not stay reserved. */
export async function pruneUsers(
  context: AdminContext,
  call: AdminCall<AdminUsersPruneRequest>,
): Promise<DataOf<AdminUsersPruneResponse>> {
  const { storage, clock } = context
  const before = clock.now() - call.request.older_than_days * dayMs
  let removed = 0
  for (;;) {
    const batch = await storage.transaction(async (tx) => {
      const ids = await tx.accounts.removePending(call.project.id, before, pruneBatchSize)
      for (const targetId of ids) await audit(tx, context, call, { event: 'user_prune', result: 'ok', targetId })
      return ids.length
    })
    removed += batch
    if (batch < pruneBatchSize) return { removed }
  }
}

/** Changes a user and writes the audit row in one transaction, which locks the user's row first. */
async function change(
  context: AdminContext,
  call: AdminCall<unknown>,
  event: AuditEvent,
  work: (tx: StorageVerbs, account: AccountRecord, now: number) => Promise<void>,
): Promise<DataOf<AdminUserResponse>> {
  const { storage, clock } = context
  const { project, params } = call
  const now = clock.now()
  const { account, lock } = await storage.transaction(async (tx) => {
    await tx.accounts.update(project.id, params.user_id ?? '', {}, now)
    const current = await requireUser(tx, project, params.user_id)
    await work(tx, current, now)
    await audit(tx, context, call, { event, result: 'ok', targetId: params.registration_id ?? current.id })
    const account = await requireUser(tx, project, current.id)
    return { account, lock: await lockOf(tx, account) }
  })
  return { user: adminUserView(account, lock, now) }
}

function lockOf(verbs: Pick<StorageVerbs, 'lockouts'>, { projectId, id }: AccountRecord): Promise<LockoutState | null> {
  return verbs.lockouts.get(projectId, lockoutSubjectOfAccount(id))
}

/** Removes the user's one-time secrets and attempt counts. */
async function forget(tx: StorageVerbs, account: AccountRecord): Promise<void> {
  await forgetAllAttempts(tx, account)
  for (const { kind, uniqueKey } of account.registrations)
    await tx.oneTime.removeByIdentifier(account, `${kind}:${uniqueKey}`)
}

async function setExternalId(
  tx: StorageVerbs,
  account: AccountRecord,
  externalId: string | null,
  now: number,
): Promise<void> {
  const { projectId, id } = account
  const owner = externalId === null ? null : await tx.accounts.findByExternalId(account, externalId)
  if (owner && owner.id !== id) throw new ProviderError('duplicate_external_id')
  try {
    await tx.accounts.setExternalId(projectId, id, externalId, now)
  } catch (error) {
    throw error instanceof StorageConflictError ? new ProviderError('duplicate_external_id') : error
  }
}

function withoutUndefined(name: Partial<Name>): Partial<Name> {
  return Object.fromEntries(Object.entries(name).filter(([, value]) => value !== undefined))
}
