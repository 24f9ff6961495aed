import type { Endpoint } from '@latchkey/contract'
import { type AdminUser, type AdminUserResponse, adminEndpoints, type NewUser } from '@latchkey/contract/admin'
import { type CommandInput, manyOptions, oneOption, requiredOption, UsageError } from '../command.ts'
import { administer, answer } from './administer.ts'
import { accountIdOf, findUser } from './find-user.ts'
import { pageOf, showNextPage } from './page.ts'
import { type Column, counted, printFields, printTable, when } from './print.ts'

const columns: readonly Column<AdminUser>[] = [
  ['USER', ({ user_id }) => user_id],
  ['STATUS', statusOf],
  ['CREATED', ({ created_at }) => when(created_at)],
  ['EMAIL OR PHONE', (user) => contactsOf(user)[0] ?? ''],
  ['NAME', nameOf],
]

export function listUsers(input: CommandInput): Promise<number> {
  const [query] = input.positionals
  return administer(input, async ({ administration, project }) => {
    const request = { ...pageOf(input), ...(query === undefined ? {} : { query }) }
    const data = await administration.call(adminEndpoints.adminUsersList, { project: await project(), request })
    return answer(input, data, () => {
      printTable(input.terminal, data.users, columns, query === undefined ? 'There are no users.' : 'No user matches.')
      showNextPage(input, data)
    })
  })
}

export const getUser = (input: CommandInput): Promise<number> => withUser(input, adminEndpoints.adminUsersGet)

export const disableUser = (input: CommandInput): Promise<number> => withUser(input, adminEndpoints.adminUsersDisable)

export const enableUser = (input: CommandInput): Promise<number> => withUser(input, adminEndpoints.adminUsersEnable)

export const unlockUser = (input: CommandInput): Promise<number> => withUser(input, adminEndpoints.adminUsersUnlock)

export function createUser(input: CommandInput): Promise<number> {
  const verified = input.options.verified !== undefined
  const [email, phone_number] = [oneOption(input, 'email'), oneOption(input, 'phone')]
  const external_id = oneOption(input, 'external-id')
  const roles = manyOptions(input, 'role')
  const request: NewUser = {
    ...(email === undefined ? {} : { email, email_verified: verified }),
    ...(phone_number === undefined ? {} : { phone_number, phone_number_verified: verified }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(roles.length === 0 ? {} : { roles }),
    name: { first_name: oneOption(input, 'first-name') ?? '', last_name: oneOption(input, 'last-name') ?? '' },
  }
  if (email === undefined && phone_number === undefined) throw new UsageError('--email or --phone is required')
  return administer(input, async ({ administration, project }) => {
    const data = await administration.call(adminEndpoints.adminUsersCreate, { project: await project(), request })
    return answer(input, data, () => showUser(input, data.user))
  })
}

export function userRoles(input: CommandInput): Promise<number> {
  const [name = '', ...roles] = input.positionals
  const isChange = roles.length > 0 || input.options.clear !== undefined
  return administer(input, async (admin) => {
    const project = await admin.project()
    const user = await findUser(admin, project, name)
    const params = { user_id: user.user_id }
    const data = isChange
      ? await admin.administration.call(adminEndpoints.adminUsersUpdate, { project, params, request: { roles } })
      : { user }
    return answer(input, { roles: data.user.roles }, () => {
      printTable(input.terminal, data.user.roles, [['ROLE', (role) => role]], 'No roles.')
    })
  })
}

export function deleteUser(input: CommandInput): Promise<number> {
  requireYes(input)
  return administer(input, async (admin) => {
    const project = await admin.project()
    const { user_id } = await findUser(admin, project, input.positionals[0] ?? '')
    await admin.administration.call(adminEndpoints.adminUsersDelete, { project, params: { user_id } })
    return answer(input, { user_id }, () => input.terminal.out(`${user_id} was deleted.\n`))
  })
}

export function pruneUsers(input: CommandInput): Promise<number> {
  const days = requiredOption(input, 'older-than-days')
  if (!/^\d{1,4}$/.test(days)) throw new UsageError('--older-than-days must be a number of days')
  requireYes(input)
  return administer(input, async ({ administration, project }) => {
    const request = { older_than_days: Number(days) }
    const data = await administration.call(adminEndpoints.adminUsersPrune, { project: await project(), request })
    return answer(input, data, ({ removed }) => input.terminal.out(`Deleted ${counted(removed, 'pending user')}.\n`))
  })
}

export function impersonate(input: CommandInput): Promise<number> {
  const impersonator = requiredOption(input, 'as')
  return administer(input, async (admin) => {
    const project = await admin.project()
    const user_id = await accountIdOf(admin, project, input.positionals[0] ?? '')
    const request = { user_id, impersonator }
    const data = await admin.administration.call(adminEndpoints.adminImpersonationTokensCreate, { project, request })
    return answer(input, data, () => printFields(input.terminal, Object.entries(data)))
  })
}

export function revokeImpersonations(input: CommandInput): Promise<number> {
  const impersonator = requiredOption(input, 'as')
  return administer(input, async ({ administration, project }) => {
    const request = { impersonator }
    const data = await administration.call(adminEndpoints.adminImpersonationsRevoke, {
      ...{ project: await project(), request },
    })
    return answer(input, data, ({ revoked }) =>
      input.terminal.out(`Revoked ${counted(revoked.length, 'session')} and all unused tokens of ${impersonator}.\n`),
    )
  })
}

function withUser(input: CommandInput, endpoint: Endpoint<null, AdminUserResponse>): Promise<number> {
  return administer(input, async (admin) => {
    const project = await admin.project()
    const { user_id } = await findUser(admin, project, input.positionals[0] ?? '')
    const data = await admin.administration.call(endpoint, { project, params: { user_id } })
    return answer(input, data, () => showUser(input, data.user))
  })
}

function requireYes({ options }: CommandInput): void {
  if (options.yes === undefined) throw new UsageError('This cannot be undone. Add --yes to confirm.')
}

function showUser({ terminal }: CommandInput, user: AdminUser): void {
  const factors = [
    ...(user.password ? [user.password.requires_reset ? 'password (reset required)' : 'password'] : []),
    ...user.totps.map(() => 'authenticator app'),
    ...user.webauthn_registrations.map(() => 'passkey'),
    ...user.crypto_wallets.map(({ crypto_wallet_type }) => `${crypto_wallet_type} wallet`),
    ...user.providers.map(({ provider_type }) => provider_type),
    ...user.biometric_registrations.map(() => 'biometric'),
  ]
  printFields(terminal, [
    ['user_id', user.user_id],
    ['status', statusOf(user)],
    ['name', nameOf(user)],
    ['identifiers', contactsOf(user).join(', ')],
    ['factors', factors.join(', ') || 'magic links and passcodes'],
    ['roles', user.roles.join(', ')],
    ['external_id', user.external_id ?? ''],
    ['created', when(user.created_at)],
    ['trusted_metadata', JSON.stringify(user.trusted_metadata)],
    ['untrusted_metadata', JSON.stringify(user.untrusted_metadata)],
  ])
}

function statusOf({ status, disabled_at, is_locked }: AdminUser): string {
  return disabled_at !== null ? 'disabled' : is_locked ? 'locked' : status
}

function contactsOf({ emails, phone_numbers }: AdminUser): string[] {
  const label = (text: string, verified: boolean): string => (verified ? text : `${text} (unverified)`)
  return [
    ...emails.map(({ email, verified }) => label(email, verified)),
    ...phone_numbers.map(({ phone_number, verified }) => label(phone_number, verified)),
  ]
}

function nameOf({ name: { first_name, middle_name, last_name } }: AdminUser): string {
  return [first_name, middle_name, last_name].filter((part) => part !== '').join(' ')
}
