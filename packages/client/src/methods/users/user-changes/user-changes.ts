import type {
  Endpoint,
  Ok,
  UsersConnectedAppsResponse,
  UsersDeleteResponse,
  UsersUpdateRequest,
  UsersUpdateResponse,
} from '@latchkey/contract'
import type { ClientContext } from '../../../context/context.ts'
import type { validate } from '../../../core/validate.ts'

/** A response without the changed user, which `request` has stored. */
export type WithoutUser<Response> = Omit<Response, '__user'>

/** `validate` is part of the context: an import of a value would make bundlers split the entry into two files. */
export interface ChangesContext extends Pick<ClientContext, 'request'> {
  readonly validate: typeof validate
}

type Remove = (id: string) => Promise<WithoutUser<UsersDeleteResponse>>

/** The methods that change the signed-in user. */
export interface UserChanges {
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
}

/** Loaded on demand, because a sign-in page changes no user. */
export function createUserChanges({ request, validate }: ChangesContext): UserChanges {
  const removal =
    (name: string, kind: string): Remove =>
    async (id) => {
      validate(`user.${name}`, 'id', { id })
      const endpoint: Endpoint<null, UsersDeleteResponse> = { method: 'DELETE', path: `/users/${kind}/{id}` }
      const { __user, ...response } = await request(endpoint, null, id)
      return response
    }

  return {
    deleteEmail: removal('deleteEmail', 'emails'),
    deletePhoneNumber: removal('deletePhoneNumber', 'phone_numbers'),
    deleteTOTP: removal('deleteTOTP', 'totps'),
    deleteOAuthRegistration: removal('deleteOAuthRegistration', 'oauth'),
    deleteCryptoWallet: removal('deleteCryptoWallet', 'crypto_wallets'),
    deleteWebauthnRegistration: removal('deleteWebauthnRegistration', 'webauthn_registrations'),
    deleteBiometricRegistration: removal('deleteBiometricRegistration', 'biometric_registrations'),
    async update(fields) {
      const body = validate<UsersUpdateRequest>('user.update', 'untrusted_metadata?:object name?:object', fields)
      const endpoint: Endpoint<UsersUpdateRequest, UsersUpdateResponse> = { method: 'PUT', path: '/users/me' }
      const { __user, ...response } = await request(endpoint, body)
      return response
    },
    getConnectedApps: () =>
      request<null, UsersConnectedAppsResponse>({ method: 'GET', path: '/users/connected_apps' }, null),
    async revokeConnectedApp(id) {
      validate('user.revokeConnectedApp', 'id', { id })
      return request<null, Ok>({ method: 'POST', path: '/users/connected_apps/{id}/revoke' }, null, id)
    },
  }
}
