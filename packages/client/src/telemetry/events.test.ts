import { describe, expect, it } from 'vitest'
import { clientInternals } from '../context/client-internals.ts'
import { createTestSetup, makeAuth, publicToken, signIn } from '../test-setup.suite.ts'

type Batch = { event: { event_name: string; details: unknown; public_token: string }; telemetry: unknown }[]

function batches(setup: ReturnType<typeof createTestSetup>): string[][] {
  return setup.script.to('/events').map(({ body }) => (body as Batch).map(({ event }) => event.event_name))
}

describe('events', () => {
  it('reports the creation of the client and its callbacks [C-TEL-01] [C-TEL-04] [C-CALL-68]', async () => {
    const setup = createTestSetup()
    setup.open({ callbacks: { onError: () => undefined }, keepSessionAlive: true })
    await setup.clock.advance(800)
    const [call] = setup.script.to('/events')
    expect(call).toMatchObject({ method: 'POST', headers: { 'Content-Type': 'application/json' } })
    expect(Object.keys(call?.headers ?? {})).toEqual(['Content-Type'])
    expect(call?.init).toMatchObject({ credentials: 'omit', keepalive: true })
    expect(call?.body).toEqual([
      {
        telemetry: {
          event_id: expect.stringMatching(/^event-id-/),
          app_session_id: expect.stringMatching(/^app-session-id-/),
          persistent_id: expect.stringMatching(/^persistent-id-/),
          client_sent_at: '2030-01-01T00:00:00.000Z',
          timezone: 'Etc/UTC',
          app: { identifier: 'app.example.com' },
          sdk: { identifier: 'latchkey-js', version: '5.29.1' },
        },
        event: {
          public_token: publicToken,
          event_name: 'client_created',
          details: {
            onStateChange: false,
            onError: true,
          },
        },
      },
    ])
  })

  it('reads the time zone from Temporal if the browser has it', async () => {
    const setup = createTestSetup()
    const { platform } = setup.profile.openTab()
    setup.open({ platform: { ...platform, Temporal: { Now: { timeZoneId: () => 'Europe/Lisbon' } } } })
    await setup.clock.advance(800)
    expect(setup.script.to('/events')[0]?.body).toMatchObject([{ telemetry: { timezone: 'Europe/Lisbon' } }])
  })

  it('reports every registered callback [C-TEL-04]', async () => {
    const setup = createTestSetup()
    setup.open({ callbacks: { onStateChange: () => undefined } })
    await setup.clock.advance(800)
    expect(setup.script.to('/events')[0]?.body).toMatchObject([
      { event: { details: { onStateChange: true, onError: false } } },
    ])
  })

  it('sends events in batches of up to 15 [C-TEL-02]', async () => {
    const setup = createTestSetup()
    const { events } = clientInternals(setup.open().client)
    for (let n = 1; n < 32; n++) events.log(`event-${n}`, {})
    await setup.clock.advance(0)
    expect(batches(setup).map((batch) => batch.length)).toEqual([15, 15])
    await setup.clock.advance(800)
    expect(batches(setup).map((batch) => batch.length)).toEqual([15, 15, 2])
    expect(batches(setup)[2]).toEqual(['event-30', 'event-31'])
  })

  it('sends events 800 ms after the first queued event [C-TEL-03]', async () => {
    const setup = createTestSetup()
    const { events } = clientInternals(setup.open().client)
    await setup.clock.advance(799)
    events.log('second', {})
    expect(batches(setup)).toEqual([])
    await setup.clock.advance(1)
    expect(batches(setup)).toEqual([['client_created', 'second']])
    await setup.clock.advance(5000)
    events.log('third', {})
    await setup.clock.advance(799)
    expect(batches(setup)).toHaveLength(1)
    await setup.clock.advance(1)
    expect(batches(setup)[1]).toEqual(['third'])
  })

  it('sends events at once when the page is hidden', async () => {
    const setup = createTestSetup()
    const { tab } = setup.open()
    tab.emit('pagehide')
    await setup.clock.advance(0)
    expect(batches(setup)).toEqual([['client_created']])
    await setup.clock.advance(5000)
    expect(batches(setup)).toHaveLength(1)
  })

  it.each([new TypeError('offline'), { status: 500, text: 'broken' }])(
    'drops events that cannot be delivered [C-TEL-05]',
    async (answer) => {
      const setup = createTestSetup()
      setup.script.on('/events', answer)
      const { client, tab } = setup.open()
      await setup.clock.advance(800)
      await signIn(setup, client)
      await setup.clock.advance(5000)
      expect(client.session.getSync()?.session_id).toBe('session-test-s1')
      expect(setup.script.to('/events')).toHaveLength(1)
      expect(tab.log).toEqual([])
    },
  )

  it('does not throw if fetch throws synchronously [C-TEL-05]', async () => {
    const setup = createTestSetup()
    const { tab, client } = setup.open()
    const { fetch } = tab.platform
    Object.assign(tab.platform, {
      fetch: (url: string, init: RequestInit) => {
        if (url.endsWith('/events')) throw new Error('patched')
        return fetch(url, init)
      },
    })
    await setup.clock.advance(800)
    setup.script.on('/otps/authenticate', { data: makeAuth('s1') })
    await client.otps.authenticate('123456', 'm', { session_duration_minutes: 30 })
    expect(client.session.getSync()).not.toBeNull()
  })

  it('sends no events and creates no browser id with telemetry off', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open({ disableTelemetry: true })
    await client.bootstrap.get()
    tab.emit('pagehide')
    await setup.clock.advance(5000)
    expect(setup.script.to('/events')).toEqual([])
    expect([...setup.profile.storage.keys()]).toEqual([`latchkey:${publicToken}:bootstrap`])
    const header = setup.script.sent[0]?.headers['X-SDK-Client'] ?? ''
    expect(Object.keys(JSON.parse(Buffer.from(header, 'base64').toString()))).not.toContain('persistent_id')
  })
})
