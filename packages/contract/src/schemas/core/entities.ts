import * as z from 'zod'
import type {
  AuthenticationFactor,
  CryptoWalletRegistration,
  Name,
  Session,
  TotpRegistration,
  User,
  UserEmail,
  UserPhoneNumber,
  WebauthnRegistration,
} from '../../core/entities.ts'
import { cryptoWalletTypes } from '../../core/products.ts'
import { email, id, label, locale, phoneNumber, prose, timestamp, url } from './base.ts'
import { type Exact, exactly } from './exact.ts'
import { jsonObject } from './json.ts'

export const name: Exact<Name> = exactly<Name>()(z.object({ first_name: label, middle_name: label, last_name: label }))

export const userEmail: Exact<UserEmail> = exactly<UserEmail>()(
  z.object({ email_id: id, email, verified: z.boolean() }),
)

export const userPhoneNumber: Exact<UserPhoneNumber> = exactly<UserPhoneNumber>()(
  z.object({ phone_id: id, phone_number: phoneNumber, verified: z.boolean() }),
)

export const totpRegistration: Exact<TotpRegistration> = exactly<TotpRegistration>()(
  z.object({ totp_id: id, verified: z.boolean() }),
)

export const cryptoWalletRegistration: Exact<CryptoWalletRegistration> = exactly<CryptoWalletRegistration>()(
  z.object({
    crypto_wallet_id: id,
    crypto_wallet_address: label,
    crypto_wallet_type: z.enum(cryptoWalletTypes),
    verified: z.boolean(),
  }),
)

export const webauthnRegistration: Exact<WebauthnRegistration> = exactly<WebauthnRegistration>()(
  z.object({
    webauthn_registration_id: id,
    domain: label,
    user_agent: prose,
    authenticator_type: label,
    verified: z.boolean(),
    name: label,
    credential_id: prose.optional(),
    aaguid: label.optional(),
    created_at: timestamp.optional(),
  }),
)

const userShape = {
  user_id: id,
  created_at: timestamp,
  status: z.enum(['active', 'pending']),
  name,
  emails: z.array(userEmail),
  phone_numbers: z.array(userPhoneNumber),
  providers: z.array(
    z.object({
      oauth_user_registration_id: id,
      provider_subject: label,
      provider_type: label,
      profile_picture_url: url.nullable(),
      locale: locale.nullable(),
    }),
  ),
  password: z.object({ password_id: id, requires_reset: z.boolean() }).nullable(),
  totps: z.array(totpRegistration),
  crypto_wallets: z.array(cryptoWalletRegistration),
  webauthn_registrations: z.array(webauthnRegistration),
  biometric_registrations: z.array(z.object({ biometric_registration_id: id, verified: z.boolean() })),
  roles: z.array(label),
  trusted_metadata: jsonObject,
  untrusted_metadata: jsonObject,
  external_id: label.nullable(),
  is_locked: z.boolean(),
  lock_created_at: timestamp.nullable(),
  lock_expires_at: timestamp.nullable(),
}

export const user: Exact<User> = exactly<User>()(z.object(userShape))

const oauthFactor = z.object({ id, email_id: id.optional(), provider_subject: label })

const ssoFactor = z.object({ id, provider_id: id, external_id: prose, idp_mfa: z.boolean().optional() })

export const authenticationFactor: Exact<AuthenticationFactor> = exactly<AuthenticationFactor>()(
  z.intersection(
    z.object({
      type: z.enum([
        'magic_link',
        'otp',
        'oauth',
        'webauthn',
        'totp',
        'crypto',
        'password',
        'signature_challenge',
        'sso',
        'imported',
        'recovery_codes',
        'email_otp',
        'impersonated',
        'trusted_auth_token',
      ]),
      delivery_method: label,
      last_authenticated_at: timestamp,
      created_at: timestamp,
      updated_at: timestamp,
      email_factor: z.object({ email_id: id, email_address: email }).optional(),
      phone_number_factor: z.object({ phone_id: id, phone_number: phoneNumber }).optional(),
      webauthn_factor: z.object({ webauthn_registration_id: id, domain: label, user_agent: prose }).optional(),
      authenticator_app_factor: z.object({ totp_id: id }).optional(),
      recovery_code_factor: z.object({ totp_recovery_code_id: id }).optional(),
      crypto_wallet_factor: z
        .object({ crypto_wallet_id: id, crypto_wallet_address: label, crypto_wallet_type: label })
        .optional(),
      biometric_factor: z.object({ biometric_registration_id: id }).optional(),
      oauth_access_token_exchange_factor: z.object({ client_id: id }).optional(),
      saml_sso_factor: ssoFactor.optional(),
      oidc_sso_factor: ssoFactor.optional(),
    }),
    z.looseRecord(z.templateLiteral([z.string(), '_oauth_factor']), oauthFactor.optional()),
  ),
)

export const session: Exact<Session> = exactly<Session>()(
  z.object({
    session_id: id,
    user_id: id,
    started_at: timestamp,
    last_accessed_at: timestamp,
    expires_at: timestamp,
    attributes: z.object({ ip_address: label, user_agent: prose }),
    authentication_factors: z.array(authenticationFactor),
    custom_claims: jsonObject.nullable(),
    roles: z.array(label),
  }),
)
