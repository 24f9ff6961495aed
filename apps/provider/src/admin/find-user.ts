import { type AdminUser, adminEndpoints } from '@latchkey/contract/admin'
import { type ProjectRecord, ProviderError } from '@latchkey/server'
import type { AdminAccess } from './administer.ts'

/** The id of the user that a command names; in a business project that of a member. */
export async function accountIdOf(
  admin: Pick<AdminAccess, 'administration'>,
  project: ProjectRecord,
  name: string,
): Promise<string> {
  // An address can belong to members of several organizations, so members are named by their id.
  return project.vertical === 'B2B' ? name.trim() : (await findUser(admin, project, name)).user_id
}

/** Finds a user by a complete user id, external id, email address or phone number. */
export async function findUser(
  { administration }: Pick<AdminAccess, 'administration'>,
  project: ProjectRecord,
  name: string,
): Promise<AdminUser> {
  const request = { query: name, limit: 2 }
  const { users } = await administration.call(adminEndpoints.adminUsersList, { project, request })
  const searched = name.trim().toLowerCase()
  const digits = searched.replace(/[ ().-]/g, '')
  const user = users.find(
    ({ user_id, external_id, emails, phone_numbers }) =>
      user_id === name.trim() ||
      external_id === name.trim() ||
      emails.some(({ email }) => email === searched) ||
      phone_numbers.some(({ phone_number }) => phone_number === digits),
  )
  if (!user) throw new ProviderError('user_not_found')
  return user
}
