import { createHash } from 'node:crypto'
import { type Delivery, DeliveryError } from './delivery.ts'
import { parseSender, parseSmtpUrl, type SmtpConnection } from './smtp-url.ts'

export interface SmtpDelivery extends Delivery {
  /** Says goodbye to the server; a send that comes later fails. */
  close(): void
}

export interface SmtpOptions {
  /** `smtps://user:password@mail.example.com` or `smtp://…` (STARTTLS is then required off this machine). */
  url: string
  /** `Example <sign-in@example.com>` or the bare address. */
  from: string
}

/** Below the outbox's 30 s, so that a hung server is let go before the outbox turns away. */
const socketTimeoutMs = 25_000
const connectTimeoutMs = 10_000
/** As many as the outbox sends at once: nothing waits inside the pool, where it could not be taken back. */
const connections = 16

/** Mail over SMTP, through a pool of connections. The mailer itself is loaded with the first mail. */
export function createSmtpDelivery(options: SmtpOptions): SmtpDelivery {
  const from = parseSender(options.from)
  const connection = parseSmtpUrl(options.url)
  let transport: ReturnType<typeof openTransport> | undefined
  let isClosed = false
  return {
    async send(message, { idempotencyKey }) {
      if (isClosed) throw new DeliveryError('SMTP is closed', { permanent: false })
      if (message.channel !== 'email') {
        throw new DeliveryError('SMTP carries e-mail only', { permanent: true })
      }
      requireOneAddress(message.to)
      if (hasLineBreak(message.subject)) {
        throw new DeliveryError('the subject holds a line break', { permanent: true })
      }
      transport ??= openTransport(connection)
      const opened = await transport
      try {
        await opened.sendMail({
          from,
          // An object is taken as it stands; a string would be parsed as a list.
          to: { name: '', address: message.to },
          envelope: { from: from.address, to: [message.to] },
          messageId: messageId(idempotencyKey, from.address),
          subject: message.subject,
          text: message.text,
          html: message.html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
      } catch (error) {
        throw asDeliveryError(error)
      }
    },
    close() {
      isClosed = true
      void transport?.then((opened) => opened.close())
    },
  }
}

async function openTransport(connection: SmtpConnection) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...connection,
    pool: true,
    maxConnections: connections,
    // The outbox repeats, with a memory; the pool would repeat blindly.
    maxRequeues: 0,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The same on every attempt, so that a repeated mail is one mail to whoever keeps track. */
function messageId(idempotencyKey: string, sender: string): string {
  const digest = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 40)
  return `<${digest}@${sender.slice(sender.lastIndexOf('@') + 1)}>`
}

const oneAddress = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()\\"\p{Cc}]+$/u

function requireOneAddress(address: string): void {
  if (address.length > 254 || !oneAddress.test(address)) {
    throw new DeliveryError('the recipient is not exactly one address', { permanent: true })
  }
}

function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text)
}

/**
 * A 5xx to this sender, recipient or content will be a 5xx tomorrow. A refused login or greeting is about the
 * server's settings, which an operator can mend while the message still means something.
 */
function asDeliveryError(error: unknown): DeliveryError {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  const aboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const refused = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  // RFC 3463: no such mailbox (5.1.1), bad or moved address (5.1.3, 5.1.6, 5.1.10), mailbox disabled (5.2.1).
  const text = 'response' in Object(error) ? String(Object(error).response) : ''
  const isGone = code === 'EENVELOPE' && /^5\d\d[ -]5\.(1\.(1|3|6|10)|2\.1)\b/.test(text)
  const answer = typeof responseCode === 'number' ? ` ${responseCode}` : ''
  return new DeliveryError(`SMTP ${typeof code === 'string' ? code : 'failure'}${answer}`, {
    permanent: aboutMessage && refused,
    ...(isGone ? { suppression: 'bounced' as const } : {}),
    cause: error,
  })
}
