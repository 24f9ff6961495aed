import type {
  Ok,
  User,
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersGetResponse,
  UsersSearchResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
} from '@latchkey/contract'
import { usersGet, usersSearch } from '@latchkey/contract'
import type { ClientContext } from '../../context/context.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { validate } from '../../core/validate.ts'
import { createReader } from '../../session/reader.ts'
import type { WithoutUser } from './user-changes/user-changes.ts'

type Remove = (id: string) => Promise<WithoutUser<UsersDeleteResponse>>

/** The signed-in user. */
export interface Users {
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
  /**
   * Changes the name or the untrusted metadata of the signed-in user.
   *
   * @example
   * await client.user.update({ untrusted_metadata: { theme: 'dark' } })
   */
  update(fields: UsersUpdateRequest): Promise<WithoutUser<UsersUpdateResponse>>
  readonly deleteEmail: Remove
  readonly deletePhoneNumber: Remove
  readonly deleteTOTP: Remove
  readonly deleteOAuthRegistration: Remove
  readonly deleteCryptoWallet: Remove
  readonly deleteWebauthnRegistration: Remove
  readonly deleteBiometricRegistration: Remove
  /** Lists the applications that the user has granted access to. */
  getConnectedApps(): Promise<UsersConnectedAppsResponse>
  /** Revokes the access of an application. */
  revokeConnectedApp(id: string): Promise<Ok>
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
  const load = (): Promise<typeof import('./user-changes/user-changes.ts')> => import('./user-changes/user-changes.ts')
  const ctx = { request, validate }
  const remove =
    (name: string): Remove =>
    async (id) =>
      (await load()).remove(ctx, name, id)
  const userOf = ({ request_id, status_code, ...user }: UsersGetResponse): User => user

  return {
    ...createReader(session, 'user'),
    deleteEmail: remove('deleteEmail'),
    deletePhoneNumber: remove('deletePhoneNumber'),
    deleteTOTP: remove('deleteTOTP'),
    deleteOAuthRegistration: remove('deleteOAuthRegistration'),
    deleteCryptoWallet: remove('deleteCryptoWallet'),
    deleteWebauthnRegistration: remove('deleteWebauthnRegistration'),
    deleteBiometricRegistration: remove('deleteBiometricRegistration'),
    get: async () => userOf(await request(usersGet, null, undefined, (data) => ({ __user: userOf(data) }))),
    update: async (fields) => (await load()).update(ctx, fields),
    getConnectedApps: async () => (await load()).getConnectedApps(ctx),
    revokeConnectedApp: async (id) => (await load()).revokeConnectedApp(ctx, id),
    search: async (email) => request(usersSearch, validate('user.search', 'email', { email })),
  }
}
