import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * The behavior of the mail server. `slow` does nothing until the behavior changes; `late` stores the mail before it
 * responds.
 */
export type Mood =
  | 'well'
  | 'slow'
  | 'responds late'
  | 'rejects temporarily'
  | 'rejects permanently'
  | 'drops the connection'

/** The delay of the response to the final dot of a mail. */
export const lateMs = 30_000

export interface SunkMail {
  to: string
  messageId: string
  text: string
}

/** An SMTP server on loopback that stores all messages and can be made to fail. */
export interface MailSink {
  url: string
  /** All accepted messages, oldest first. */
  messages: readonly SunkMail[]
  /** Changes the behavior. */
  behave(mood: Mood): void
  /** The newest message to this address, once one newer than `after` has arrived. */
  next(to: string, after?: number): Promise<{ text: string; count: number }>
  close(): Promise<void>
}

const refusals: Partial<Record<Mood, [code: number, words: string]>> = {
  'rejects temporarily': [451, '4.3.0 try later'],
  'rejects permanently': [550, '5.1.1 no such mailbox'],
}

export async function startMailSink(): Promise<MailSink> {
  const messages: SunkMail[] = []
  const inbox = new Map<string, { text: string; count: number }>()
  const waiting = new Set<() => void>()
  const held = new Set<() => void>()
  const sockets = new Set<Socket>()
  let mood: Mood = 'well'

  /** Resolves at once, or when the server is no longer slow. */
  function whenAwake(act: () => void): void {
    if (mood === 'slow') held.add(act)
    else act()
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      whenAwake(() => {
        const [responseCode, words] = refusals[mood] ?? []
        done(responseCode === undefined ? null : Object.assign(new Error(words), { responseCode }))
      }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (mood === 'drops the connection') for (const socket of sockets) socket.destroy()
      })
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ text = '', messageId = '' }) => {
          for (const { address } of session.envelope.rcptTo) {
            messages.push({ to: address, messageId, text })
            inbox.set(address, { text, count: (inbox.get(address)?.count ?? 0) + 1 })
          }
          for (const wake of waiting) wake()
          if (mood === 'responds late') setTimeout(() => done(), lateMs).unref()
          else done()
        }, done)
      })
    },
  })
  // A provider that is killed during a message resets the connection.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    behave(next) {
      mood = next
      if (next === 'slow') return
      for (const act of held) act()
      held.clear()
    },
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
