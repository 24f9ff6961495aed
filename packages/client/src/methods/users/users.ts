import type {
  Endpoint,
  Ok,
  User,
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersGetResponse,
  UsersSearchResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
} from '@latchkey/contract'
import { usersConnectedApps, usersGet, usersRevokeConnectedApp, usersSearch, usersUpdate } from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { validate } from '../../core/validate.ts'
import { createReader } from '../../session/reader.ts'
import { caller } from '../caller.ts'

type Remove = (id: string) => Promise<UsersDeleteResponse>

export interface Users {
  /** Fetches the signed-in user; what is known here follows. */
  get(): Promise<UsersGetResponse>
  /** The user this tab knows, without asking anybody. */
  getSync(): User | null
  /** The same, and whether it comes from storage, not yet confirmed by the provider. */
  getInfo(): { user: User | null; fromCache: boolean }
  /**
   * Calls back whenever the user signs in, changes or signs out, in this tab or in another.
   *
   * @example
   * const stop = client.user.onChange((user) => render(user?.name.first_name ?? 'stranger'))
   */
  onChange(callback: (user: User | null) => void): Unsubscribe
  /**
   * @example
   * await client.user.update({ untrusted_metadata: { theme: 'dark' } })
   */
  update(fields: UsersUpdateRequest): Promise<UsersUpdateResponse>
  readonly deleteEmail: Remove
  readonly deletePhoneNumber: Remove
  readonly deleteTOTP: Remove
  readonly deleteOAuthRegistration: Remove
  readonly deleteCryptoWallet: Remove
  readonly deleteWebauthnRegistration: Remove
  readonly deleteBiometricRegistration: Remove
  getConnectedApps(): Promise<UsersConnectedAppsResponse>
  revokeConnectedApp(id: string): Promise<Ok>
  /** Does this address belong to nobody, to someone with a password or to someone without? */
  search(email: string): Promise<UsersSearchResponse>
}

/** The calls that take something from a user, and where below `/users` that stands. */
const removals = {
  deleteEmail: 'emails',
  deletePhoneNumber: 'phone_numbers',
  deleteTOTP: 'totps',
  deleteOAuthRegistration: 'oauth',
  deleteCryptoWallet: 'crypto_wallets',
  deleteWebauthnRegistration: 'webauthn_registrations',
  deleteBiometricRegistration: 'biometric_registrations',
}

export function createUsers({ request, session }: Pick<ClientContext, 'request' | 'session'>): Users {
  /** A call that takes an id and nothing else. */
  function byId<Answer>(name: string, endpoint: Endpoint<null, Answer>): (id: string) => Promise<Answer> {
    return async (id) => {
      validate(`user.${name}`, 'id', { id })
      return request(endpoint, null, id)
    }
  }

  const calls = Object.fromEntries(
    Object.entries(removals).map(([name, kind]) => [
      name,
      byId(name, { method: 'DELETE', path: `/users/${kind}/{id}` }),
    ]),
  )

  return {
    ...createReader(session, 'user'),
    ...(calls as Record<keyof typeof removals, Remove>),
    revokeConnectedApp: byId('revokeConnectedApp', usersRevokeConnectedApp),
    get: () => request(usersGet, null, undefined, ({ request_id, status_code, ...user }) => user),
    update: caller(request, usersUpdate, 'user.update', 'untrusted_metadata?:object name?:object'),
    getConnectedApps: () => request(usersConnectedApps, null),
    search: async (email) => request(usersSearch, validate('user.search', 'email', { email })),
  }
}
