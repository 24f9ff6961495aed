import { clientInternals } from '@latchkey/client/internal'
import type { TelemetryEvent } from '@latchkey/contract'
import { expect } from 'vitest'
import type { Testkit } from '../index.ts'
import { onBothEngines, sentTo, signInByCode } from './contract.suite.ts'

const batches = (kit: Testkit) => sentTo(kit, '/events').map(({ body }) => body as TelemetryEvent[])
const names = (kit: Testkit) => batches(kit).map((batch) => batch.map(({ event }) => event.event_name))

/** The statuses of the responses to events. */
function statuses(kit: Testkit): number[] {
  const found: number[] = []
  kit.network.onAnswer = (request, answer) => {
    if (request.path.endsWith('/events')) found.push(answer.status)
    return answer
  }
  return found
}

onBothEngines('events', (open, _engine, it) => {
  it.inTurn('reports the client and its callbacks, in a batch [C-TEL-01] [C-TEL-04] [C-CALL-68]', async () => {
    const callbacks = { onStateChange: () => undefined }
    const kit = await open({ client: { callbacks } })
    const answered = statuses(kit)
    await kit.clock.advance(800)
    const [sent] = sentTo(kit, '/events')
    expect(sent).toMatchObject({ method: 'POST', path: '/sdk/v1/events', credentials: 'omit' })
    expect(sent?.headers).toEqual({ 'content-type': 'application/json' })
    expect(sent?.body).toEqual([
      {
        telemetry: expect.objectContaining({ sdk: { identifier: 'latchkey-js', version: '5.29.1' } }),
        event: {
          public_token: kit.project.publicToken,
          event_name: 'client_created',
          details: expect.objectContaining({
            onStateChange: true,
            onError: false,
          }),
        },
      },
    ])
    expect(answered).toEqual([200])
  })

  it.inTurn('sends events fifteen at a time, and the provider accepts them [C-TEL-01] [C-TEL-02]', async () => {
    const kit = await open()
    const answered = statuses(kit)
    await kit.clock.advance(800)
    const { events } = clientInternals(kit.client)
    for (let count = 0; count < 31; count++) events.log(`event_${count}`, { count })
    await kit.network.idle()
    expect(batches(kit).map(({ length }) => length)).toEqual([1, 15, 15])
    await kit.clock.advance(800)
    expect(names(kit).slice(1).flat()).toEqual(Array.from({ length: 31 }, (_, count) => `event_${count}`))
    expect(answered).toEqual([200, 200, 200, 200])
  })

  it.inTurn('sends events after 800 ms [C-TEL-03]', async () => {
    const kit = await open()
    await kit.clock.advance(799)
    expect(batches(kit)).toEqual([])
    await kit.clock.advance(1)
    expect(names(kit)).toEqual([['client_created']])
    clientInternals(kit.client).events.log('later', {})
    await kit.clock.advance(799)
    expect(batches(kit)).toHaveLength(1)
    await kit.clock.advance(1)
    expect(names(kit)).toEqual([['client_created'], ['later']])
  })

  it.inTurn('continues if events cannot be delivered [C-TEL-05]', async () => {
    const failures = [
      () => new Response('broken', { status: 500 }),
      () => new Response(null, { status: 413 }),
      (): Response => {
        throw new TypeError('Failed to fetch')
      },
    ]
    for (const fail of failures) {
      const errors: unknown[] = []
      const kit = await open({ client: { callbacks: { onError: (error) => errors.push(error) } } })
      kit.network.intercept = ({ path }) => (path.endsWith('/events') ? fail() : undefined)
      const { events } = clientInternals(kit.client)
      for (let count = 0; count < 20; count++) events.log('noise', {})
      await signInByCode(kit)
      await kit.clock.advance(5_000)
      expect([kit.client.session.getSync() === null, errors, kit.tab.log]).toEqual([false, [], []])
      expect(batches(kit).length).toBe(2)
    }
  })

  it.inTurn('sends no token and no code, and nothing with telemetry off', async () => {
    const kit = await open()
    await signInByCode(kit)
    const tokens = Object.values(kit.client.session.getTokens() ?? {})
    await kit.clock.advance(800)
    kit.client.dispose()
    const text = JSON.stringify(batches(kit))
    for (const secret of [...tokens, ...(kit.inbox.messages()[0]?.codes ?? [])]) expect(text).not.toContain(secret)
    const quiet = await open({ client: { disableTelemetry: true } })
    await quiet.clock.advance(5_000)
    expect([batches(quiet), [...quiet.browser.storage.keys()].filter((key) => key.includes('persistent'))]).toEqual([
      [],
      [],
    ])
  })
})
