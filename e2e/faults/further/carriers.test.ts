import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Calls, callsTo, type RecordedCall } from '../calls.ts'
import { judgeMail, judgeStore } from '../judge.ts'
import { codeIn, type Mood } from '../mail-sink.ts'
import { query } from '../query.ts'
import { cyclesOf, deploy, engines, isSoWithin, prepareFaultSite, serve } from './site.ts'

const site = prepareFaultSite()
const sends = cyclesOf(200)
const together = 16
/** A waiting message is tried again after growing whiles; by then the longest of these is over. */
const patienceMs = 120_000

/** Asks for a code for each, some at a time. */
async function sendAll(calls: Calls, path: string, bodies: readonly object[]): Promise<void> {
  const waiting = [...bodies]
  const work = async (): Promise<void> => {
    for (let body = waiting.shift(); body; body = waiting.shift())
      expect(await calls.post(path, body)).toMatchObject({ kind: 'ok' })
  }
  await Promise.all(Array.from({ length: together }, work))
}

/** Half a second, however the carrier behaves. */
function isQuick(record: readonly RecordedCall[]): boolean {
  return record.every(({ ms }) => ms <= 500)
}

const moods: readonly Mood[] = ['slow', 'refuses for now', 'refuses for good', 'drops the line']

describe.each(engines)('a provider on %s whose mail server', (engine) => {
  it.each(moods)(`%s, ${sends} sends long, answers at once and sends everything once it can (F9)`, async (mood) => {
    const { deployment, publicToken } = await deploy(site, engine)
    const provider = await serve(deployment)
    // What the first calls of a process take is not the carrier’s doing.
    const strangers = Array.from({ length: together }, () => ({ email: `${crypto.randomUUID()}@example.com` }))
    await sendAll(callsTo(provider.port, publicToken), '/otps/email/login_or_create', strangers)
    const record: RecordedCall[] = []
    const calls = callsTo(provider.port, publicToken, record)
    const people = Array.from({ length: sends }, (_, index) => `${crypto.randomUUID()}-${index}@example.com`)
    const arrived = (): number =>
      new Set(site.sink.messages.map(({ to }) => to).filter((to) => people.includes(to))).size
    const waiting = async (): Promise<number> => {
      const [row] = await query(deployment.databaseUrl, "select count(*) as count from outbox where state = 'queued'")
      return Number(row?.count)
    }
    site.sink.behave(mood)
    await sendAll(
      calls,
      '/otps/email/login_or_create',
      people.map((email) => ({ email })),
    )
    expect([isQuick(record), arrived()]).toEqual([true, 0])
    if (mood === 'refuses for good') {
      expect(await isSoWithin(patienceMs, async () => (await waiting()) === 0)).toBe(true)
      site.sink.behave('well')
      // A mailbox that is not there: whoever asks next is told so.
      const again = await calls.post('/otps/email/login_or_create', { email: people[0] })
      expect(again).toMatchObject({ kind: 'refused', errorType: 'inactive_email' })
    } else {
      site.sink.behave('well')
      expect(await isSoWithin(patienceMs, async () => (await waiting()) === 0 && arrived() === sends)).toBe(true)
    }
    expect([...judgeMail(site.sink), ...(await judgeStore(deployment, []))]).toEqual([])
    expect(await provider.stop()).toBe(0)
  })
})

type GatewayMood = 'well' | 'fails' | 'hangs'

/** A gateway for text messages that keeps what it was given, also what it said it could not take. */
async function startGateway() {
  const given: { id: string; to: string; text: string; isTaken: boolean }[] = []
  const held = new Set<() => void>()
  let mood: GatewayMood = 'well'
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { id, to, text } = JSON.parse(body) as { id: string; to: string; text: string }
    const answer = (): void => {
      given.push({ id, to, text, isTaken: mood === 'well' })
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

describe.each(engines)('a provider on %s whose gateway for text messages', (engine) => {
  it.each(['fails', 'hangs'] as const)(`%s, ${sends} sends long, has one code for each number (F10)`, async (mood) => {
    const gateway = await startGateway()
    onTestFinished(() => gateway.close())
    const env = { LATCHKEY_SMS_URL: gateway.url, LATCHKEY_SMS_SECRET: '0123456789abcdef'.repeat(4) }
    const { deployment, publicToken } = await deploy(site, engine, { env })
    const provider = await serve(deployment)
    const strangers = Array.from({ length: together }, (_, index) => ({ phone_number: `+1500556${1_000 + index}` }))
    await sendAll(callsTo(provider.port, publicToken), '/otps/sms/login_or_create', strangers)
    const record: RecordedCall[] = []
    const calls = callsTo(provider.port, publicToken, record)
    const numbers = Array.from({ length: sends }, (_, index) => `+1500555${String(index).padStart(4, '0')}`)
    gateway.behave(mood)
    await sendAll(
      calls,
      '/otps/sms/login_or_create',
      numbers.map((phone_number) => ({ phone_number })),
    )
    expect(isQuick(record)).toBe(true)
    gateway.behave('well')
    const taken = () => new Set(gateway.given.filter(({ isTaken }) => isTaken).map(({ to }) => to))
    expect(await isSoWithin(patienceMs, async () => numbers.every((number) => taken().has(number)))).toBe(true)
    const codes = new Map<string, Set<string>>()
    for (const { to, id, text } of gateway.given)
      codes.set(to, (codes.get(to) ?? new Set()).add(`${id} ${codeIn(text)}`))
    expect([...codes.values()].filter((ofOne) => ofOne.size > 1)).toEqual([])
    expect(await judgeStore(deployment, [])).toEqual([])
    expect(await provider.stop()).toBe(0)
  })
})
