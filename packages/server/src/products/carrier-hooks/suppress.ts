import { canonicalEmail } from '../../identity/email-address.ts'
import { canonicalPhoneNumber } from '../../identity/phone-number.ts'
import type { StorageVerbs } from '../../storage/storage.ts'

/** What carriers in North America and elsewhere understand as the one and the other. */
const stopWords: ReadonlySet<string> = new Set([
  ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
])
const startWords: ReadonlySet<string> = new Set(['start', 'yes', 'unstop', 'subscribe'])

export type Told = 'suppressed' | 'restored' | 'ignored'

/** Somebody wrote back. A whole message that is one of the words decides; everything else is talk. */
export async function hearMessage(
  tx: Pick<StorageVerbs, 'suppressions'>,
  { channel, from, text }: { channel: 'sms' | 'whatsapp'; from: string; text: string },
  now: number,
): Promise<Told> {
  const sender = canonicalPhoneNumber(from)
  if ('problem' in sender) return 'ignored'
  const word = text
    .trim()
    .toLowerCase()
    .replace(/(?<![.!])[.!]+$/, '')
  if (stopWords.has(word)) {
    const address = sender.number
    await tx.suppressions.add({ channel, address, reason: 'unsubscribed', createdAt: now })
    return 'suppressed'
  }
  if (!startWords.has(word)) return 'ignored'
  return (await tx.suppressions.remove(channel, sender.number, ['unsubscribed'])) ? 'restored' : 'ignored'
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
