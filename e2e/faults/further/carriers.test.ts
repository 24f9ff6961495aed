import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Calls, callsTo, type RecordedCall } from '../calls.ts'
import { checkMail, checkStore } from '../check-invariants.ts'
import { codeIn, lateMs, type Mood, startMailSink } from '../mail-sink.ts'
import { type Deployment, startProvider } from '../provider-process.ts'
import { query } from '../query.ts'
import { cyclesOf, deploy, engines, isSoWithin, prepareFaultSite, serve } from './site.ts'

const site = prepareFaultSite()
const sends = cyclesOf(200)
const together = 16
/** Retries have growing delays; this is longer than the longest. */
const patienceMs = 120_000

/** Requests a code for each recipient, with limited concurrency. */
async function sendAll(calls: Calls, path: string, bodies: readonly object[]): Promise<void> {
  const waiting = [...bodies]
  const work = async (): Promise<void> => {
    for (let body = waiting.shift(); body; body = waiting.shift())
      expect(await calls.post(path, body)).toMatchObject({ kind: 'ok' })
  }
  await Promise.all(Array.from({ length: together }, work))
}

/** The limit of a response, regardless of the carrier. */
function isQuick(record: readonly RecordedCall[]): boolean {
  return record.every(({ ms }) => ms <= 500)
}

/** The number of messages that are neither sent nor failed. */
async function waitingIn({ databaseUrl }: Deployment): Promise<number> {
  const [row] = await query(databaseUrl, "select count(*) as count from outbox where state = 'queued'")
  return Number(row?.count)
}

const moods: readonly Mood[] = ['slow', 'rejects temporarily', 'rejects permanently', 'drops the connection']

describe.each(engines)('a provider on %s whose mail server', (engine) => {
  it.each(moods)(`%s, ${sends} sends long, responds at once and delivers all messages later (F9)`, async (mood) => {
    const { deployment, publicToken } = await deploy(site, engine)
    const provider = await serve(deployment)
    // Warm up: the first calls of a process are slow.
    const newUsers = Array.from({ length: together }, () => ({ email: `${crypto.randomUUID()}@example.com` }))
    await sendAll(callsTo(provider.port, publicToken), '/otps/email/login_or_create', newUsers)
    const record: RecordedCall[] = []
    const calls = callsTo(provider.port, publicToken, record)
    const emails = Array.from({ length: sends }, (_, index) => `${crypto.randomUUID()}-${index}@example.com`)
    const arrived = (): number =>
      new Set(site.sink.messages.map(({ to }) => to).filter((to) => emails.includes(to))).size
    site.sink.behave(mood)
    await sendAll(
      calls,
      '/otps/email/login_or_create',
      emails.map((email) => ({ email })),
    )
    expect([isQuick(record), arrived()]).toEqual([true, 0])
    if (mood === 'rejects permanently') {
      expect(await isSoWithin(patienceMs, async () => (await waitingIn(deployment)) === 0)).toBe(true)
      site.sink.behave('well')
      // A mailbox that does not exist: the next request gets an error.
      const again = await calls.post('/otps/email/login_or_create', { email: emails[0] })
      expect(again).toMatchObject({ kind: 'refused', errorType: 'inactive_email' })
    } else {
      site.sink.behave('well')
      expect(await isSoWithin(patienceMs, async () => (await waitingIn(deployment)) === 0 && arrived() === sends)).toBe(
        true,
      )
    }
    expect([...checkMail(site.sink), ...(await checkStore(deployment, []))]).toEqual([])
    expect(await provider.stop()).toBe(0)
  })
})

type GatewayMood = 'well' | 'fails' | 'hangs'

interface GatewayMessage {
  id: string
  channel: string
  to: string
  text: string
}

/** A message gateway that stores all messages, also those it rejected. */
async function startGateway() {
  const given: (GatewayMessage & { isTaken: boolean })[] = []
  const held = new Set<() => void>()
  let mood: GatewayMood = 'well'
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const message = JSON.parse(body) as GatewayMessage
    const answer = (): void => {
      given.push({ ...message, isTaken: mood === 'well' })
      response.writeHead(mood === 'well' ? 200 : 500).end()
    }
    if (mood === 'hangs') held.add(answer)
    else answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    given,
    behave(next: GatewayMood) {
      mood = next
      for (const answer of held) answer()
      held.clear()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const gatewayEnv = (url: string) => ({ LATCHKEY_SMS_URL: url, LATCHKEY_SMS_SECRET: '0123456789abcdef'.repeat(4) })
const channels = ['sms', 'whatsapp'] as const

/** The messages of each number: count, id and code. */
function copiesOf({ given }: Awaited<ReturnType<typeof startGateway>>): { count: number; different: number }[] {
  const copies = new Map<string, string[]>()
  for (const { channel, to, id, text } of given) {
    const of = `${channel} ${to}`
    copies.set(of, [...(copies.get(of) ?? []), `${id} ${codeIn(text)}`])
  }
  return [...copies.values()].map((ofOne) => ({ count: ofOne.length, different: new Set(ofOne).size }))
}

describe.each(engines)('a provider on %s whose gateway for messages', (engine) => {
  const cases = channels.flatMap((channel) => (['fails', 'hangs'] as const).map((mood) => [mood, channel] as const))
  it.each(cases)(`%s, ${sends} sends by %s long, has one code for each number (F10)`, async (mood, channel) => {
    const gateway = await startGateway()
    onTestFinished(() => gateway.close())
    const { deployment, publicToken } = await deploy(site, engine, { env: gatewayEnv(gateway.url) })
    const provider = await serve(deployment)
    const path = `/otps/${channel}/login_or_create`
    const newUsers = Array.from({ length: together }, (_, index) => ({ phone_number: `+1500556${1_000 + index}` }))
    await sendAll(callsTo(provider.port, publicToken), path, newUsers)
    const record: RecordedCall[] = []
    const calls = callsTo(provider.port, publicToken, record)
    const numbers = Array.from({ length: sends }, (_, index) => `+1500555${String(index).padStart(4, '0')}`)
    gateway.behave(mood)
    await sendAll(
      calls,
      path,
      numbers.map((phone_number) => ({ phone_number })),
    )
    expect(isQuick(record)).toBe(true)
    gateway.behave('well')
    const taken = () => new Set(gateway.given.filter(({ isTaken }) => isTaken).map(({ to }) => to))
    expect(await isSoWithin(patienceMs, async () => numbers.every((number) => taken().has(number)))).toBe(true)
    expect(copiesOf(gateway).filter(({ different }) => different > 1)).toEqual([])
    expect(await checkStore(deployment, [])).toEqual([])
    expect(await provider.stop()).toBe(0)
  })
})

/** Longer than three attempts with a timeout of half a minute each. */
const heldMs = 75_000
const few = 3

// In parallel, because they mostly wait.
describe.concurrent.each(engines)('a provider on %s whose carriers take what they get and answer late', (engine) => {
  it(`delivers a mail at most twice if it is acknowledged after ${lateMs / 1_000} seconds (F9)`, async ({
    onTestFinished,
    expect,
  }) => {
    const sink = await startMailSink()
    onTestFinished(() => sink.close())
    const { deployment, publicToken } = await deploy({ ...site, sink }, engine)
    const provider = await startProvider(deployment)
    onTestFinished(() => void provider.child.kill('SIGKILL'))
    sink.behave('responds late')
    const emails = Array.from({ length: few }, () => `${crypto.randomUUID()}@example.com`)
    const calls = callsTo(provider.port, publicToken)
    for (const email of emails)
      expect(await calls.post('/otps/email/login_or_create', { email })).toMatchObject({ kind: 'ok' })
    await new Promise((resolve) => setTimeout(resolve, heldMs))
    expect(await isSoWithin(patienceMs, async () => (await waitingIn(deployment)) === 0)).toBe(true)
    expect(new Set(sink.messages.map(({ to }) => to))).toEqual(new Set(emails))
    expect([...checkMail(sink), ...(await checkStore(deployment, []))]).toEqual([])
    expect(await provider.stop()).toBe(0)
  })

  it.for(channels)(
    'has a message by %s arrive twice at most, with one code (F10)',
    async (channel, { onTestFinished, expect }) => {
      const gateway = await startGateway()
      onTestFinished(() => gateway.close())
      const { deployment, publicToken } = await deploy(site, engine, { env: gatewayEnv(gateway.url) })
      const provider = await startProvider(deployment)
      onTestFinished(() => void provider.child.kill('SIGKILL'))
      gateway.behave('hangs')
      const calls = callsTo(provider.port, publicToken)
      for (let index = 0; index < few; index += 1) {
        const body = { phone_number: `+1500555000${index}` }
        expect(await calls.post(`/otps/${channel}/login_or_create`, body)).toMatchObject({ kind: 'ok' })
      }
      await new Promise((resolve) => setTimeout(resolve, heldMs))
      gateway.behave('well')
      expect(await isSoWithin(patienceMs, async () => (await waitingIn(deployment)) === 0)).toBe(true)
      expect(copiesOf(gateway)).toEqual(Array(few).fill({ count: 2, different: 1 }))
      expect(await checkStore(deployment, [])).toEqual([])
      expect(await provider.stop()).toBe(0)
    },
  )
})
