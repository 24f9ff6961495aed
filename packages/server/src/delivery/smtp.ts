import { createHash } from 'node:crypto'
import { type Delivery, DeliveryError } from './delivery.ts'
import { parseSender, parseSmtpUrl, type SmtpConnection } from './smtp-url.ts'
import { untilAborted } from './until-aborted.ts'

export interface SmtpDelivery extends Delivery {
  /** Closes all connections; later sends fail. */
  close(): void
}

export interface SmtpOptions {
  /** `smtps://user:password@mail.example.com` or `smtp://…` (STARTTLS is then required off this machine). */
  url: string
  /** `Example <sign-in@example.com>` or the bare address. */
  from: string
}

/** Timeout until the content is sent; nothing has arrived before that. Less than the 30 s of the outbox. */
const beforeContentMs = 25_000
const connectTimeoutMs = 10_000
/** A connection that is idle for longer may have been dropped by the network without notice. */
const idleTimeoutMs = 25_000
/** RFC 5321 allows ten minutes for the response to the final dot. The outbox waits that long and gives up first. */
const socketTimeoutMs = 11 * 60_000

/** Sends mail over SMTP and reuses connections. The mail library is loaded with the first mail. */
export function createSmtpDelivery(options: SmtpOptions): SmtpDelivery {
  const from = parseSender(options.from)
  const connection = parseSmtpUrl(options.url)
  const idle: MailConnection[] = []
  const busy = new Set<MailConnection>()
  let isClosed = false

  /** Opens as many connections as there are concurrent mails, so that no mail waits for another. */
  async function takeMailConnection(): Promise<MailConnection> {
    const mailConnection = idle.pop() ?? (await openMailConnection(connection))
    busy.add(mailConnection)
    return mailConnection
  }

  return {
    async send(message, { idempotencyKey, signal, onHandedOver }) {
      if (isClosed) throw new DeliveryError('SMTP is closed', { permanent: false })
      if (message.channel !== 'email') {
        throw new DeliveryError('SMTP carries email only', { permanent: true })
      }
      requireOneAddress(message.to)
      if (hasLineBreak(message.subject)) {
        throw new DeliveryError('the subject holds a line break', { permanent: true })
      }
      const mailConnection = await takeMailConnection()
      const late = new AbortController()
      const timer = setTimeout(
        () => late.abort(new DeliveryError('SMTP server does not respond', { permanent: false })),
        beforeContentMs,
      )
      mailConnection.onContentSent = () => {
        clearTimeout(timer)
        onHandedOver?.()
      }
      const ended = AbortSignal.any([signal, late.signal])
      try {
        const sending = mailConnection.transport.sendMail({
          from,
          // An object is used unchanged; a string would be parsed as a list.
          to: { name: '', address: message.to },
          envelope: { from: from.address, to: [message.to] },
          messageId: messageId(idempotencyKey, from.address),
          subject: message.subject,
          text: message.text,
          html: message.html,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        await untilAborted(sending, ended)
      } catch (error) {
        throw error instanceof DeliveryError ? error : asDeliveryError(error)
      } finally {
        clearTimeout(timer)
        busy.delete(mailConnection)
        // An aborted mail must not be sent when the server responds later.
        if (ended.aborted) mailConnection.transport.close({ force: true })
        else if (isClosed) mailConnection.transport.close()
        else idle.push(mailConnection)
      }
    },
    close() {
      isClosed = true
      for (const { transport } of [...idle.splice(0), ...busy]) transport.close()
    },
  }
}

/** Sends one mail at a time; opened with its first mail and again after a failure. */
interface MailConnection {
  transport: ReturnType<typeof openTransport>
  onContentSent: () => void
}

async function openMailConnection(connection: SmtpConnection): Promise<MailConnection> {
  const { createTransport } = await import('nodemailer')
  const mailConnection: MailConnection = {
    transport: openTransport(createTransport, connection),
    onContentSent: () => {},
  }
  mailConnection.transport.use('stream', (mail, done) => {
    mail.message.processFunc((content) => content.once('end', () => mailConnection.onContentSent()))
    done()
  })
  return mailConnection
}

function openTransport(createTransport: typeof import('nodemailer').createTransport, connection: SmtpConnection) {
  return createTransport({
    ...connection,
    pool: true,
    maxConnections: 1,
    // The outbox repeats mails and counts the repeats; the pool would not count.
    maxRequeues: 0,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    idleTimeout: idleTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The same on every attempt, so that mail servers and clients can recognize a repeated mail. */
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
 * A 5xx response to this sender, recipient or content is permanent. A rejected login or greeting comes from the
 * settings of the server, which an operator can fix before the message expires.
 */
function asDeliveryError(error: unknown): DeliveryError {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown }
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isRejected = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  // RFC 3463: no such mailbox (5.1.1), bad or moved address (5.1.3, 5.1.6, 5.1.10), mailbox disabled (5.2.1).
  const text = 'response' in Object(error) ? String(Object(error).response) : ''
  const isGone = code === 'EENVELOPE' && /^5\d\d[ -]5\.(1\.(1|3|6|10)|2\.1)\b/.test(text)
  const answer = typeof responseCode === 'number' ? ` ${responseCode}` : ''
  return new DeliveryError(`SMTP ${typeof code === 'string' ? code : 'failure'}${answer}`, {
    permanent: isAboutMessage && isRejected,
    isAnswer: typeof responseCode === 'number',
    ...(isGone ? { suppression: 'bounced' as const } : {}),
    cause: error,
  })
}
