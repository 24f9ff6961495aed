import type { AuthenticationFactor, User } from '@latchkey/client'

/** Names for what the playground can do; whatever comes later shows as the wire calls it. */
const words: Record<string, string> = {
  magic_link: 'Magic link',
  otp: 'Passcode',
  email: 'e-mail',
  sms: 'text message',
  whatsapp: 'WhatsApp',
}

export function factorName({ type, delivery_method }: AuthenticationFactor): string {
  return `${words[type] ?? type} by ${words[delivery_method] ?? delivery_method}`
}

/** What a person is known by: the first thing that was proven, else whatever there is. */
export function nameOf(user: User): string {
  const identifiers = [
    ...user.emails.map(({ email, verified }) => ({ text: email, verified })),
    ...user.phone_numbers.map(({ phone_number, verified }) => ({ text: phone_number, verified })),
  ]
  const known = identifiers.find(({ verified }) => verified) ?? identifiers[0]
  return known?.text ?? user.user_id
}
