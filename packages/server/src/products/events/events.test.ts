import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { EventRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, openTestStorage, origin } from '../../testing/harness.ts'

const telemetry = {
  ...{
    event_id: 'event-1',
    app_session_id: 'a',
    persistent_id: 'p',
    client_sent_at: '2027-01-15T08:00:00Z',
    timezone: 'UTC',
  },
  ...{ app: { identifier: 'app.example.com' }, sdk: { identifier: 'latchkey-js', version: '5.29.1' } },
}

describe.each(engines)('events on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  const stored: EventRecord[] = []
  beforeAll(async () => {
    const real = await openTestStorage(engine)
    const insert = (rows: EventRecord[]) => {
      stored.push(...rows)
      return real.events.insert(rows)
    }
    storage = { ...real, events: { ...real.events, insert } }
  })
  afterAll(() => storage.close())

  const event = (harness: Harness, event_name: string, details: object = {}) => ({
    telemetry,
    event: { public_token: harness.project.publicToken, event_name, details },
  })
  const post = (harness: Harness, body: unknown, options = {}) =>
    harness.fetch(
      new Request('https://auth.example.com/sdk/v1/events', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin, ...options },
        body: JSON.stringify(body),
      }),
    )

  it.inTurn('stores events without personal data and secrets', async () => {
    const harness = await createHarness(storage)
    stored.length = 0
    const details = {
      ...{ email: 'ada@example.com', type: 'magic_link', note: 'mail to ada@example.com', number: '+15005550006' },
      ...{
        token: 'canary',
        nested: { code: 'canary', email_address: 'ada@example.com', list: ['ada@example.com', 'x'] },
      },
    }
    const answer = await post(harness, [event(harness, 'email_sent', details), event(harness, 'render_login_screen')])
    expect([answer.outcome, answer.headers.get('access-control-allow-origin')]).toEqual(['200', origin])
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    const mac = expect.stringMatching(/^[0-9a-f]{64}$/)
    const source = { sdk: 'latchkey-js', sdk_version: '5.29.1' }
    expect(stored.map(({ name, details }) => [name, details])).toEqual([
      [
        'email_sent',
        {
          ...source,
          details: {
            ...{ email: mac, type: 'magic_link', note: mac, number: mac },
            nested: { email_address: mac, list: [mac, 'x'] },
          },
        },
      ],
      ['render_login_screen', { ...source, details: {} }],
    ])
    expect(JSON.stringify(stored)).not.toMatch(/ada@|canary|"p"|app\.example/)
  })

  it.inTurn('hashes the same address alike within a project and differently in another', async () => {
    const harness = await createHarness(storage)
    const other = await harness.newProject()
    stored.length = 0
    await post(harness, [
      event(harness, 'email_sent', { email: 'a@b.co' }),
      event(harness, 'email_sent', { email: 'a@b.co' }),
    ])
    await post(harness, [event({ ...harness, project: other }, 'email_sent', { email: 'a@b.co' })])
    const [first, second, third] = stored.map(({ details }) => JSON.stringify(details))
    expect([first === second, first === third]).toEqual([true, false])
  })

  it.inTurn('accepts fifteen events at a time, in 16 kB, for one project', async () => {
    const harness = await createHarness(storage)
    const batch = (count: number) => Array.from({ length: count }, () => event(harness, 'x'))
    expect((await post(harness, batch(15))).outcome).toBe('200')
    expect((await post(harness, batch(16))).outcome).toBe('schema_error')
    expect((await post(harness, [])).outcome).toBe('schema_error')
    expect((await post(harness, [event(harness, 'x', { a: 'x'.repeat(16_300) })])).outcome).toBe('payload_too_large')
    const unknown = { ...event(harness, 'x'), event: { public_token: 'unknown', event_name: 'x', details: {} } }
    expect((await post(harness, [unknown])).outcome).toBe('invalid_public_token')
    stored.length = 0
    await post(harness, [event(harness, 'own'), unknown])
    expect(stored.map(({ name }) => name)).toEqual(['own'])
    expect((await post(harness, batch(1), { origin: 'https://evil.example' })).outcome).toBe('unauthorized_origin')
  })

  it.inTurn('limits event batches by network', async () => {
    const limits = { event_batches_per_ip: { limit: 2, windowMs: 60_000 } }
    const harness = await createHarness(storage, { config: { limits } })
    const outcomes = []
    for (let count = 0; count < 3; count += 1) outcomes.push((await post(harness, [event(harness, 'x')])).outcome)
    expect(outcomes).toEqual(['200', '200', 'too_many_requests'])
  })

  it.inTurn(
    'stores at most 9 MB of events a day for one network, whatever their size, and does not fail beyond it (R-13)',
    async () => {
      const harness = await createHarness(storage, {
        config: { limits: { event_batches_per_ip: { limit: 1e6, windowMs: 1 } } },
      })
      stored.length = 0
      // 2,200 events: small ones, the largest that are stored, and larger ones, as many in a request as fit into 16 kB.
      const batches = [
        { size: 10, count: 15 },
        { size: 4_000, count: 3 },
        { size: 4_000, count: 3 },
        { size: 12_000, count: 1 },
      ]
      for (let round = 0; round < 100; round += 1)
        for (const { size, count } of batches) {
          const note = 'word '.repeat(size / 5)
          const answer = await post(harness, Array(count).fill(event(harness, 'x', { note })))
          expect(answer.outcome).toBe('200')
        }
      expect(stored.length).toBe(2_000)
      expect(Buffer.byteLength(JSON.stringify(stored))).toBeLessThan(9e6)
      harness.clock.advance(24 * 60 * 60_000)
      await post(harness, [event(harness, 'x')])
      expect(stored.length).toBe(2_001)
    },
  )

  it.inTurn('counts events together for all networks of an IPv6 customer (R-13)', async () => {
    const harness = await createHarness(storage, {
      config: { limits: { event_batches_per_ip: { limit: 1e6, windowMs: 1 } } },
    })
    stored.length = 0
    const batch = Array(15).fill(event(harness, 'x'))
    for (let count = 0; count < 140; count += 1) {
      const peerAddress = `2001:db8:7:${count.toString(16)}::1`
      expect((await harness.call('POST', '/events', batch, { peerAddress })).outcome).toBe('200')
    }
    expect(stored.length).toBe(2_000)
    await harness.call('POST', '/events', batch, { peerAddress: '2001:db8:8::1' })
    expect(stored.length).toBe(2_015)
  })

  it.inTurn('deletes events after thirty days', async () => {
    const harness = await createHarness(storage)
    await post(harness, [event(harness, 'x')])
    const swept: number[] = []
    const sweep = async (before: number) => {
      swept.push(before)
      return 0
    }
    const counting = {
      ...storage,
      events: { ...storage.events, sweep },
    }
    const tidy = await createHarness(counting)
    tidy.clock.advance(90 * 24 * 60 * 60_000)
    await tidy.provider.tidy()
    expect(swept).toEqual([tidy.clock.now() - 30 * 24 * 60 * 60_000])
  })
})
