import { canonicalEmail } from '../../identifiers/email-address.ts'
import { readE164 } from '../../identifiers/phone-number.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/** The opt-out keywords of carriers in North America and elsewhere. */
const stopWords: ReadonlySet<string> = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
])
const startWords: ReadonlySet<string> = new Set(['start', 'yes', 'unstop', 'subscribe'])

export type SuppressionOutcome = 'suppressed' | 'restored' | 'ignored'

/** Applies a reply to a message. Only a text that consists of one of the keywords has an effect. */
export async function applyReply(
  tx: Pick<StorageVerbs, 'suppressions'>,
  { channel, from, text }: { channel: 'sms' | 'whatsapp'; from: string; text: string },
  now: number,
): Promise<SuppressionOutcome> {
  const address = readE164(from)
  if (address === null) return 'ignored'
  const word = text
    .trim()
    .toLowerCase()
    .replace(/(?<![.!])[.!]+$/, '')
  if (stopWords.has(word)) {
    await tx.suppressions.add({ channel, address, reason: 'unsubscribed', createdAt: now })
    return 'suppressed'
  }
  if (!startWords.has(word)) return 'ignored'
  return (await tx.suppressions.remove(channel, address, ['unsubscribed'])) ? 'restored' : 'ignored'
}

/** Applies the delivery result of an email. */
export async function applyMailEvent(
  tx: Pick<StorageVerbs, 'suppressions' | 'invitations'>,
  { email, type }: { email: string; type: 'bounced' | 'complained' | 'recovered' },
  now: number,
): Promise<SuppressionOutcome> {
  const address = canonicalEmail(email)
  if (address === null) return 'ignored'
  if (type === 'recovered')
    return (await tx.suppressions.remove('email', address, ['bounced', 'complained'])) ? 'restored' : 'ignored'
  await tx.suppressions.add({ channel: 'email', address, reason: type, createdAt: now })
  // A complaint says that the message has arrived.
  if (type === 'bounced') await tx.invitations.bounce(address)
  return 'suppressed'
}
