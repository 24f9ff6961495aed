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

/** The methods that remove a registration, and their path segment below `/users`. */
const removals: Record<string, string> = {
  deleteEmail: 'emails',
  deletePhoneNumber: 'phone_numbers',
  deleteTOTP: 'totps',
  deleteOAuthRegistration: 'oauth',
  deleteCryptoWallet: 'crypto_wallets',
  deleteWebauthnRegistration: 'webauthn_registrations',
  deleteBiometricRegistration: 'biometric_registrations',
}

/** Loaded on demand, because a sign-in page changes no user. */
export async function remove(ctx: ChangesContext, name: string, id: string): Promise<WithoutUser<UsersDeleteResponse>> {
  ctx.validate(`user.${name}`, 'id', { id })
  const endpoint: Endpoint<null, UsersDeleteResponse> = { method: 'DELETE', path: `/users/${removals[name]}/{id}` }
  const { __user, ...response } = await ctx.request(endpoint, null, id)
  return response
}

export async function update(
  ctx: ChangesContext,
  fields: UsersUpdateRequest,
): Promise<WithoutUser<UsersUpdateResponse>> {
  const body = ctx.validate<UsersUpdateRequest>('user.update', 'untrusted_metadata?:object name?:object', fields)
  const endpoint: Endpoint<UsersUpdateRequest, UsersUpdateResponse> = { method: 'PUT', path: '/users/me' }
  const { __user, ...response } = await ctx.request(endpoint, body)
  return response
}

export function getConnectedApps(ctx: ChangesContext): Promise<UsersConnectedAppsResponse> {
  return ctx.request<null, UsersConnectedAppsResponse>({ method: 'GET', path: '/users/connected_apps' }, null)
}

export function revokeConnectedApp(ctx: ChangesContext, id: string): Promise<Ok> {
  ctx.validate('user.revokeConnectedApp', 'id', { id })
  return ctx.request<null, Ok>({ method: 'POST', path: '/users/connected_apps/{id}/revoke' }, null, id)
}
