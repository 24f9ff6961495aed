import type { Endpoint, JsonObject, Ok } from '../core/endpoint.ts'
import type { Name, User } from '../core/entities.ts'
import type { PageInfo, PageRequest } from './admin-path.ts'

/** A user in the admin API. */
export interface AdminUser extends User {
  updated_at: string
  /** When the user was disabled and can no longer sign in; null for active users. */
  disabled_at: string | null
}

export interface AdminUsersListRequest extends PageRequest {
  /** The start of an email address or phone number, or a complete user id or external id. */
  query?: string
}

export interface AdminUsersListResponse extends Ok, PageInfo {
  users: AdminUser[]
}

export interface AdminUserResponse extends Ok {
  user: AdminUser
}

/** A further email address of a new user. */
export interface NewUserEmail {
  email: string
  /** @default false */
  verified?: boolean
}

/** A further phone number of a new user. */
export interface NewUserPhoneNumber {
  phone_number: string
  /** @default false */
  verified?: boolean
}

/** A user to create or to import. Unknown fields are rejected. */
export interface NewUser {
  /** Keeps the id that the user had in another database (`users export` writes it). @default a new id */
  user_id?: string
  email?: string
  /** Whether the caller has verified that the address belongs to the user. @default false */
  email_verified?: boolean
  additional_emails?: NewUserEmail[]
  phone_number?: string
  /** @default false */
  phone_number_verified?: boolean
  additional_phone_numbers?: NewUserPhoneNumber[]
  /** @default 'active' */
  status?: 'active' | 'pending'
  /** A disabled user cannot sign in. @default false */
  disabled?: boolean
  name?: Partial<Name>
  external_id?: string
  roles?: string[]
  trusted_metadata?: JsonObject
  untrusted_metadata?: JsonObject
  /** A bcrypt, scrypt, Firebase scrypt, Argon2 or PBKDF2 hash. It is replaced by Argon2id at the first sign-in. */
  password_hash?: string
  /** RFC 3339. @default now */
  created_at?: string
}

export interface AdminUsersUpdateRequest {
  name?: Partial<Name>
  /** Merged key by key; null removes a key. */
  trusted_metadata?: JsonObject
  untrusted_metadata?: JsonObject
  /** Replaces all roles except the default role. */
  roles?: string[]
  external_id?: string | null
}

export interface AdminUsersImportRequest {
  users: NewUser[]
  /** Validates the import without storing it. */
  dry_run?: boolean
}

/** What was stored for the imported users (with `dry_run`, what would be). */
export interface ImportCounts {
  emails: number
  verified_emails: number
  phone_numbers: number
  verified_phone_numbers: number
  passwords: number
  names: number
}

/** The outcome for one entry: a user, or the reason for the rejection. */
export interface ImportResult {
  /** The position in the request, from 0. */
  index: number
  user_id: string | null
  error_type: string | null
  error_message: string | null
}

export interface AdminUsersImportResponse extends Ok {
  imported: number
  refused: number
  counts: ImportCounts
  results: ImportResult[]
}

export interface AdminUsersPruneRequest {
  /** The minimum age of the pending users to remove. */
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

export const adminUsersGet: Endpoint<null, AdminUserResponse, '/users/{user_id}'> = {
  method: 'GET',
  path: '/users/{user_id}',
}

export const adminUsersUpdate: Endpoint<AdminUsersUpdateRequest, AdminUserResponse, '/users/{user_id}'> = {
  method: 'PUT',
  path: '/users/{user_id}',
}

export const adminUsersDelete: Endpoint<null, Ok, '/users/{user_id}'> = { method: 'DELETE', path: '/users/{user_id}' }

export const adminUsersDisable: Endpoint<null, AdminUserResponse, '/users/{user_id}/disable'> = {
  method: 'POST',
  path: '/users/{user_id}/disable',
}

export const adminUsersEnable: Endpoint<null, AdminUserResponse, '/users/{user_id}/enable'> = {
  method: 'POST',
  path: '/users/{user_id}/enable',
}

export const adminUsersUnlock: Endpoint<null, AdminUserResponse, '/users/{user_id}/unlock'> = {
  method: 'POST',
  path: '/users/{user_id}/unlock',
}

export const adminUsersDeleteRegistration: Endpoint<
  null,
  AdminUserResponse,
  '/users/{user_id}/registrations/{registration_id}'
> = {
  method: 'DELETE',
  path: '/users/{user_id}/registrations/{registration_id}',
}

export const adminUsersCreateBiometricRegistration: Endpoint<
  AdminBiometricRegistrationRequest,
  AdminBiometricRegistrationResponse,
  '/users/{user_id}/biometric_registrations'
> = { method: 'POST', path: '/users/{user_id}/biometric_registrations' }
