import type { AuthenticationFactor, User } from '@latchkey/client'
import type { OAuthProvider } from '@latchkey/contract'
import { providerNames } from '../settings/provider-names.ts'

/** Labels of factors. Unknown factors are shown by their API name. */
const labels: Record<string, string> = {
  magic_link: 'Magic link',
  otp: 'Passcode',
  email: 'email',
  sms: 'text message',
  whatsapp: 'WhatsApp',
  password: 'Password',
  webauthn: 'Passkey',
  totp: 'Authenticator app',
  recovery_codes: 'Recovery code',
  crypto: 'Wallet',
  impersonated: 'Impersonation',
}

/** Factors without a channel have a delivery method that repeats their type. */
const withoutChannel = new Set(['password', 'webauthn', 'totp', 'recovery_codes', 'crypto', 'impersonated'])

export function factorName({ type, delivery_method }: AuthenticationFactor): string {
  if (type === 'oauth') return providerNames[delivery_method.replace('oauth_', '') as OAuthProvider] ?? delivery_method
  if (withoutChannel.has(type)) return labels[type] ?? type
  return `${labels[type] ?? type} by ${labels[delivery_method] ?? delivery_method}`
}

/** The label of a user: the first verified identifier, else the first identifier. */
export function nameOf(user: User): string {
  const identifiers = [
    ...user.emails.map(({ email, verified }) => ({ text: email, verified })),
    ...user.phone_numbers.map(({ phone_number, verified }) => ({ text: phone_number, verified })),
    ...user.crypto_wallets.map((wallet) => ({ text: wallet.crypto_wallet_address, verified: wallet.verified })),
  ]
  const known = identifiers.find(({ verified }) => verified) ?? identifiers[0]
  return known?.text ?? user.user_id
}
