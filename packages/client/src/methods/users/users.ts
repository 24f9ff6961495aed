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
import { toPublic } from '../../session/session-state.ts'

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

export function createUsers(ctx: Pick<ClientContext, 'request' | 'session' | 'userChanged'>): Users {
  const { request, session } = ctx
  const getSync = (): User | null => toPublic(session.sync()).user

  function remover(method: string, endpoint: Endpoint<null, UsersDeleteResponse>, field: string): Remove {
    return async (id) => {
      validate(`user.${method}`, ['string', field, id])
      return request(endpoint, null, id)
    }
  }

  return {
    async get() {
      const start = session.sync()
      const data = await request(usersGet, null)
      const { request_id, status_code, ...user } = data
      ctx.userChanged(start, user)
      return data
    },
    getSync,
    getInfo: () => ({ user: getSync(), fromCache: session.isFromCache() }),
    onChange: (callback) =>
      session.subscribe(
        (state) => ({ session: null, user: state.user }),
        (state) => callback(state.user),
      ),
    async update(fields) {
      const { untrusted_metadata, name } = fields ?? {}
      validate('user.update', ['object?', 'untrusted_metadata', untrusted_metadata], ['object?', 'name', name])
      return request(usersUpdate, { untrusted_metadata, name })
    },
    deleteEmail: remover('deleteEmail', usersDeleteEmail, 'email_id'),
    deletePhoneNumber: remover('deletePhoneNumber', usersDeletePhoneNumber, 'phone_id'),
    deleteTOTP: remover('deleteTOTP', usersDeleteTotp, 'totp_id'),
    deleteOAuthRegistration: remover(
      'deleteOAuthRegistration',
      usersDeleteOAuthRegistration,
      'oauth_user_registration_id',
    ),
    deleteCryptoWallet: remover('deleteCryptoWallet', usersDeleteCryptoWallet, 'crypto_wallet_id'),
    deleteWebauthnRegistration: remover(
      'deleteWebauthnRegistration',
      usersDeleteWebauthnRegistration,
      'webauthn_registration_id',
    ),
    deleteBiometricRegistration: remover(
      'deleteBiometricRegistration',
      usersDeleteBiometricRegistration,
      'biometric_registration_id',
    ),
    getConnectedApps: () => request(usersConnectedApps, null),
    async revokeConnectedApp(id) {
      validate('user.revokeConnectedApp', ['string', 'connected_app_id', id])
      return request(usersRevokeConnectedApp, null, id)
    },
    async search(email) {
      validate('user.search', ['string', 'email', email])
      return request(usersSearch, { email })
    },
  }
}
