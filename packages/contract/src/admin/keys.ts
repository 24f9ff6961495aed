import type { Endpoint, Ok } from '../core/endpoint.ts'

export interface SecretKey {
  secret_key_id: string
  name: string
  /** The last characters of the secret, to identify the key. */
  hint: string
  created_at: string
  /** Rounded to the hour; null if the key was never used. */
  last_used_at: string | null
  revoked_at: string | null
}

export interface AdminSecretKeysListResponse extends Ok {
  secret_keys: SecretKey[]
}

export interface SigningKey {
  kid: string
  algorithm: 'ES256' | 'RS256'
  state: 'next' | 'active' | 'retiring' | 'gone'
  created_at: string
  activated_at: string | null
  retired_at: string | null
}

export interface AdminSigningKeysListResponse extends Ok {
  signing_keys: SigningKey[]
}

export interface AdminSigningKeysRotateRequest {
  /** Rotate even if the next key was published less than a day ago and verifiers may not know it yet. @default false */
  force?: boolean
}

// A secret key cannot create another one: an attacker with a stolen key would keep access after it was revoked.
export const adminSecretKeysList: Endpoint<null, AdminSecretKeysListResponse> = { method: 'GET', path: '/secret_keys' }

export const adminSecretKeysRevoke: Endpoint<null, AdminSecretKeysListResponse, '/secret_keys/{secret_key_id}'> = {
  method: 'DELETE',
  path: '/secret_keys/{secret_key_id}',
}

export const adminSigningKeysList: Endpoint<null, AdminSigningKeysListResponse> = {
  method: 'GET',
  path: '/signing_keys',
}

export const adminSigningKeysRotate: Endpoint<AdminSigningKeysRotateRequest, AdminSigningKeysListResponse> = {
  method: 'POST',
  path: '/signing_keys/rotate',
}
