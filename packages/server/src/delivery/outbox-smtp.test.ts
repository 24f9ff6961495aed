import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVault } from '../core/vault.ts'
import { createMovableClock, type MovableClock } from '../dev/clock.ts'
import { openSqlite } from '../storage/operations/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createSmtpDelivery, type SmtpDelivery } from './smtp.ts'
import { magicLinkMessage } from './templates/magic-link.ts'
import { sampleContext } from './templates/sample-context.suite.ts'

/** A mail server that can be made to misbehave, and a whole outbox in front of it. */
const sends = Number(process.env.MAIL_SENDS ?? 50)
const lifeMs = 30 * 60_000
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }

type Mood = 'well' | 'refuses for now' | 'refuses for good' | 'drops the line'

let mood: Mood
let received: { to: string; messageId: string; token: string | null }[]
let server: SMTPServer
let storage: Storage
let clock: MovableClock
let smtp: SmtpDelivery
let outbox: Outbox

const answerRecipient: SMTPServerOptions['onRcptTo'] = (_address, _session, done) => {
  if (mood === 'refuses for now') return done(Object.assign(new Error('try later'), { responseCode: 451 }))
  if (mood === 'refuses for good') return done(Object.assign(new Error('no such user'), { responseCode: 550 }))
  done()
}

beforeEach(async () => {
  mood = 'well'
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
        if (mood === 'drops the line') for (const socket of sockets) socket.destroy()
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
      to: `person-${index}@example.com`,
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
const everybody = Array.from({ length: sends }, (_, index) => `person-${index}@example.com t${index}`).sort()
const arrivals = () => received.map(({ to, token }) => `${to} ${token}`).sort()

describe('the outbox on a mail server', () => {
  it('delivers every mail once, each to its one recipient', async () => {
    await enqueueAll()
    await outbox.drain()
    expect([arrivals(), await stillQueued()]).toEqual([everybody, 0])
  })

  it('brings every mail through a time of 4xx, once', async () => {
    mood = 'refuses for now'
    await enqueueAll()
    await outbox.drain()
    expect(received).toEqual([])
    mood = 'well'
    clock.advance(2_000)
    await outbox.drain()
    expect([arrivals(), await stillQueued()]).toEqual([everybody, 0])
  })

  it('gives up on 5xx at once', async () => {
    mood = 'refuses for good'
    await enqueueAll()
    await outbox.drain()
    mood = 'well'
    clock.advance(60_000)
    await outbox.drain()
    expect([received, await stillQueued()]).toEqual([[], 0])
  })

  it('brings every mail through connections that drop in the middle of it, a copy having the same name and link', async () => {
    mood = 'drops the line'
    await enqueueAll()
    await outbox.drain()
    mood = 'well'
    for (let round = 0; round < 5; round++) {
      clock.advance(5_000)
      await outbox.drain()
    }
    const names = new Map<string, Set<string>>()
    for (const { to, messageId, token } of received) {
      names.set(to, (names.get(to) ?? new Set()).add(`${messageId} ${token}`))
    }
    expect([names.size, [...names.values()].every((copies) => copies.size === 1)]).toEqual([sends, true])
    expect([received.length <= 2 * sends, await stillQueued()]).toEqual([true, 0])
  })

  it('keeps every mail while nobody listens, and delivers when the server is back', async () => {
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
    expect([arrivals(), await stillQueued()]).toEqual([everybody, 0])
  })
})
