import { createHash } from 'node:crypto'
import { type Delivery, DeliveryError } from './delivery.ts'
import { parseSender, parseSmtpUrl, type SmtpConnection } from './smtp-url.ts'
import { untilAborted } from './until-aborted.ts'

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

/** For all that comes before the end of the content, below the outbox's 30 s: until then nothing has arrived. */
const beforeContentMs = 25_000
const connectTimeoutMs = 10_000
/** One that is kept for longer may be gone on its way without anybody having said so. */
const idleTimeoutMs = 25_000
/** RFC 5321 has ten minutes for the answer to the final dot. The outbox waits so long, and lets go first. */
const socketTimeoutMs = 11 * 60_000

/** Mail over SMTP, on connections that are kept. The mailer itself is loaded with the first mail. */
export function createSmtpDelivery(options: SmtpOptions): SmtpDelivery {
  const from = parseSender(options.from)
  const connection = parseSmtpUrl(options.url)
  const idle: Line[] = []
  const busy = new Set<Line>()
  let isClosed = false

  /** As many as mails are sent at once: none waits for another one's. */
  async function takeLine(): Promise<Line> {
    const line = idle.pop() ?? (await openLine(connection))
    busy.add(line)
    return line
  }

  return {
    async send(message, { idempotencyKey, signal, onHandedOver }) {
      if (isClosed) throw new DeliveryError('SMTP is closed', { permanent: false })
      if (message.channel !== 'email') {
        throw new DeliveryError('SMTP carries e-mail only', { permanent: true })
      }
      requireOneAddress(message.to)
      if (hasLineBreak(message.subject)) {
        throw new DeliveryError('the subject holds a line break', { permanent: true })
      }
      const line = await takeLine()
      const late = new AbortController()
      const timer = setTimeout(
        () => late.abort(new DeliveryError('SMTP does not answer', { permanent: false })),
        beforeContentMs,
      )
      line.onContentSent = () => {
        clearTimeout(timer)
        onHandedOver?.()
      }
      const ended = AbortSignal.any([signal, late.signal])
      try {
        const sending = line.transport.sendMail({
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
        await untilAborted(sending, ended)
      } catch (error) {
        throw error instanceof DeliveryError ? error : asDeliveryError(error)
      } finally {
        clearTimeout(timer)
        busy.delete(line)
        // A mail that nobody waits for must not leave after all, when the server wakes up.
        if (ended.aborted) line.transport.close({ force: true })
        else if (isClosed) line.transport.close()
        else idle.push(line)
      }
    },
    close() {
      isClosed = true
      for (const { transport } of [...idle.splice(0), ...busy]) transport.close()
    },
  }
}

/** One connection, opened with its first mail and again after a failure, for one mail at a time. */
interface Line {
  transport: ReturnType<typeof openTransport>
  onContentSent: () => void
}

async function openLine(connection: SmtpConnection): Promise<Line> {
  const { createTransport } = await import('nodemailer')
  const line: Line = { transport: openTransport(createTransport, connection), onContentSent: () => {} }
  line.transport.use('stream', (mail, done) => {
    mail.message.processFunc((content) => content.once('end', () => line.onContentSent()))
    done()
  })
  return line
}

function openTransport(createTransport: typeof import('nodemailer').createTransport, connection: SmtpConnection) {
  return createTransport({
    ...connection,
    pool: true,
    maxConnections: 1,
    // The outbox repeats, with a memory; the pool would repeat blindly.
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
    isAnswer: typeof responseCode === 'number',
    ...(isGone ? { suppression: 'bounced' as const } : {}),
    cause: error,
  })
}
