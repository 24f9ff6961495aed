import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import { type Setup, setUp } from './backend.suite.ts'
import * as onExpress from './express.ts'
import * as onFastify from './fastify.ts'
import * as onHono from './hono.ts'
import type { Backend } from './index.ts'
import * as onNode from './node.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => void server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const documents = { permission: { resource: 'documents', action: 'delete' } }

/**
 * The same application on each framework: `/` says who is signed in, `/account` redirects, `/api` needs the header, and
 * `/documents` needs a permission.
 */
const applications: Record<string, (backend: Backend) => Promise<string>> = {
  async express(backend) {
    const app = express()
    const { getSession, loadSession, requireSession } = onExpress
    app.get('/', loadSession(backend), (request, response) => {
      response.json({ userId: getSession(request)?.userId ?? null })
    })
    app.get('/account', requireSession(backend, { redirectTo: '/login' }), (request, response) => {
      response.json({ userId: getSession(request)?.userId })
    })
    app.get('/api', loadSession(backend), requireSession(backend, { requireHeader: true }), (_request, response) => {
      response.json({})
    })
    app.get('/documents', loadSession(backend), requireSession(backend, documents), (_request, response) => {
      response.json({})
    })
    app.get('/thrown', loadSession(backend), async (request, response) => {
      await getSession(request)?.requirePermission('documents', 'delete')
      response.json({})
    })
    // Silences the log of the framework.
    app.set('env', 'test')
    return listen(createServer(app))
  },
  async fastify(backend) {
    const app = fastify()
    const { getSession, loadSession, requireSession } = onFastify
    app.get('/', { onRequest: loadSession(backend) }, async (request) => ({
      userId: getSession(request)?.userId ?? null,
    }))
    app.get('/account', { onRequest: requireSession(backend, { redirectTo: '/login' }) }, async (request) => ({
      userId: getSession(request)?.userId,
    }))
    const header = [loadSession(backend), requireSession(backend, { requireHeader: true })]
    app.get('/api', { onRequest: header }, async () => ({}))
    const permitted = [loadSession(backend), requireSession(backend, documents)]
    app.get('/documents', { onRequest: permitted }, async () => ({}))
    app.get('/thrown', { onRequest: loadSession(backend) }, async (request) => {
      await getSession(request)?.requirePermission('documents', 'delete')
      return {}
    })
    closing.push(() => app.close())
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
  async hono(backend) {
    const app = new Hono()
    const { getSession, loadSession, requireSession } = onHono
    app.get('/', loadSession(backend), (c) => c.json({ userId: getSession(c)?.userId ?? null }))
    app.get('/account', requireSession(backend, { redirectTo: '/login' }), (c) =>
      c.json({ userId: getSession(c)?.userId }),
    )
    app.get('/api', loadSession(backend), requireSession(backend, { requireHeader: true }), (c) => c.json({}))
    app.get('/documents', loadSession(backend), requireSession(backend, documents), (c) => c.json({}))
    app.get('/thrown', loadSession(backend), async (c) => {
      await getSession(c)?.requirePermission('documents', 'delete')
      return c.json({})
    })
    app.onError((error, c) => c.json({}, 'status' in error ? (error.status as 403 | 503) : 500))
    return listen(createServer(onNode.toNodeHandler((request) => app.fetch(request))))
  },
  async node(backend) {
    const { getSession, loadSession, requireSession } = onNode
    const routes: Record<string, onNode.ConnectMiddleware[]> = {
      '/': [loadSession(backend)],
      '/account': [requireSession(backend, { redirectTo: '/login' })],
      '/api': [loadSession(backend), requireSession(backend, { requireHeader: true })],
      '/documents': [loadSession(backend), requireSession(backend, documents)],
      '/thrown': [loadSession(backend), requireSession(backend, documents)],
    }
    const server = createServer((request, response) => {
      const run = ([first, ...others]: onNode.ConnectMiddleware[]): void => {
        if (!first) {
          response.end(JSON.stringify({ userId: getSession(request)?.userId ?? null }))
          return
        }
        first(request, response, (error) => {
          if (error) response.writeHead((error as { status?: number }).status ?? 500).end()
          else run(others)
        })
      }
      run(routes[request.url ?? ''] ?? [])
    })
    return listen(server)
  },
}

describe.each(Object.entries(applications))('the adapter for %s', (_name, start) => {
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers, redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text }
  }

  it('reads the session of the header and of the cookies', async () => {
    const { backend, user } = await setUp()
    const url = await start(backend)
    const signedIn = JSON.stringify({ userId: user.userId })
    const authorization = `Bearer ${user.jwt}`
    expect([
      (await get(url)).text,
      (await get(url, { authorization })).text,
      (await get(url, { cookie: user.cookie })).text,
      (await get(`${url}/account`, { cookie: user.cookie })).text,
    ]).toEqual([JSON.stringify({ userId: null }), signedIn, signedIn, signedIn])
  })

  it('redirects or rejects users who are signed out or have no permission', async () => {
    const { backend, user } = await setUp()
    const url = await start(backend)
    const authorization = `Bearer ${user.jwt}`
    const redirected = await get(`${url}/account`)
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/login'])
    const rejected = await get(`${url}/api`, { cookie: user.cookie })
    expect([rejected.status, rejected.headers.get('content-type'), JSON.parse(rejected.text)]).toEqual([
      401,
      expect.stringMatching(/^application\/json/),
      {
        status_code: 401,
        error_type: 'user_unauthenticated',
        error_message: 'Must have an active session to call this method.',
      },
    ])
    expect((await get(`${url}/api`, { authorization })).status).toBe(200)
    expect((await get(`${url}/documents`)).status).toBe(401)
    expect((await get(`${url}/documents`, { authorization })).status).toBe(403)
    expect((await get(`${url}/thrown`, { authorization })).status).toBe(403)
  })

  it('stores a renewed JWT in the cookies, and in no shared cache (C-5)', async () => {
    const { create, kit, user } = await setUp()
    const url = await start(create({ trustSiblingHosts: true }))
    const cookie = `latchkey_session=${user.token}; latchkey_session_jwt=${user.jwt}`
    const before = await get(`${url}/account`, { cookie })
    expect([before.headers.getSetCookie(), before.headers.get('cache-control')]).toEqual([[], null])
    await kit.clock.advance(360_000)
    const first = await get(`${url}/documents`, { cookie })
    const second = await get(`${url}/account`, { cookie })
    // A shared cache must not store the JWT of a user.
    expect(second.headers.get('cache-control')).toBe('private, no-store')
    const [set = '', ...others] = second.headers.getSetCookie()
    expect([first.status, first.headers.getSetCookie().length, others]).toEqual([403, 1, []])
    expect(set).toMatch(/^latchkey_session_jwt=[^;]+; Path=\/; Max-Age=1440; Secure; SameSite=Lax$/)
    const renewed = `latchkey_session=${user.token}; ${set.split(';')[0]}`
    expect((await get(`${url}/account`, { cookie: renewed })).headers.getSetCookie()).toEqual([])
  })

  it('responds with an error while the provider does not respond, and does not sign the user out', async () => {
    const setup: Setup = await setUp()
    const url = await start(setup.backend)
    setup.connection = () => Promise.reject(new TypeError('fetch failed'))
    const { cookie } = setup.user
    expect((await get(`${url}/account`, { cookie })).status).toBe(503)
    expect((await get(url, { cookie })).status).toBe(503)
  })
})

describe('toNodeHandler', () => {
  it('serves a provider with bodies, cookies, status and the address of the caller', async () => {
    const seen: unknown[] = []
    const url = await listen(
      createServer(
        onNode.toNodeHandler(async (request, { peerAddress }) => {
          seen.push([request.method, new URL(request.url).pathname, await request.text(), peerAddress])
          const headers = new Headers({ 'x-own': '1' })
          headers.append('set-cookie', 'a=1')
          headers.append('set-cookie', 'b=2')
          return new Response(request.method === 'HEAD' ? null : 'done', { status: 201, headers })
        }),
      ),
    )
    const body = 'x'.repeat(300_000)
    const response = await fetch(`${url}//other.example.net/path?q`, { method: 'POST', body })
    expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
      ...[201, 'done'],
      ['a=1', 'b=2'],
    ])
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(201)
    expect(seen).toEqual([
      ['POST', '//other.example.net/path', body, '127.0.0.1'],
      ['HEAD', '/', '', '127.0.0.1'],
    ])
  })

  it('ends the stream of a response to HEAD, which has no body', async () => {
    let isEnded = false
    const cancel = (): void => {
      isEnded = true
    }
    const url = await listen(
      createServer(onNode.toNodeHandler(() => new Response(new ReadableStream({ cancel }), { status: 203 }))),
    )
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(203)
    expect(isEnded).toBe(true)
  })

  it('streams a response, and aborts the request when the user closes the page', async () => {
    let isAborted = false
    const url = await listen(
      createServer(
        onNode.toNodeHandler((request) => {
          request.signal.addEventListener('abort', () => {
            isAborted = true
          })
          return new Response(
            new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('first')) }),
          )
        }),
      ),
    )
    const page = new AbortController()
    const response = await fetch(url, { signal: page.signal })
    const part = await response.body?.getReader().read()
    expect(new TextDecoder().decode(part?.value)).toBe('first')
    page.abort()
    await expect.poll(() => isAborted).toBe(true)
  })

  it('rejects invalid hosts, reports errors of the handler, and uses the public origin', async () => {
    const errors: unknown[] = []
    const urls: string[] = []
    const handle = onNode.toNodeHandler(
      (request) => {
        urls.push(request.url)
        throw new Error('broken')
      },
      { onError: (error) => errors.push(error) },
    )
    const own = onNode.toNodeHandler(
      (request) => {
        urls.push(request.url)
        return new Response()
      },
      { origin: 'https://app.example.com' },
    )
    const url = await listen(
      createServer((request, response) => (request.url === '/own' ? own : handle)(request, response)),
    )
    expect((await fetch(`${url}/x`)).status).toBe(500)
    expect((await fetch(`${url}/own`)).status).toBe(200)
    expect(urls).toEqual([`${url}/x`, 'https://app.example.com/own'])
    expect(errors).toEqual([new Error('broken')])
    for (const host of ['example.com/admin?', 'user@example.com', 'a b']) expect(await statusFor(url, host)).toBe(400)
  })
})

/** fetch does not send such a header. */
async function statusFor(url: string, host: string): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject).end()
  })
}
