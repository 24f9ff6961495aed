import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { baseUrl, bearer, cookies, minute, type Setup, setUp, type User } from './backend.suite.ts'
import { createBackend, isLatchkeyError } from './index.ts'

/** Also the name of the error, to compare whole outcomes. */
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => (isLatchkeyError(error) ? error.name : error))

/** The value of the client's binding cookie. */
const bindingOf = (token: string): string => token.slice(-20)
const bound = ({ token }: User): string[] => [
  `latchkey_session=${token}`,
  `__Host-latchkey_session_binding=${bindingOf(token)}`,
]

describe('verifyRequest', () => {
  it('reads a JWT in the header without a call to the provider except for its keys', async () => {
    const { backend, user, requests, kit } = await setUp()
    const session = await backend.verifyRequest(new Request('https://app.example.com', { headers: bearer(user.jwt) }))
    const claims = decodeJwt(user.jwt)
    expect(session).toEqual({
      userId: user.userId,
      sessionId: claims.sid,
      roles: ['latchkey_user'],
      factors: [expect.objectContaining({ type: 'otp', delivery_method: 'email' })],
      startedAt: new Date(kit.clock.now()),
      expiresAt: new Date(kit.clock.now() + 30 * minute),
      authenticatedAt: new Date(kit.clock.now()),
      customClaims: {},
      impersonator: null,
      jwt: user.jwt,
      setCookies: [],
      can: expect.any(Function),
      requirePermission: expect.any(Function),
    })
    await backend.verifyRequest(bearer(user.jwt))
    expect(requests).toEqual([`/v1/sessions/jwks/${kit.project.id}`])
  })

  it('accepts a Request, its headers and a request of Node', async () => {
    const { backend, user } = await setUp()
    const authorization = `Bearer ${user.jwt}`
    const cookie = ['theme=dark', ...bound(user)].join('; ')
    const requests = [
      new Request('https://app.example.com', { headers: { authorization } }),
      new Headers({ authorization }),
      { headers: { authorization: `bearer ${user.jwt}` } },
      new Headers({ cookie }),
      { headers: { cookie } },
      // A header of a user cannot replace the method of an object.
      { headers: { cookie, get: 'x' } },
    ]
    for (const request of requests) expect((await backend.verifyRequest(request))?.userId).toBe(user.userId)
    expect([await backend.verifyRequest(new Headers()), await backend.verifyRequest({ headers: {} })]).toEqual([
      null,
      null,
    ])
  })

  it('reads the cookies that the client has set', async () => {
    const { backend, user } = await setUp()
    expect(user.cookie).toContain('__Host-latchkey_session_binding=')
    expect((await backend.verifyRequest(cookies(user.cookie)))?.userId).toBe(user.userId)
  })

  it('renews an expired JWT of a session that is still valid', async () => {
    const { backend, kit, user } = await setUp()
    await kit.clock.advance(6 * minute)
    expect(await backend.verifyRequest(bearer(user.jwt))).toBeNull()
    const headers = cookies(user.cookie)
    headers.set('authorization', `Bearer ${user.jwt}`)
    const session = await backend.verifyRequest(headers)
    expect([session?.userId, session?.jwt === user.jwt]).toEqual([user.userId, false])
    expect(session?.setCookies).toEqual([])
  })

  it('renews a JWT whose signing key is gone, such as that of a page that was closed for months', async () => {
    const { backend, user } = await setUp()
    const { privateKey } = await generateKeyPair('ES256')
    const header = { alg: 'ES256', kid: 'rotated-away', typ: 'JWT' }
    const jwt = await new SignJWT({ sub: 'user-test-1' }).setProtectedHeader(header).sign(privateKey)
    expect(await backend.verifyRequest(bearer(jwt))).toBeNull()
    const headers = cookies(user.cookie)
    headers.set('authorization', `Bearer ${jwt}`)
    expect((await backend.verifyRequest(headers))?.userId).toBe(user.userId)
  })

  it('verifies JWTs of a rotated key', async () => {
    const { backend, admin, kit, signIn } = await setUp()
    const api = await admin()
    await backend.verifyRequest(bearer((await signIn('grace@example.com')).jwt))
    await kit.clock.advance(25 * 60 * minute)
    const { signing_keys } = await api.signingKeys.rotate()
    const { jwt, userId } = await signIn('alan@example.com')
    const [header = ''] = jwt.split('.')
    const active = signing_keys.find(({ state }) => state === 'active')?.kid
    expect(JSON.parse(atob(header)).kid).toBe(active)
    expect((await backend.verifyRequest(bearer(jwt)))?.userId).toBe(userId)
  })

  it('ignores an Authorization header of another scheme', async () => {
    const { backend, user } = await setUp()
    const headers = cookies(user.cookie)
    headers.set('authorization', 'Basic c3RhZ2luZzpzZWNyZXQ=')
    expect((await backend.verifyRequest(headers))?.userId).toBe(user.userId)
  })

  it('reads the JWT of the cookie if all hosts of the domain are trusted, and returns a cookie with a renewed one', async () => {
    const { create, kit, user, requests } = await setUp()
    const backend = create({ trustSiblingHosts: true, cookieDomain: 'example.com' })
    const all = cookies(`latchkey_session=${user.token}`, `latchkey_session_jwt=${user.jwt}`)
    expect((await backend.verifyRequest(all))?.jwt).toBe(user.jwt)
    expect(requests.filter((path) => path.startsWith('/sdk/'))).toEqual([])
    await kit.clock.advance(6 * minute)
    const session = await backend.verifyRequest(all)
    expect(session?.userId).toBe(user.userId)
    expect(session?.setCookies).toEqual([
      `latchkey_session_jwt=${session?.jwt}; Path=/; Max-Age=1440; Secure; SameSite=Lax; Domain=example.com`,
    ])
  })

  it('ignores a JWT without a token next to it: the user has signed out', async () => {
    const { create, user } = await setUp()
    const backend = create({ trustSiblingHosts: true })
    expect(await backend.verifyRequest(cookies(`latchkey_session_jwt=${user.jwt}`))).toBeNull()
  })

  it('trusts the cookies of a provider on localhost, and renews them without `Secure`', async () => {
    const setup = await setUp()
    const { connection: connect, create, kit, user, requests } = setup
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const key = { ...(await exportJWK(publicKey)), kid: 'local', alg: 'ES256' }
    /** As a provider on localhost signs it. */
    const localJwt = (jwt: string): Promise<string> =>
      new SignJWT({ ...decodeJwt(jwt), iss: `http://localhost:4000/v1/public/${kit.project.id}` })
        .setProtectedHeader({ alg: 'ES256', kid: 'local', typ: 'JWT' })
        .sign(privateKey)
    setup.connection = async (url, init) => {
      if (url.includes('/jwks/')) return Response.json({ keys: [key] })
      const { data } = await (await connect(url, init)).json()
      return Response.json({ data: { ...data, session_jwt: await localJwt(data.session_jwt) } })
    }
    const backend = create({ baseUrl: 'http://localhost:4000' })
    const all = cookies(`latchkey_session=${user.token}`, `latchkey_session_jwt=${await localJwt(user.jwt)}`)
    expect((await backend.verifyRequest(all))?.userId).toBe(user.userId)
    expect(requests).toHaveLength(1)
    await kit.clock.advance(6 * minute)
    const [cookie] = (await backend.verifyRequest(all))?.setCookies ?? []
    expect(cookie).toMatch(/^latchkey_session_jwt=[^;]+; Path=\/; Max-Age=1440; SameSite=Lax$/)
  })

  it('trusts and secures cookies by the URL that browsers use, not by the one of this server (S-14)', async () => {
    const { create, kit, user } = await setUp()
    const issuer = decodeJwt(user.jwt).iss
    const options = { baseUrl: 'http://localhost:4000', issuer }
    const forged = cookies(`latchkey_session=${user.token}`, `latchkey_session_jwt=${user.jwt}`)
    expect(await create(options).verifyRequest(forged)).toBeNull()
    await kit.clock.advance(6 * minute)
    const session = await create({ ...options, trustSiblingHosts: true }).verifyRequest(forged)
    expect(session?.setCookies).toEqual([expect.stringMatching(/; Secure;/)])
  })

  it('asks the provider once in ten seconds about the cookies of a session', async () => {
    const { backend, kit, user, requests, signIn } = await setUp()
    const grace = await signIn('grace@example.com')
    const countCalls = (): number => requests.filter((path) => path.endsWith('/sessions/authenticate')).length
    const read = async ({ cookie }: User, fresh = false): Promise<string | undefined> =>
      (await backend.verifyRequest(cookies(cookie), { fresh }))?.userId
    expect([await read(user), await read(grace), await read(user), countCalls()]).toEqual([
      ...[user.userId, grace.userId, user.userId, 2],
    ])
    expect([await read(user, true), countCalls()]).toEqual([user.userId, 3])
    await kit.clock.advance(10_000)
    expect([await read(user), countCalls()]).toEqual([user.userId, 4])
  })

  it('sees a factor as soon as the user has proven it', async () => {
    const { backend, kit } = await setUp()
    const { tab, client } = kit.openBrowser()
    const email = 'grace@example.com'
    const provenAt: (Date | undefined)[] = []
    for (let round = 0; round < 2; round += 1) {
      const { method_id } = await client.otps.email.loginOrCreate(email)
      await client.otps.authenticate(kit.inbox.lastCode(email), method_id, { session_duration_minutes: 30 })
      provenAt.push((await backend.verifyRequest(cookies(tab.platform.document.cookie)))?.authenticatedAt)
      await kit.clock.advance(1_000)
    }
    client.dispose()
    expect(provenAt).toEqual([new Date(kit.clock.now() - 2_000), new Date(kit.clock.now() - 1_000)])
  })

  it('does not use a confirmed session after its end', async () => {
    const { backend, kit, user } = await setUp()
    await kit.clock.advance(30 * minute - 5_000)
    expect((await backend.verifyRequest(cookies(user.cookie)))?.userId).toBe(user.userId)
    await kit.clock.advance(6_000)
    expect(await backend.verifyRequest(cookies(user.cookie))).toBeNull()
  })

  it('reads HttpOnly cookies that only this host can set', async () => {
    const { create, kit, user } = await setUp()
    const backend = create({ cookieName: '__Host-latchkey_session' })
    const all = `__Host-latchkey_session=${user.token}; __Host-latchkey_session_jwt=${user.jwt}`
    expect((await backend.verifyRequest(cookies(all)))?.jwt).toBe(user.jwt)
    await kit.clock.advance(6 * minute)
    expect((await backend.verifyRequest(cookies(all)))?.userId).toBe(user.userId)
    expect(await backend.verifyRequest(cookies(all.replaceAll('__Host-', '')))).toBeNull()
  })

  it('returns null for a revoked session after its JWT has expired, and at once with `fresh`', async () => {
    const { backend, admin, kit, user } = await setUp()
    const headers = cookies(user.cookie)
    headers.set('authorization', `Bearer ${user.jwt}`)
    expect((await backend.verifyRequest(headers, { fresh: true }))?.userId).toBe(user.userId)
    await (await admin()).sessions.revoke({ user_id: user.userId })
    expect((await backend.verifyRequest(headers))?.userId).toBe(user.userId)
    expect(await backend.verifyRequest(headers, { fresh: true })).toBeNull()
    // Otherwise the sign-in page would send the user back to the page that asked.
    expect(await backend.verifyRequest(cookies(user.cookie))).toBeNull()
    await kit.clock.advance(6 * minute)
    expect(await backend.verifyRequest(headers)).toBeNull()
  })

  it('accepts only the header with `requireHeader`, and only for the session of the cookies with `fresh`', async () => {
    const { create, user, signIn } = await setUp()
    const grace = await signIn('grace@example.com')
    for (const backend of [create(), create({ trustSiblingHosts: true })]) {
      const read = async (headers: Headers, fresh = false): Promise<string | undefined> =>
        (await backend.verifyRequest(headers, { requireHeader: true, fresh }))?.userId
      const both = cookies(user.cookie)
      both.set('authorization', `Bearer ${user.jwt}`)
      const mixed = cookies(user.cookie)
      mixed.set('authorization', `Bearer ${grace.jwt}`)
      expect([
        ...[await read(cookies(user.cookie)), await read(both), await read(bearer(user.jwt))],
        ...[await read(cookies(user.cookie), true), await read(both, true), await read(mixed, true)],
      ]).toEqual([undefined, user.userId, user.userId, undefined, user.userId, undefined])
    }
  })

  it('returns null for a session that has ended, a changed JWT and a JWT of another project', async () => {
    const { backend, create, kit, user } = await setUp()
    expect(await backend.verifyRequest(bearer(`${user.jwt.slice(0, -8)}AAAAAAAA`))).toBeNull()
    const other = await kit.addProject()
    const others = create({ projectId: other.id, publicToken: other.publicToken })
    expect(await others.verifyRequest(bearer(user.jwt))).toBeNull()
    expect(await others.verifyRequest(cookies(...bound(user)))).toBeNull()
    await kit.clock.advance(31 * minute)
    expect(await backend.verifyRequest(cookies(...bound(user)))).toBeNull()
    expect(await backend.verifyRequest(cookies(...bound({ ...user, token: 'not:a token' })))).toBeNull()
  })

  it('rejects for a mistake in the options, and does not sign the user out', async () => {
    const { create, user } = await setUp()
    const read = (options: Parameters<typeof create>[0]) =>
      outcomeOf(create(options).verifyRequest(cookies(...bound(user))))
    expect([
      await read({ publicToken: 'public-token-test-99999999' }),
      await read({ publicToken: '' }),
      await read({ issuer: 'https://other.example.com' }),
      await read({ baseUrl: `${baseUrl}/auth` }),
    ]).toEqual(['ApiError', 'UsageError', 'UsageError', 'ApiError'])
    expect(() => createBackend({ baseUrl, projectId: '' })).toThrow('projectId is missing.')
    expect(() => createBackend({ baseUrl: 'auth.example.com', projectId: 'p' })).toThrow('baseUrl is missing or not')
  })

  it('rejects, and does not sign the user out, while the provider does not respond or is busy', async () => {
    const setup = await setUp()
    const { create, kit, user } = setup
    await kit.clock.advance(6 * minute)
    const connections: Setup['connection'][] = [
      () => Promise.reject(new TypeError('fetch failed')),
      () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError')),
      async () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
      async () => new Response('<h1>Not found</h1>', { status: 404 }),
      async () => Response.json({ message: 'no Route matched' }, { status: 404 }),
      async () => Response.json({ error_type: 'too_many_requests', status_code: 429 }, { status: 429 }),
      async () => new Response(null, { status: 302, headers: { location: 'https://sso.example.net' } }),
      async () => Response.json({}),
    ]
    for (const connection of connections) {
      setup.connection = connection
      const outcome = await outcomeOf(create().verifyRequest(bearer(user.jwt)))
      expect(outcome).toBe('UnreachableError')
      const renewal = await outcomeOf(create().verifyRequest(cookies(...bound(user))))
      expect(renewal).toBe('UnreachableError')
    }
    setup.connection = connections[2] as Setup['connection']
    await expect(create().verifyRequest(cookies(...bound(user)))).rejects.toMatchObject({
      ...{ name: 'UnreachableError', status: 503, retryAfterMs: 7_000 },
      message: 'The provider responded with status 503.',
    })
  })

  it('never reads the session of another user from cookies that a sibling host has set (S-14)', async ({ task }) => {
    const { backend, kit, user, signIn } = await setUp()
    const mallory = await signIn('mallory@example.com')
    const foreign = { token: `latchkey_session=${mallory.token}`, jwt: `latchkey_session_jwt=${mallory.jwt}` }
    const own = { token: `latchkey_session=${user.token}`, jwt: `latchkey_session_jwt=${user.jwt}` }
    const binding = `__Host-latchkey_session_binding=${bindingOf(user.token)}`
    const foreignBinding = `__Host-latchkey_session_binding=${bindingOf(mallory.token)}`
    const { userId } = user
    const cases: [string, string | null, ...string[]][] = [
      ['a JWT alone', null, foreign.jwt],
      ['a token alone', null, foreign.token],
      ['a token and a JWT', null, foreign.token, foreign.jwt],
      ['a token with an empty binding', null, foreign.token, '__Host-latchkey_session_binding='],
      ['an overwritten JWT', userId, own.token, foreign.jwt, binding],
      ['a JWT before the user’s', userId, foreign.jwt, own.jwt, own.token, binding],
      ['a JWT after the user’s', userId, own.token, binding, own.jwt, foreign.jwt],
      ['an overwritten token', null, foreign.token, own.jwt, binding],
      ['an overwritten token and JWT', null, foreign.token, foreign.jwt, binding],
      ['a token before the user’s', userId, foreign.token, own.token, binding],
      ['a token after the user’s', userId, binding, own.token, foreign.token],
      ['a quoted token', null, `latchkey_session="${mallory.token}"`, binding],
      ['an empty token before the user’s', userId, 'latchkey_session=', own.token, binding],
      // A browser lets other hosts set names that are not exactly those with the prefix.
      ...['\u00a0', '\u2002', '\t', '\v', '=', ' '].map((before): [string, null, ...string[]] => [
        ...([`a binding after ${JSON.stringify(before)}`, null, foreign.token] as const),
        before + foreignBinding,
      ]),
      ['a binding in lower case', null, foreign.token, foreignBinding.toLowerCase()],
      ['a binding inside of another cookie', null, foreign.token, `note="${foreignBinding}"`],
    ]
    for (const minutes of [0, 6]) {
      await kit.clock.advance(minutes * minute)
      for (const [name, expected, ...all] of cases) {
        // As Node reads it: `Headers` rejects some of these characters.
        const session = await backend.verifyRequest({ headers: { cookie: all.join('; ') } })
        expect([name, session?.userId ?? null]).toEqual([name, expected])
      }
    }
    // `npm run test:attacks` adds them up.
    task.meta.variants = 2 * cases.length
  })
})
