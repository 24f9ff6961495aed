import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server on loopback that keeps the newest message of each recipient. */
export interface MailSink {
  url: string
  /** The newest message to this address, once one newer than `after` has arrived. */
  next(to: string, after?: number): Promise<{ text: string; count: number }>
  close(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  const inbox = new Map<string, { text: string; count: number }>()
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          for (const { address } of session.envelope.rcptTo) {
            inbox.set(address, { text: mail.text ?? '', count: (inbox.get(address)?.count ?? 0) + 1 })
          }
          for (const wake of waiting) wake()
          done()
        }, done)
      })
    },
  })
  // A provider that is killed in the middle of a message resets the connection; that is no failure of the sink.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async next(to, after = 0) {
      for (;;) {
        const message = inbox.get(to)
        if (message && message.count > after) return message
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The passcode of a message. */
export function codeIn(text: string): string {
  const code = /\b(\d{6})\b/.exec(text)?.[1]
  if (!code) throw new Error(`no code in: ${text}`)
  return code
}

/** The token of the link in a message. */
export function tokenIn(text: string): string {
  const token = /[?&]token=([\w-]+)/.exec(text)?.[1]
  if (!token) throw new Error(`no token in: ${text}`)
  return token
}
