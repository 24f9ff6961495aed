import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkDatabase } from '../admin/check-database.ts'
import { createVault } from '../core/vault.ts'
import { createProvider, type Provider } from '../create-provider.ts'
import { createMovableClock, type MovableClock } from '../dev/clock.ts'
import { createProject } from '../projects/create-project.ts'
import type { ProjectRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { engines, masterKey, openTestStorage, origin, quickPasswords, testSettings } from '../testing/harness.ts'
import { createSmtpDelivery, type SmtpDelivery } from './smtp.ts'

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
const baseUrl = 'https://auth.example.com'

describe.each(engines)('delivery metrics on %s', (engine) => {
  let storage: Storage
  let clock: MovableClock
  let smtp: SmtpDelivery
  let provider: Provider
  let project: ProjectRecord
  let server: SMTPServer | undefined
  let port: number
  let answer: { code: number } | null

  beforeEach(async () => {
    answer = null
    port = await freePort()
    storage = await openTestStorage(engine)
    clock = createMovableClock({ now: () => Date.UTC(2030, 0, 1) })
    smtp = createSmtpDelivery({ url: `smtp://127.0.0.1:${port}`, from: 'sign-in@acme.example' })
    const vault = createVault([masterKey], random)
    project = await createProject(
      storage,
      { clock, random, vault },
      { name: 'Acme', environment: 'test', vertical: 'CONSUMER', baseUrl, settings: testSettings },
    )
    provider = createProvider({
      config: {
        baseUrl,
        masterKeys: [masterKey],
        trustProxy: 0,
        mode: 'production',
        background: false,
        metricsToken: 'm',
      },
      ...{ storage, delivery: smtp, clock, random, passwords: quickPasswords },
    })
  })
  afterEach(async () => {
    await provider.close()
    smtp.close()
    if (server) await new Promise<void>((resolve) => server?.close(() => resolve()))
    server = undefined
    await storage.close()
  })

  /** Starts a mail server on the port that was closed until now. */
  async function startMailServer(): Promise<void> {
    const started = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: (_address, _session, done) =>
        answer ? done(Object.assign(new Error('refused'), { responseCode: answer.code })) : done(),
      onData(stream, _session, done) {
        stream.resume()
        stream.on('end', () => done())
      },
    })
    server = started
    await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve))
  }

  const get = async (path: string) => {
    const headers = { authorization: 'Bearer m' }
    return provider.fetch(new Request(`${baseUrl}${path}`, { headers }), { peerAddress: '203.0.113.7' })
  }

  async function sendPasscode(email: string, path = 'login_or_create'): Promise<number> {
    const request = new Request(`${baseUrl}/sdk/v1/otps/email/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${project.publicToken}:${project.publicToken}`)}`,
        'content-type': 'application/json',
        origin,
      },
      body: JSON.stringify({ email }),
    })
    return (await provider.fetch(request, { peerAddress: '203.0.113.7' })).status
  }

  /** Values of one metric by the values of its labels. */
  async function metric(name: string): Promise<Record<string, number>> {
    const text = await (await get('/metrics')).text()
    const rows = text.split('\n').filter((line) => line.startsWith(`${name}{`))
    return Object.fromEntries(
      rows.map((line) => [
        [...line.matchAll(/="([^"]*)"/g)].map(([, value]) => value).join(' '),
        Number(line.split(' ').at(-1)),
      ]),
    )
  }

  async function tryAgain(): Promise<void> {
    clock.advance(40_000)
    await provider.outbox.drain()
  }

  it('metrics count a message as queued, not as sent, while the mail server is down, and report it as stuck', async () => {
    expect(await sendPasscode('ada@example.com')).toBe(200)
    await provider.outbox.drain()
    expect(await metric('latchkey_one_time_secrets_total')).toEqual({ 'otp_email queued': 1 })
    expect(await metric('latchkey_deliveries_total')).toEqual({ 'email retried': 1 })
    expect((await (await get('/health')).json()).delivery).toEqual({ ok: true, stuck: [] })
    await tryAgain()
    await tryAgain()
    expect(await metric('latchkey_deliveries_total')).toEqual({ 'email retried': 3 })
    expect(await metric('latchkey_outbox_depth')).toEqual({ email: 1, sms: 0, whatsapp: 0, http: 0 })
    expect(await metric('latchkey_outbox_oldest_age_seconds')).toEqual({ email: 80, sms: 0, whatsapp: 0, http: 0 })
    const health = await get('/health')
    expect([health.status, (await health.json()).delivery]).toEqual([200, { ok: false, stuck: ['email'] }])
    expect((await get('/health/ready')).status).toBe(200)
    clock.advance(60_000)
    const vault = createVault([masterKey], random)
    const outbox = (await checkDatabase({ storage, vault, clock, baseUrl })).filter(({ check }) => check === 'outbox')
    expect(outbox).toMatchObject([
      { state: 'problem', message: 'Messages waiting to be sent by email: 1, the oldest for 2 minutes.' },
    ])
    await startMailServer()
    await provider.outbox.drain()
    expect(await metric('latchkey_one_time_secrets_total')).toEqual({ 'otp_email queued': 1, 'otp_email sent': 1 })
    expect(await metric('latchkey_deliveries_total')).toEqual({ 'email retried': 3, 'email accepted': 1 })
    expect(await metric('latchkey_outbox_depth')).toEqual({ email: 0, sms: 0, whatsapp: 0, http: 0 })
    expect((await (await get('/health')).json()).delivery).toEqual({ ok: true, stuck: [] })
  })

  it('metrics count messages that the mail server rejects permanently and messages that expire unsent', async () => {
    await startMailServer()
    answer = { code: 550 }
    await sendPasscode('gone@example.com')
    await provider.outbox.drain()
    expect(await metric('latchkey_deliveries_total')).toEqual({ 'email rejected': 1 })
    answer = { code: 451 }
    await sendPasscode('late@example.com')
    await provider.outbox.drain()
    clock.advance(60 * 60_000)
    await provider.outbox.drain()
    expect(await metric('latchkey_deliveries_total')).toEqual({
      'email rejected': 1,
      'email retried': 1,
      'email dropped': 1,
    })
    expect(await metric('latchkey_one_time_secrets_total')).toEqual({ 'otp_email queued': 2 })
  })

  it('metrics count no decoy of a strict project, neither as queued nor as dropped', async () => {
    const settings = { ...project.settings, enumeration: 'strict' as const }
    const strict = { name: 'Strict', environment: 'test', vertical: 'CONSUMER', baseUrl, settings } as const
    const vault = createVault([masterKey], random)
    project = await createProject(storage, { clock, random, vault }, strict)
    await startMailServer()
    expect(await sendPasscode('unknown@example.com', 'send/primary')).toBe(200)
    expect(await sendPasscode('ada@example.com')).toBe(200)
    await provider.outbox.drain()
    clock.advance(60 * 60_000)
    await provider.outbox.drain()
    expect(await metric('latchkey_one_time_secrets_total')).toEqual({ 'otp_email queued': 1, 'otp_email sent': 1 })
    expect(await metric('latchkey_deliveries_total')).toEqual({ 'email accepted': 1 })
  })

  it('metrics include the event loop and, on PostgreSQL, the connection pool', async () => {
    expect(Object.keys(await metric('latchkey_event_loop_delay_seconds')).sort()).toEqual(['0.5', '0.99', '1'])
    const pool = await metric('latchkey_database_connections')
    expect(Object.keys(pool)).toEqual(engine === 'postgres' ? ['max', 'open', 'idle', 'waiting'] : [])
    if (engine === 'postgres') expect([pool.max, Number(pool.open) > 0]).toEqual([10, true])
  })
})

/** A port of the loopback interface that is closed until a test opens it. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  return port
}
