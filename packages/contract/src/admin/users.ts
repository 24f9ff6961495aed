import type { Endpoint, JsonObject, Ok } from '../endpoint.ts'
import type { Name, User } from '../entities.ts'
import type { PageInfo, PageRequest } from './admin-path.ts'

/** A user as a project's own servers see one. */
export interface AdminUser extends User {
  updated_at: string
  /** Disabled users cannot sign in; null for everybody else. */
  disabled_at: string | null
}

export interface AdminUsersListRequest extends PageRequest {
  /** The beginning of an e-mail address or phone number, or a whole user id or external id. */
  query?: string
}

export interface AdminUsersListResponse extends Ok, PageInfo {
  users: AdminUser[]
}

export interface AdminUserResponse extends Ok {
  user: AdminUser
}

export interface NewUser {
  email?: string
  /** Whoever makes the user vouches for it; false if not said. */
  email_verified?: boolean
  phone_number?: string
  phone_number_verified?: boolean
  status?: 'active' | 'pending'
  name?: Partial<Name>
  external_id?: string
  roles?: string[]
  trusted_metadata?: JsonObject
  untrusted_metadata?: JsonObject
  /** Of bcrypt, scrypt, Argon2 or PBKDF2, made elsewhere. The first sign-in puts one of our own in its place. */
  password_hash?: string
  /** RFC 3339; now if not said. */
  created_at?: string
}

export interface AdminUsersUpdateRequest {
  name?: Partial<Name>
  /** Merged key by key; null takes a key away. */
  trusted_metadata?: JsonObject
  untrusted_metadata?: JsonObject
  /** Replaces all but the role everybody has. */
  roles?: string[]
  external_id?: string | null
}

export interface AdminUsersImportRequest {
  users: NewUser[]
  /** Says what would happen, and does nothing. */
  dry_run?: boolean
}

/** What became of one of them: a user, or why there is none. */
export interface ImportResult {
  /** Its place in the list that was sent, from 0. */
  index: number
  user_id: string | null
  error_type: string | null
  error_message: string | null
}

export interface AdminUsersImportResponse extends Ok {
  imported: number
  refused: number
  results: ImportResult[]
}

export interface AdminUsersPruneRequest {
  /** Users who were made pending longer ago than this and never proved anything. */
  older_than_days: number
}

export interface AdminUsersPruneResponse extends Ok {
  removed: number
}

export interface AdminBiometricRegistrationRequest {
  /** Ed25519, 32 bytes in base64. */
  public_key: string
}

export interface AdminBiometricRegistrationResponse extends Ok {
  biometric_registration_id: string
  user: AdminUser
}

export const adminUsersList: Endpoint<AdminUsersListRequest, AdminUsersListResponse> = { method: 'GET', path: '/users' }

export const adminUsersCreate: Endpoint<NewUser, AdminUserResponse> = { method: 'POST', path: '/users' }

export const adminUsersImport: Endpoint<AdminUsersImportRequest, AdminUsersImportResponse> = {
  method: 'POST',
  path: '/users/import',
}

export const adminUsersPrune: Endpoint<AdminUsersPruneRequest, AdminUsersPruneResponse> = {
  method: 'POST',
  path: '/users/prune',
}

export const adminUsersGet: Endpoint<null, AdminUserResponse> = { method: 'GET', path: '/users/{user_id}' }

export const adminUsersUpdate: Endpoint<AdminUsersUpdateRequest, AdminUserResponse> = {
  method: 'PUT',
  path: '/users/{user_id}',
}

export const adminUsersDelete: Endpoint<null, Ok> = { method: 'DELETE', path: '/users/{user_id}' }

export const adminUsersDisable: Endpoint<null, AdminUserResponse> = { method: 'POST', path: '/users/{user_id}/disable' }

export const adminUsersEnable: Endpoint<null, AdminUserResponse> = { method: 'POST', path: '/users/{user_id}/enable' }

export const adminUsersUnlock: Endpoint<null, AdminUserResponse> = { method: 'POST', path: '/users/{user_id}/unlock' }

export const adminUsersDeleteRegistration: Endpoint<null, AdminUserResponse> = {
  method: 'DELETE',
  path: '/users/{user_id}/registrations/{registration_id}',
}

export const adminUsersCreateBiometricRegistration: Endpoint<
  AdminBiometricRegistrationRequest,
  AdminBiometricRegistrationResponse
> = { method: 'POST', path: '/users/{user_id}/biometric_registrations' }
