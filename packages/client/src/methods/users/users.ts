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
import {
  usersConnectedApps,
  usersDeleteBiometricRegistration,
  usersDeleteCryptoWallet,
  usersDeleteEmail,
  usersDeleteOAuthRegistration,
  usersDeletePhoneNumber,
  usersDeleteTotp,
  usersDeleteWebauthnRegistration,
  usersGet,
  usersRevokeConnectedApp,
  usersSearch,
  usersUpdate,
} from '@latchkey/contract'
import type { ClientContext } from '../../context.ts'
import type { Unsubscribe } from '../../core/store.ts'
import { validate } from '../../core/validate.ts'
import { createReader } from '../../session/reader.ts'
import { userKey } from '../../session/session-state.ts'

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

/** The calls that take an id and nothing else. */
const byId = {
  deleteEmail: usersDeleteEmail,
  deletePhoneNumber: usersDeletePhoneNumber,
  deleteTOTP: usersDeleteTotp,
  deleteOAuthRegistration: usersDeleteOAuthRegistration,
  deleteCryptoWallet: usersDeleteCryptoWallet,
  deleteWebauthnRegistration: usersDeleteWebauthnRegistration,
  deleteBiometricRegistration: usersDeleteBiometricRegistration,
  revokeConnectedApp: usersRevokeConnectedApp,
}

export function createUsers(ctx: Pick<ClientContext, 'request' | 'session' | 'userChanged'>): Users {
  const { request, session } = ctx
  const calls = {} as Record<string, (id: string) => Promise<Ok>>
  for (const [method, endpoint] of Object.entries(byId)) {
    calls[method] = async (id) => {
      validate(`user.${method}`, 'id', { id })
      return request<null, Ok>(endpoint, null, id)
    }
  }

  return {
    ...createReader(session, 'user', userKey),
    ...(calls as Record<keyof typeof byId, Remove>),
    async get() {
      const start = session.sync()
      const data = await request(usersGet, null)
      const { request_id, status_code, ...user } = data
      ctx.userChanged(start, user)
      return data
    },
    update: async (fields) =>
      request(usersUpdate, validate('user.update', 'untrusted_metadata?:object name?:object', fields)),
    getConnectedApps: () => request(usersConnectedApps, null),
    search: async (email) => request(usersSearch, validate('user.search', 'email', { email })),
  }
}
