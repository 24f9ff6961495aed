import type { CryptoWalletType, JsonValue, User } from '@latchkey/contract'
import { rfc3339 } from '../core/rfc3339.ts'
import type { RegistrationKind, RegistrationRecord, UserRecord } from '../storage/records.ts'
import type { LockoutState } from '../storage/verbs.ts'

/** The wire format of a user. */
export function userView(user: UserRecord, lock: LockoutState | null, now: number): User {
  const withKind = (kind: RegistrationKind): RegistrationRecord[] =>
    user.registrations.filter((one) => one.kind === kind)
  const locked = lock?.lockedUntil != null && lock.lockedUntil > now
  const [password] = withKind('password')
  return {
    user_id: user.id,
    created_at: rfc3339(user.createdAt),
    status: user.status,
    name: user.name,
    emails: withKind('email').map(({ id, uniqueKey, verified }) => ({ email_id: id, email: uniqueKey, verified })),
    phone_numbers: withKind('phone_number').map(({ id, uniqueKey, verified }) => ({
      phone_id: id,
      phone_number: uniqueKey,
      verified,
    })),
    providers: withKind('oauth').map(({ id, details }) => ({
      oauth_user_registration_id: id,
      provider_subject: text(details.provider_subject),
      provider_type: text(details.provider_type),
      profile_picture_url: textOrNull(details.profile_picture_url),
      locale: textOrNull(details.locale),
    })),
    password: password ? { password_id: password.id, requires_reset: password.details.requires_reset === true } : null,
    totps: withKind('totp').map(({ id, verified }) => ({ totp_id: id, verified })),
    crypto_wallets: withKind('crypto_wallet').map(({ id, details, verified }) => ({
      crypto_wallet_id: id,
      crypto_wallet_address: text(details.crypto_wallet_address),
      crypto_wallet_type: text(details.crypto_wallet_type) as CryptoWalletType,
      verified,
    })),
    webauthn_registrations: withKind('webauthn').map(({ id, uniqueKey, details, verified, createdAt }) => ({
      webauthn_registration_id: id,
      domain: text(details.domain),
      user_agent: text(details.user_agent),
      authenticator_type: text(details.authenticator_type),
      verified,
      name: text(details.name),
      credential_id: uniqueKey,
      ...(details.aaguid ? { aaguid: text(details.aaguid) } : {}),
      created_at: rfc3339(createdAt),
    })),
    biometric_registrations: withKind('biometric').map(({ id, verified }) => ({
      biometric_registration_id: id,
      verified,
    })),
    roles: user.roles,
    trusted_metadata: user.trustedMetadata,
    untrusted_metadata: user.untrustedMetadata,
    external_id: user.externalId,
    is_locked: locked,
    lock_created_at: locked && lock.lockedAt !== null ? rfc3339(lock.lockedAt) : null,
    lock_expires_at:
      locked && lock.lockedUntil !== null && isInstant(lock.lockedUntil) ? rfc3339(lock.lockedUntil) : null,
  }
}

/** A lock-out that does not expire has no date. */
function isInstant(value: number): boolean {
  return value < 8.64e15
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
