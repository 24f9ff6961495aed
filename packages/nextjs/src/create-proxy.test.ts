import { NextRequest, NextResponse } from 'next/server.js'
import { describe, expect, it } from 'vitest'
import { createProxy, type ProxyOptions } from './create-proxy.ts'
import { minute, type Setup, setUp } from './nextjs.suite.ts'
import { jwtHeader, pathHeader } from './request.ts'

const page = 'https://app.example.com'
const html = { accept: 'text/html,application/xhtml+xml' }

interface Result {
  response: NextResponse
  /** The request headers that the page receives. */
  passedOn: Headers
}

async function send(
  { settings }: Setup,
  path: string,
  init: { method?: string; headers?: Record<string, string> } = {},
  options: ProxyOptions = { protect: ['/dashboard'] },
): Promise<Result> {
  const response = await createProxy(options, () => settings)(new NextRequest(page + path, init))
  const names = response.headers.get('x-middleware-override-headers')?.split(',') ?? []
  const passedOn = new Headers(
    names.map((name) => [name, response.headers.get(`x-middleware-request-${name}`) ?? ''] as [string, string]),
  )
  return { response, passedOn }
}

describe('the proxy', () => {
  it('passes the verified JWT and the path on to the page, with one call to the provider (C-5)', async () => {
    const setup = await setUp()
    const { cookie, userId } = await setup.signIn('ada@example.com')
    const { response, passedOn } = await send(setup, '/dashboard?tab=2', { headers: { ...html, cookie } })
    expect(response.headers.get('x-middleware-next')).toBe('1')
    expect((await setup.settings.backend.verifyJwt(passedOn.get(jwtHeader) ?? ''))?.userId).toBe(userId)
    expect(passedOn.get(pathHeader)).toBe('/dashboard?tab=2')
    expect(setup.requests.filter((path) => path.endsWith('/sessions/authenticate'))).toHaveLength(1)
    // The provider confirms every page, so this JWT is in no cookie.
    expect(response.headers.getSetCookie()).toEqual([])
    // The build may have rendered the page: Next.js would let a shared cache send it to users who are signed out.
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const open = await send(setup, '/', { headers: { ...html, cookie } })
    expect(open.response.headers.get('cache-control')).toBeNull()
  })

  it('gives a renewed JWT to the browser and to the page of the same request', async () => {
    const setup = await setUp({ LATCHKEY_TRUST_SIBLING_HOSTS: 'true' })
    const { cookie, jwt } = await setup.signIn('ada@example.com')
    const before = await send(setup, '/', { headers: { ...html, cookie } })
    expect([before.passedOn.get(jwtHeader), before.response.headers.getSetCookie()]).toEqual([jwt, []])
    await setup.kit.clock.advance(6 * minute)
    const { response, passedOn } = await send(setup, '/', { headers: { ...html, cookie: `theme=dark; ${cookie}` } })
    const renewed = passedOn.get(jwtHeader) ?? ''
    expect(renewed).not.toBe(jwt)
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringContaining(`latchkey_session_jwt=${renewed}; Path=/;`),
    ])
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const cookies = passedOn.get('cookie')?.split('; ') ?? []
    expect(cookies.filter((one) => one.startsWith('latchkey_session_jwt='))).toEqual([
      `latchkey_session_jwt=${renewed}`,
    ])
    expect(cookies).toContain('theme=dark')
  })

  it.each(['/dashboard', '/dashboard/', '/dashboard/notes?page=2', '/%64ashboard'])(
    'sends a user who is signed out from %s to the sign-in page',
    async (path) => {
      const { response } = await send(await setUp(), path, { headers: html })
      expect([response.status, response.headers.get('cache-control')]).toEqual([307, 'no-store'])
      const { pathname, searchParams } = new URL(response.headers.get('location') ?? '')
      expect([pathname, searchParams.get('return_to')]).toEqual(['/login', path])
    },
  )

  it('sends a user of an application below a base path to its sign-in page', async () => {
    const { settings } = await setUp()
    const request = new NextRequest(`${page}/app/dashboard`, { headers: html, nextConfig: { basePath: '/app' } })
    const response = await createProxy({ protect: ['/dashboard'] }, () => settings)(request)
    expect(response.headers.get('location')).toBe(`${page}/app/login?return_to=%2Fdashboard`)
  })

  it.each(['/', '/dashboards', '/login'])('opens %s without a session', async (path) => {
    const { response, passedOn } = await send(await setUp(), path, { headers: html })
    expect([response.headers.get('x-middleware-next'), passedOn.has(jwtHeader)]).toEqual(['1', false])
  })

  it.each(['/dashboard', '/dashboard/', '/dashboard/notes'])(
    'protects %s if the option ends with a slash',
    async (path) => {
      const { response } = await send(await setUp(), path, { headers: html }, { protect: ['/dashboard/'] })
      expect(response.status).toBe(307)
    },
  )

  it.each(['/café', '/caf%C3%A9'])('protects the path of a page if the option is %s', async (path) => {
    const { response } = await send(await setUp(), '/café', { headers: html }, { protect: [path] })
    expect(response.status).toBe(307)
  })

  it.each([['/'], () => true])('opens the sign-in page without a session if %o is protected', async (protect) => {
    const setup = await setUp({ LATCHKEY_SIGN_IN_PATH: '/login?step=1' })
    const statusOf = async (path: string): Promise<number> =>
      (await send(setup, path, { headers: html }, { protect })).response.status
    expect([await statusOf('/'), await statusOf('/login/')]).toEqual([307, 200])
    expect([await statusOf('/login'), await statusOf('/login?return_to=%2F')]).toEqual([200, 200])
    expect([await statusOf('/login/settings'), await statusOf('/Login')]).toEqual([307, 307])
  })

  it.each(['dashboard', '/dashboard/:path*', '/dashboard(.*)', '/users/[id]', '/a?b', ''])(
    'rejects %j, which would protect nothing',
    (path) => {
      expect(() => createProxy({ protect: ['/', path] }, () => expect.fail())).toThrow(
        `@latchkey/nextjs: "${path}" in the option protect is not a path`,
      )
    },
  )

  it('leads a user whose session has ended from a server action to the sign-in page', async () => {
    const init = { method: 'POST', headers: { accept: 'text/x-component', 'next-action': '00c0ffee' } }
    const { response } = await send(await setUp(), '/dashboard?page=2', init)
    expect([response.status, response.headers.get('x-action-redirect')]).toEqual([
      ...[401, '/login?return_to=%2Fdashboard%3Fpage%3D2;push'],
    ])
  })

  it('responds with 401 to calls of scripts and to forms', async () => {
    const setup = await setUp()
    for (const init of [{}, { method: 'POST', headers: html }]) {
      const { response } = await send(setup, '/dashboard/notes', init)
      expect([response.status, (await response.json()).error_type]).toEqual([401, 'user_unauthenticated'])
      expect(response.headers.has('x-action-redirect')).toBe(false)
    }
  })

  it('never passes on a JWT that the client has sent in the header of the proxy', async () => {
    const setup = await setUp()
    const { jwt } = await setup.signIn('ada@example.com')
    const { passedOn } = await send(setup, '/', { headers: { [jwtHeader]: jwt, [pathHeader]: '/other' } })
    expect([passedOn.has(jwtHeader), passedOn.get(pathHeader)]).toEqual([false, '/'])
  })

  it('treats a provider that limits the requests of a session like one that does not respond', async () => {
    const setup = await setUp()
    const { cookie } = await setup.signIn('ada@example.com')
    const body = { status_code: 429, error_type: 'too_many_requests', error_message: '', request_id: '' }
    setup.connection = async () => Response.json(body, { status: 429 })
    expect((await send(setup, '/', { headers: { ...html, cookie } })).response.status).toBe(200)
    expect((await send(setup, '/dashboard', { headers: { ...html, cookie } })).response.status).toBe(503)
  })

  it('responds with 503 for protected paths only if the provider does not respond', async () => {
    const setup = await setUp()
    const { cookie } = await setup.signIn('ada@example.com')
    setup.connection = () => Promise.reject(new TypeError('fetch failed'))
    const closed = await send(setup, '/dashboard', { headers: { ...html, cookie } })
    expect([closed.response.status, closed.response.headers.has('location')]).toEqual([503, false])
    const open = await send(setup, '/', { headers: { ...html, cookie } })
    expect(open.response.headers.get('x-middleware-next')).toBe('1')
  })

  it('calls `handle` with the session and the headers of the page', async () => {
    const setup = await setUp({ LATCHKEY_TRUST_SIBLING_HOSTS: 'true' })
    const { cookie, userId } = await setup.signIn('ada@example.com')
    await setup.kit.clock.advance(6 * minute)
    const { response, passedOn } = await send(
      setup,
      '/admin',
      { headers: { ...html, cookie } },
      {
        protect: ({ nextUrl }) => nextUrl.pathname === '/admin',
        handle({ request, session, headers }) {
          headers.set('x-nonce', `${request.nextUrl.pathname} ${session?.userId}`)
          return NextResponse.rewrite(new URL('/other', request.url), { request: { headers } })
        },
      },
    )
    expect(passedOn.get('x-nonce')).toBe(`/admin ${userId}`)
    expect(passedOn.has(jwtHeader)).toBe(true)
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect(response.headers.get('x-middleware-rewrite')).toBe(`${page}/other`)
  })
})
