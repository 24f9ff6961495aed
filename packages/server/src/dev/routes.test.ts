import { beforeEach, describe, expect, it } from 'vitest'
import { createMovableClock, type MovableClock } from './clock.ts'
import { createFakeDns } from './fake-dns.ts'
import { createInbox, type Inbox } from './inbox.ts'
import { createDevRoutes } from './routes.ts'

const start = Date.UTC(2030, 0, 1)
let inbox: Inbox
let clock: MovableClock
let ask: (path: string, init?: RequestInit) => Promise<Response>

beforeEach(() => {
  clock = createMovableClock({ now: () => start })
  inbox = createInbox({ clock, random: { bytes: (length) => new Uint8Array(length).fill(7) } })
  const app = createDevRoutes({ inbox, clock, dns: createFakeDns(clock) })
  ask = async (path, init) => app.request(`http://localhost:4000${path}`, init)
})

const sendMail = () =>
  inbox.send(
    {
      channel: 'email',
      to: 'a@b.co',
      subject: 'Log in',
      text: 'Log in: https://x.example/',
      html: '<!doctype html><html><head><title>Log in</title></head><body><a href="https://x.example/">Log in</a></body></html>',
      codes: [],
      links: ['https://x.example/'],
    },
    { idempotencyKey: '1', signal: new AbortController().signal },
  )

describe('/dev/inbox', () => {
  it('/dev/inbox returns exactly the documented JSON, for all recipients or for one', async () => {
    await sendMail()
    const messages = [
      {
        id: `message-${'07'.repeat(12)}`,
        channel: 'email',
        to: 'a@b.co',
        sent_at: '2030-01-01T00:00:00.000Z',
        subject: 'Log in',
        text: 'Log in: https://x.example/',
        html: expect.stringContaining('<title>Log in</title>'),
        codes: [],
        links: ['https://x.example/'],
      },
    ]
    expect(await (await ask('/dev/inbox')).json()).toEqual({ messages })
    expect(await (await ask('/dev/inbox?to=A%40b.co')).json()).toEqual({ messages })
    expect(await (await ask('/dev/inbox?to=c%40b.co')).json()).toEqual({ messages: [] })
  })

  it('DELETE /dev/inbox empties the inbox', async () => {
    await sendMail()
    expect(await (await ask('/dev/inbox', { method: 'DELETE' })).json()).toEqual({ messages: [] })
    expect(inbox.messages()).toEqual([])
  })

  it('/dev/inbox shows a mail in a sandbox that runs and loads nothing, with links that open outside', async () => {
    await sendMail()
    const response = await ask(`/dev/inbox/${inbox.messages()[0]?.id}/html`)
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; " +
        'sandbox allow-popups allow-popups-to-escape-sandbox',
    )
    expect(await response.text()).toContain('<head><base target="_blank"><title>')
    expect((await ask('/dev/inbox/message-none/html')).status).toBe(404)
  })
})

describe('/dev/clock', () => {
  const move = async (body: unknown) => {
    const response = await ask('/dev/clock', { method: 'POST', body: JSON.stringify(body) })
    return [response.status, response.ok ? await response.json() : null]
  }

  it('/dev/clock returns the time, advances, moves to an instant and resets', async () => {
    const at = (ms: number) => ({ now: new Date(ms).toISOString(), now_ms: ms, offset_ms: ms - start })
    expect(await (await ask('/dev/clock')).json()).toEqual(at(start))
    expect(await move({ advance_ms: 60_000 })).toEqual([200, at(start + 60_000)])
    expect(await move({ advance_ms: -30_000 })).toEqual([200, at(start + 30_000)])
    expect(await move({ set: '2031-01-01T00:00:00Z' })).toEqual([200, at(Date.UTC(2031, 0, 1))])
    expect(await move({ set: start + 5 })).toEqual([200, at(start + 5)])
    expect(await move({ reset: true })).toEqual([200, at(start)])
  })

  it.each([
    null,
    {},
    { advance_ms: '1' },
    { advance_ms: 1e300 },
    { set: 'tomorrow' },
    { set: -1 },
    { reset: false },
    { advance_ms: 1, reset: true },
  ])('rejects %j and does not move the clock', async (body) => {
    expect([await move(body), clock.offset()]).toEqual([[400, null], 0])
  })

  it('/dev/clock rejects a body that is not JSON', async () => {
    expect((await ask('/dev/clock', { method: 'POST', body: '{' })).status).toBe(400)
  })
})

describe('/dev/dns', () => {
  const name = '_latchkey-challenge.acme.test'
  const read = async (method: string, body?: unknown) => {
    const path = method === 'POST' ? '/dev/dns' : `/dev/dns?name=${name}`
    const answer = await ask(path, body === undefined ? { method } : { method, body: JSON.stringify(body) })
    return [answer.status, await answer.json()]
  }

  it('adds, returns and removes TXT records', async () => {
    expect(await read('GET')).toEqual([200, { kind: 'absent' }])
    const records = { kind: 'records', values: ['token-1'] }
    expect(await read('POST', { name, value: 'token-1' })).toEqual([200, records])
    expect(await read('GET')).toEqual([200, records])
    expect(await read('DELETE')).toEqual([200, { kind: 'absent' }])
  })

  it.each([{}, { name }, { name, value: 1 }, null])('rejects %o', async (body) => {
    expect(await read('POST', body)).toEqual([400, expect.objectContaining({ error_type: 'bad_request' })])
  })
})
