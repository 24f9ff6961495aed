import { Hono } from 'hono'
import type { MovableClock } from './clock.ts'
import type { FakeDns } from './fake-dns.ts'
import { jsonHeaders } from './guard.ts'
import type { Inbox } from './inbox.ts'

/** TXT records of a development provider: the domains of a test machine have no real ones. */
export const dnsPath = '/dev/dns'

/** The JSON API below `/dev/`: inbox, clock and DNS. */
export function createDevRoutes(deps: {
  inbox: Inbox
  clock: MovableClock
  dns: FakeDns
  onClockMoved?: () => void
}): Hono {
  const { inbox, clock, dns } = deps
  const app = new Hono()
  const time = (): Response => {
    const now = clock.now()
    return json({ now: new Date(now).toISOString(), now_ms: now, offset_ms: clock.offset() })
  }

  app.get('/dev/inbox', (c) => json({ messages: inbox.messages(c.req.query('to')) }))
  app.delete('/dev/inbox', () => {
    inbox.clear()
    return json({ messages: [] })
  })
  app.get('/dev/inbox/:id/html', (c) => {
    const message = inbox.find(c.req.param('id'))
    return message && message.html !== '' ? mail(message.html) : notFound()
  })
  app.get('/dev/clock', time)
  app.post('/dev/clock', async (c) => {
    const command: unknown = await c.req.json().catch(() => null)
    if (!moveClock(clock, command)) {
      return badRequest('Send {"advance_ms": number}, {"set": RFC 3339 or milliseconds} or {"reset": true}.')
    }
    deps.onClockMoved?.()
    return time()
  })
  app.get(dnsPath, async (c) => json(await dns.lookupTxt(c.req.query('name') ?? '')))
  app.post(dnsPath, async (c) => {
    const { name, value }: { name?: unknown; value?: unknown } = Object(await c.req.json().catch(() => null))
    if (typeof name !== 'string' || typeof value !== 'string')
      return badRequest('Send {"name": "_latchkey-challenge.acme.test", "value": "the token"}.')
    dns.add(name, value)
    return json(await dns.lookupTxt(name))
  })
  app.delete(dnsPath, async (c) => {
    const name = c.req.query('name') ?? ''
    dns.remove(name)
    return json(await dns.lookupTxt(name))
  })
  app.all('/dev/*', notFound)
  return app
}

/** Returns false for an invalid command. */
function moveClock(clock: MovableClock, command: unknown): boolean {
  if (typeof command !== 'object' || command === null) return false
  const { advance_ms: advance, set, reset } = command as { advance_ms?: unknown; set?: unknown; reset?: unknown }
  if ([advance, set, reset].filter((value) => value !== undefined).length !== 1) return false
  if (reset === true) {
    clock.reset()
    return true
  }
  const target =
    advance === undefined ? readInstant(set) : readInstant(typeof advance === 'number' ? clock.now() + advance : null)
  if (target === null) return false
  clock.set(target)
  return true
}

/** Later instants cannot be written as RFC 3339 with a year of four digits. */
const earliest = 0
const latest = Date.UTC(9999, 0)

function readInstant(value: unknown): number | null {
  const instant = typeof value === 'string' ? Date.parse(value) : value
  return typeof instant === 'number' && instant >= earliest && instant < latest ? Math.round(instant) : null
}

/**
 * A mail as a mail client shows it, in a sandbox that runs no scripts and loads only images. Its links open outside of
 * the frame.
 */
function mail(html: string): Response {
  return new Response(html.replace(/<head>/i, '<head><base target="_blank">'), {
    headers: {
      ...jsonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; " +
        'sandbox allow-popups allow-popups-to-escape-sandbox',
    },
  })
}

function badRequest(error_message: string): Response {
  return json({ status_code: 400, error_type: 'bad_request', error_message }, 400)
}

function notFound(): Response {
  return json(
    {
      status_code: 404,
      error_type: 'not_found',
      error_message: 'Unknown path. Use /dev/inbox, /dev/clock, /dev/dns or /dev/enterprise.',
    },
    404,
  )
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: jsonHeaders })
}
