import type { Clock, Random } from '../core/clock-and-random.ts'
import type { Channel, Delivery } from '../delivery/delivery.ts'

/** A message as the inbox shows it; the names are those of its JSON. */
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

/** Where everything lands in development: in this process's memory, and nowhere else. */
export interface Inbox extends Delivery {
  /** Newest first; with `to`, only what was sent to that address or number. */
  messages(to?: string): InboxMessage[]
  find(id: string): InboxMessage | undefined
  clear(): void
}

const defaultCapacity = 500

/**
 * The development delivery. It keeps the newest messages only, and a repeated one once.
 *
 * @example
 * const inbox = createInbox({ clock, random })
 * inbox.messages('ada@example.com')[0]?.codes[0]
 */
export function createInbox(deps: { clock: Clock; random: Random; capacity?: number }): Inbox {
  const capacity = deps.capacity ?? defaultCapacity
  const keys = new Map<string, string>()
  let kept: InboxMessage[] = []
  return {
    async send(message, { idempotencyKey }) {
      if (keys.has(idempotencyKey)) return
      const id = `message-${Buffer.from(deps.random.bytes(12)).toString('hex')}`
      keys.set(idempotencyKey, id)
      kept.unshift({
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
      kept = kept.slice(0, capacity)
      // Map keys stand in order of arrival: the first is the oldest.
      for (const key of keys.keys()) {
        if (keys.size <= capacity) break
        keys.delete(key)
      }
    },
    messages(to) {
      const wanted = to === undefined ? undefined : sameRecipient(to)
      return wanted === undefined ? [...kept] : kept.filter((message) => sameRecipient(message.to) === wanted)
    },
    find: (id) => kept.find((message) => message.id === id),
    clear() {
      kept = []
      keys.clear()
    },
  }
}

/** Case does not tell people apart here; a `+` that a query string turned into a space is put back. */
function sameRecipient(to: string): string {
  return to
    .replace(/^ (?=\d)/, '+')
    .trim()
    .toLowerCase()
}
