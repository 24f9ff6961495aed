import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../../core/vault.ts'
import { createMovableClock, type MovableClock } from '../../dev/clock.ts'
import { openSqlite } from '../../storage/operations/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { createSmtpDelivery, type SmtpDelivery } from '../smtp.ts'
import { magicLinkMessage } from '../templates/magic-link.ts'
import { sampleContext } from '../templates/sample-context.suite.ts'
import { createOutbox, type Outbox } from './outbox.ts'

/** A mail server whose failures a test can choose, and a complete outbox that sends to it. */
const sends = Number(process.env.MAIL_SENDS ?? 50)
const lifeMs = 30 * 60_000
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }

type ServerBehavior = 'accepts' | 'rejects temporarily' | 'rejects permanently' | 'drops the connection'

let behavior: ServerBehavior
let received: { to: string; messageId: string; token: string | null }[]
let server: SMTPServer
let storage: Storage
let clock: MovableClock
let smtp: SmtpDelivery
let outbox: Outbox

const answerRecipient: SMTPServerOptions['onRcptTo'] = (_address, _session, done) => {
  if (behavior === 'rejects temporarily') return done(Object.assign(new Error('try later'), { responseCode: 451 }))
  if (behavior === 'rejects permanently') return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
  done()
}

beforeEach(async () => {
  behavior = 'accepts'
  received = []
  const sockets = new Set<Socket>()
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: answerRecipient,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (behavior === 'drops the connection') for (const socket of sockets) socket.destroy()
      })
      stream.on('end', async () => {
        const { messageId = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks))
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        received.push({ to, messageId, token: /token=(\w+)/.exec(text)?.[1] ?? null })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  smtp = createSmtpDelivery({ url: `smtp://127.0.0.1:${port}`, from: 'sign-in@acme.example' })
  storage = await openSqlite({ path: ':memory:' })
  clock = createMovableClock({ now: () => Date.UTC(2030, 0, 1) })
  const vault = createVault([{ id: 'k1', key: random.bytes(32) }], random)
  outbox = createOutbox({ storage, delivery: smtp, vault, clock, random })
})
afterEach(async () => {
  await outbox.stop()
  smtp.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await storage.close()
})

async function enqueueAll(): Promise<void> {
  for (let index = 0; index < sends; index++) {
    const message = magicLinkMessage({
      to: `user-${index}@example.com`,
      context: sampleContext(),
      link: `https://auth.example.com/v1/magic_links/redirect?token=t${index}`,
      expiresInMinutes: 30,
      kind: 'login',
    })
    await storage.transaction((tx) =>
      outbox.enqueue(tx, 'project-1', message, { expiresAt: clock.now() + lifeMs, idempotencyKey: `key-${index}` }),
    )
  }
}

const stillQueued = async () => (await storage.outbox.expire(Number.MAX_SAFE_INTEGER, sends)).length
const allMails = Array.from({ length: sends }, (_, index) => `user-${index}@example.com t${index}`).sort()
const arrivals = () => received.map(({ to, token }) => `${to} ${token}`).sort()

describe('outbox with a mail server', () => {
  it('delivers every mail once, each to its one recipient', async () => {
    await enqueueAll()
    await outbox.drain()
    expect([arrivals(), await stillQueued()]).toEqual([allMails, 0])
  })

  it('delivers every mail once after the mail server responded with 4xx', async () => {
    behavior = 'rejects temporarily'
    await enqueueAll()
    await outbox.drain()
    expect(received).toEqual([])
    behavior = 'accepts'
    clock.advance(2_000)
    await outbox.drain()
    expect([arrivals(), await stillQueued()]).toEqual([allMails, 0])
  })

  it('gives up at once when the mail server responds with 5xx', async () => {
    behavior = 'rejects permanently'
    await enqueueAll()
    await outbox.drain()
    behavior = 'accepts'
    clock.advance(60_000)
    await outbox.drain()
    expect([received, await stillQueued()]).toEqual([[], 0])
  })

  it('delivers every mail after connections dropped midway, with the same Message-ID and link in each copy', async () => {
    behavior = 'drops the connection'
    await enqueueAll()
    await outbox.drain()
    behavior = 'accepts'
    for (let round = 0; round < 5; round++) {
      clock.advance(5_000)
      await outbox.drain()
    }
    const copiesByRecipient = new Map<string, Set<string>>()
    for (const { to, messageId, token } of received) {
      copiesByRecipient.set(to, (copiesByRecipient.get(to) ?? new Set()).add(`${messageId} ${token}`))
    }
    expect([copiesByRecipient.size, [...copiesByRecipient.values()].every((copies) => copies.size === 1)]).toEqual([
      sends,
      true,
    ])
    expect([received.length <= 2 * sends, await stillQueued()]).toEqual([true, 0])
  })

  it('keeps every mail while the mail server is down, and delivers when it is back', async () => {
    const { port } = server.server.address() as AddressInfo
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await enqueueAll()
    await outbox.drain()
    clock.advance(60_000)
    await outbox.drain()
    const { options } = server
    server = new SMTPServer(options)
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    clock.advance(300_000)
    await outbox.drain()
    expect([arrivals(), await stillQueued()]).toEqual([allMails, 0])
  })
})
