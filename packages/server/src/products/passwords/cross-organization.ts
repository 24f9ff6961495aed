import { audit } from '../../audit/audit.ts'
import type { Call } from '../../core/route.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { PasswordRecord } from '../../storage/passwords.ts'
import type { AccountRecord, ProjectRecord } from '../../storage/records.ts'
import type { StorageVerbs } from '../../storage/storage.ts'
import { endOtherSessions, passwordOf, storePassword } from './new-password.ts'

const pageSize = 200

/** Whether a password that is set after a proof of the mailbox is stored for every account of the address. */
export function sharesPasswords({ settings }: Pick<ProjectRecord, 'settings'>): boolean {
  return settings.crossOrganizationPasswords ?? true
}

/** The accounts of an address in all organizations, without removed members. */
export async function accountsOfAddress(
  storage: Pick<StorageVerbs, 'members'>,
  projectId: string,
  address: string,
): Promise<AccountRecord[]> {
  const found: AccountRecord[] = []
  let cursor: string | undefined
  do {
    const options = { limit: pageSize, ...(cursor === undefined ? {} : { cursor }) }
    const page = await storage.members.listMemberships(projectId, address, options)
    found.push(...page.items.filter(({ member }) => member.status !== 'deleted').map(({ member }) => member.account))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

export interface AccountWithPassword {
  account: AccountRecord
  stored: PasswordRecord
}

/** The accounts of an address that have a password, the one that was set last first. */
export async function accountsWithPassword(
  storage: Pick<StorageVerbs, 'members' | 'passwords'>,
  projectId: string,
  address: string,
): Promise<AccountWithPassword[]> {
  const accounts = await accountsOfAddress(storage, projectId, address)
  const found = await Promise.all(
    accounts.map(async (account) => {
      const id = passwordOf(account)?.id
      const stored = id === undefined ? null : await storage.passwords.find(projectId, id)
      return stored === null ? [] : [{ account, stored }]
    }),
  )
  return found.flat().sort((one, other) => other.stored.setAt - one.stored.setAt)
}

/** Stores the password of a proven address for its accounts in other organizations too, and ends their sessions. */
export async function storeInOtherOrganizations(
  tx: StorageVerbs,
  context: ProviderContext,
  call: Call<unknown>,
  { address, hash, account }: { address: string; hash: string; account: AccountRecord | null },
): Promise<AccountRecord[]> {
  const { project } = call
  const { clock, random } = context
  const others = (await accountsOfAddress(tx, project.id, address)).filter(({ id }) => id !== account?.id)
  for (const other of others) {
    await storePassword(tx, { project, account: other, hash, now: clock.now(), random })
    await endOtherSessions(tx, context, call, { account: other, session: null })
    await audit(tx, context, call, { event: 'password_reset', result: 'ok', accountId: other.id })
  }
  return others
}
