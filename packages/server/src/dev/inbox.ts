import type { Clock, Random } from '../core/clock-and-random.ts'
import type { Channel, Delivery } from '../delivery/delivery.ts'

/** A message of the inbox, as in its JSON. */
export interface InboxMessage {
  id: string
  channel: Channel
  to: string
  /** RFC 3339. */
  sent_at: string
  subject: string
  text: string
  html: string
  codes: string[]
  links: string[]
}

/** Receives all messages in development and keeps them in the memory of this process. */
export interface Inbox extends Delivery {
  /** Newest first; with `to`, only messages to that address or number. */
  messages(to?: string): InboxMessage[]
  find(id: string): InboxMessage | undefined
  clear(): void
}

const defaultCapacity = 500

/**
 * Creates the delivery of development mode. It keeps only the newest messages, and a repeated message once.
 *
 * @example
 * const inbox = createInbox({ clock, random })
 * inbox.messages('ada@example.com')[0]?.codes[0]
 */
export function createInbox(deps: { clock: Clock; random: Random; capacity?: number }): Inbox {
  const capacity = deps.capacity ?? defaultCapacity
  const keys = new Map<string, string>()
  let inboxMessages: InboxMessage[] = []
  return {
    async send(message, { idempotencyKey }) {
      if (keys.has(idempotencyKey)) return
      const id = `message-${Buffer.from(deps.random.bytes(12)).toString('hex')}`
      keys.set(idempotencyKey, id)
      inboxMessages.unshift({
        id,
        channel: message.channel,
        to: message.to,
        sent_at: new Date(deps.clock.now()).toISOString(),
        subject: message.subject,
        text: message.text,
        html: message.html,
        codes: [...message.codes],
        links: [...message.links],
      })
      inboxMessages = inboxMessages.slice(0, capacity)
      // A map keeps insertion order: the first key is the oldest.
      for (const key of keys.keys()) {
        if (keys.size <= capacity) break
        keys.delete(key)
      }
    },
    messages(to) {
      const recipient = to === undefined ? undefined : normalizeRecipient(to)
      return recipient === undefined
        ? [...inboxMessages]
        : inboxMessages.filter((message) => normalizeRecipient(message.to) === recipient)
    },
    find: (id) => inboxMessages.find((message) => message.id === id),
    clear() {
      inboxMessages = []
      keys.clear()
    },
  }
}

/** Ignores case, and restores a `+` that a query string turned into a space. */
function normalizeRecipient(to: string): string {
  return to
    .replace(/^ (?=\d)/, '+')
    .trim()
    .toLowerCase()
}
