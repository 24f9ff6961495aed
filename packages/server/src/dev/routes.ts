import { Hono } from 'hono'
import type { MovableClock } from './clock.ts'
import { jsonHeaders } from './guard.ts'
import type { Inbox } from './inbox.ts'

/** The JSON below `/dev/`: what was sent, and what time it is. */
export function createDevRoutes(deps: { inbox: Inbox; clock: MovableClock; onClockMoved?: () => void }): Hono {
  const { inbox, clock } = deps
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
    const wish: unknown = await c.req.json().catch(() => null)
    if (!moveClock(clock, wish)) {
      return json(
        {
          status_code: 400,
          error_type: 'bad_request',
          error_message: 'Send {"advance_ms": number}, {"set": RFC 3339 or milliseconds} or {"reset": true}.',
        },
        400,
      )
    }
    deps.onClockMoved?.()
    return time()
  })
  app.all('/dev/*', notFound)
  return app
}

/** True if the wish could be understood, and was done. */
function moveClock(clock: MovableClock, wish: unknown): boolean {
  if (typeof wish !== 'object' || wish === null) return false
  const { advance_ms: advance, set, reset } = wish as { advance_ms?: unknown; set?: unknown; reset?: unknown }
  if ([advance, set, reset].filter((value) => value !== undefined).length !== 1) return false
  if (reset === true) {
    clock.reset()
    return true
  }
  const target =
    advance === undefined ? instantOf(set) : instantOf(typeof advance === 'number' ? clock.now() + advance : null)
  if (target === null) return false
  clock.set(target)
  return true
}

/** Beyond these years an instant no longer has the form the wire knows. */
const earliest = 0
const latest = Date.UTC(9999, 0)

function instantOf(value: unknown): number | null {
  const instant = typeof value === 'string' ? Date.parse(value) : value
  return typeof instant === 'number' && instant >= earliest && instant < latest ? Math.round(instant) : null
}

/**
 * A mail as its reader's program would draw it, in a frame that can run nothing and load nothing. Its links open
 * outside of the frame.
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

function notFound(): Response {
  return json({ status_code: 404, error_type: 'not_found', error_message: 'There is nothing here.' }, 404)
}

function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: jsonHeaders })
}
