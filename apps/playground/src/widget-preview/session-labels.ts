import type { AuthenticationFactor, User } from '@latchkey/client'

/** Labels of factors. Unknown factors are shown by their API name. */
const labels: Record<string, string> = {
  magic_link: 'Magic link',
  otp: 'Passcode',
  email: 'email',
  sms: 'text message',
  whatsapp: 'WhatsApp',
}

export function factorName({ type, delivery_method }: AuthenticationFactor): string {
  return `${labels[type] ?? type} by ${labels[delivery_method] ?? delivery_method}`
}

/** The label of a user: the first verified identifier, else the first identifier. */
export function nameOf(user: User): string {
  const identifiers = [
    ...user.emails.map(({ email, verified }) => ({ text: email, verified })),
    ...user.phone_numbers.map(({ phone_number, verified }) => ({ text: phone_number, verified })),
  ]
  const known = identifiers.find(({ verified }) => verified) ?? identifiers[0]
  return known?.text ?? user.user_id
}
