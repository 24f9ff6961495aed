import { canonicalEmail } from '../../identifiers/email-address.ts'
import { readE164 } from '../../identifiers/phone-number.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/** What carriers in North America and elsewhere understand as the one and the other. */
const stopWords: ReadonlySet<string> = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
])
const startWords: ReadonlySet<string> = new Set(['start', 'yes', 'unstop', 'subscribe'])

export type Told = 'suppressed' | 'restored' | 'ignored'

/** A reply to one of our messages. It counts only if the whole text is one of the words above. */
export async function hearMessage(
  tx: Pick<StorageVerbs, 'suppressions'>,
  { channel, from, text }: { channel: 'sms' | 'whatsapp'; from: string; text: string },
  now: number,
): Promise<Told> {
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

/** What became of a mail after it was taken. */
export async function hearOfMail(
  tx: Pick<StorageVerbs, 'suppressions'>,
  { email, type }: { email: string; type: 'bounced' | 'complained' | 'recovered' },
  now: number,
): Promise<Told> {
  const address = canonicalEmail(email)
  if (address === null) return 'ignored'
  if (type === 'recovered')
    return (await tx.suppressions.remove('email', address, ['bounced', 'complained'])) ? 'restored' : 'ignored'
  await tx.suppressions.add({ channel: 'email', address, reason: type, createdAt: now })
  return 'suppressed'
}
