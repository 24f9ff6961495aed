import type { User, UsersGetResponse, UsersSearchResponse } from '@latchkey/contract'
import { usersGet, usersSearch } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { validate } from '../../core/validate.ts'
import { createReader } from '../../session/reader.ts'
import { lazyMethods } from '../lazy-methods.ts'
import type { UserChanges } from './user-changes/user-changes.ts'

/** The signed-in user. */
export interface Users extends UserChanges {
  /** Fetches the signed-in user and updates the result of `getSync`. */
  get(): Promise<User>
  /** Returns the signed-in user without a request. */
  getSync(): User | null
  /** Returns the user, and whether it was read from storage and not yet confirmed by the provider. */
  getInfo(): { user: User | null; fromCache: boolean }
  /**
   * Calls back whenever the user signs in, changes or signs out, in this tab or in another.
   *
   * @example
   * const stop = client.user.onChange((user) => render(user?.name.first_name ?? 'guest'))
   */
  onChange(callback: (user: User | null) => void): Unsubscribe
  /** Returns whether an email address belongs to a user, and whether that user has a password. */
  search(email: string): Promise<UsersSearchResponse>
}

/**
 * Creates the method group `user` for a context without the other groups.
 *
 * @example
 * const user = createUsers(createContext('public-token-test-…', options))
 * await user.update({ untrusted_metadata: { theme: 'dark' } })
 */
export function createUsers({ request, session }: Pick<ClientContext, 'request' | 'session'>): Users {
  const userOf = ({ request_id, status_code, ...user }: UsersGetResponse): User => user

  return {
    ...createReader(session, 'user'),
    ...lazyMethods(
      [
        'deleteEmail',
        'deletePhoneNumber',
        'deleteTOTP',
        'deleteOAuthRegistration',
        'deleteCryptoWallet',
        'deleteWebauthnRegistration',
        'deleteBiometricRegistration',
        'update',
        'getConnectedApps',
        'revokeConnectedApp',
      ],
      async () => (await import('./user-changes/user-changes.ts')).createUserChanges({ request, validate }),
    ),
    get: async () => userOf(await request(usersGet, null, undefined, (data) => ({ __user: userOf(data) }))),
    search: async (email) => request(usersSearch, validate('user.search', 'email', { email })),
  }
}
