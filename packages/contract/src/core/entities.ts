import type { JsonObject } from './endpoint.ts'
import type { CryptoWalletType } from './products.ts'
import type { RbacPolicy } from './rbac.ts'

export interface Name {
  first_name: string
  middle_name: string
  last_name: string
}

export interface UserEmail {
  email_id: string
  email: string
  verified: boolean
}

export interface UserPhoneNumber {
  phone_id: string
  phone_number: string
  verified: boolean
}

export interface OAuthRegistration {
  oauth_user_registration_id: string
  provider_subject: string
  provider_type: string
  profile_picture_url: string | null
  locale: string | null
}

export interface UserPassword {
  password_id: string
  requires_reset: boolean
}

export interface TotpRegistration {
  totp_id: string
  verified: boolean
}

export interface CryptoWalletRegistration {
  crypto_wallet_id: string
  crypto_wallet_address: string
  crypto_wallet_type: CryptoWalletType
  verified: boolean
}

export interface WebauthnRegistration {
  webauthn_registration_id: string
  domain: string
  user_agent: string
  authenticator_type: string
  verified: boolean
  name: string
  /** The credential id (WebAuthn 3 §5.8.3), base64url. A client uses it to signal that the passkey was removed. */
  credential_id?: string
  /** The AAGUID (§6.5.1), 32 hexadecimal digits; missing if the authenticator sent none or it was not stored. */
  aaguid?: string
  /** When the passkey was registered, RFC 3339. Older providers do not send it. */
  created_at?: string
}

export interface BiometricRegistration {
  biometric_registration_id: string
  verified: boolean
}

export interface User {
  user_id: string
  created_at: string
  status: 'active' | 'pending'
  name: Name
  emails: UserEmail[]
  phone_numbers: UserPhoneNumber[]
  providers: OAuthRegistration[]
  password: UserPassword | null
  totps: TotpRegistration[]
  crypto_wallets: CryptoWalletRegistration[]
  webauthn_registrations: WebauthnRegistration[]
  biometric_registrations: BiometricRegistration[]
  roles: string[]
  trusted_metadata: JsonObject
  untrusted_metadata: JsonObject
  external_id: string | null
  is_locked: boolean
  lock_created_at: string | null
  lock_expires_at: string | null
}

export type FactorType =
  | 'magic_link'
  | 'otp'
  | 'oauth'
  | 'webauthn'
  | 'totp'
  | 'crypto'
  | 'password'
  | 'signature_challenge'
  | 'sso'
  | 'imported'
  | 'recovery_codes'
  | 'email_otp'
  | 'impersonated'
  | 'trusted_auth_token'

/** The proof of an SSO connection of the organization. */
export interface SsoFactor {
  /** The registration of the member; empty while the sign-in is not finished. */
  id: string
  /** The connection. */
  provider_id: string
  external_id: string
  /** Set if the identity provider stated a second factor, and the connection counts it. */
  idp_mfa?: boolean
}

/** One factor of a session. `delivery_method` determines which `…_factor` object is set. */
export interface AuthenticationFactor {
  type: FactorType
  delivery_method: string
  last_authenticated_at: string
  created_at: string
  updated_at: string
  email_factor?: { email_id: string; email_address: string }
  phone_number_factor?: { phone_id: string; phone_number: string }
  webauthn_factor?: { webauthn_registration_id: string; domain: string; user_agent: string }
  authenticator_app_factor?: { totp_id: string }
  recovery_code_factor?: { totp_recovery_code_id: string }
  crypto_wallet_factor?: { crypto_wallet_id: string; crypto_wallet_address: string; crypto_wallet_type: string }
  biometric_factor?: { biometric_registration_id: string }
  oauth_access_token_exchange_factor?: { client_id: string }
  saml_sso_factor?: SsoFactor
  oidc_sso_factor?: SsoFactor
  [oauthFactor: `${string}_oauth_factor`]: { id: string; email_id?: string; provider_subject: string } | undefined
}

export interface Session {
  session_id: string
  user_id: string
  started_at: string
  last_accessed_at: string
  expires_at: string
  attributes: { ip_address: string; user_agent: string }
  authentication_factors: AuthenticationFactor[]
  custom_claims: JsonObject | null
  roles: string[]
}

/** What a server knows about the user of a page that it renders. */
export interface InitialState {
  /** Null if the user is signed out. */
  session: Session | null
  /** Unknown if it is missing: a session JWT has no profile. */
  user?: User | undefined
  /** The roles that decide about permissions. Until the browser has read the policy, only these are used. */
  policy?: Pick<RbacPolicy, 'roles'> | undefined
}

/** The tokens of the identity provider; empty strings for those it does not issue. */
export interface OAuthProviderValues {
  access_token: string
  id_token: string
  refresh_token: string
  scopes: string[]
  /** `null` if the token of the identity provider does not expire. */
  expires_at: string | null
}
