import { createClient, isLatchkeyError } from '@latchkey/client'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestkit, type SentRequest, type Testkit } from '../index.ts'
import { ada, errorAnswer, halfHour, jsonAnswer, rejection, signInByCode } from './contract.suite.ts'

/** A response of a hostile or broken server. */
interface HostileResponse {
  status: number
  type: string
  text: string
  retryAfter: string
}

const unrecoverable = new Set([
  'unauthorized_credentials',
  'user_unauthenticated',
  'invalid_secret_authentication',
  'session_not_found',
])

const word = fc.constantFrom(
  'session_not_found',
  'captcha_required',
  'Captcha required',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'a; Path=/; Domain=evil.example',
  'line\r\nSet-Cookie: x=y',
  '\u0000',
  '2999-01-01T00:00:00Z',
  'not a date',
  '',
  'x'.repeat(5_000),
)
const value: fc.Arbitrary<unknown> = fc.oneof(
  { maxDepth: 2 },
  word,
  fc.constantFrom(null, true, false, 0, -1, 1e308, [], {}),
  fc.jsonValue({ maxDepth: 2 }),
)

const evilSession = {
  session_id: 'session-test-evil',
  expires_at: '2030-01-01T01:00:00Z',
  last_accessed_at: '2030-01-01T00:00:00Z',
}

function sessionAnswer(invalid: object): string {
  const data = {
    request_id: 'request-id-test-1',
    status_code: 200,
    user_id: 'user-test-evil',
    user: { user_id: 'user-test-evil', roles: ['admin'] },
    session: evilSession,
    session_token: 'evil-token',
    session_jwt: 'evil-jwt',
  }
  return JSON.stringify({ data: { ...data, ...invalid } })
}

/** A session response with some invalid parts. */
const invalidSession = fc
  .dictionary(
    fc.constantFrom('session', 'user', 'session_token', 'session_jwt', '__user', 'intermediate_session_token', 'data'),
    value,
    { maxKeys: 3 },
  )
  .map(sessionAnswer)

const moment = fc.constantFrom('2029-12-31T23:59:59Z', '1970-01-01T00:00:01Z', '2030-01-01T00:00:00Z', '+275760-09-13')
/** A session response that is valid except for its times. */
const mistimed = fc
  .dictionary(fc.constantFrom('expires_at', 'last_accessed_at', 'started_at'), fc.oneof(moment, word), { minKeys: 1 })
  .map((times) => sessionAnswer({ session: { ...evilSession, ...times } }))

const error = fc.record(
  {
    status_code: value,
    error_type: fc.oneof(word, value),
    error_message: value,
    error_url: value,
    request_id: value,
    error_details: value,
    body: value,
    params: value,
    query: value,
  },
  { requiredKeys: [] },
)

/** Settings of a project with some invalid values. */
const settings = fc
  .dictionary(
    fc.constantFrom(
      ...['project_name', 'disable_sdk_watermark', 'cname_domain', 'email_domains', 'captcha_settings', 'slug_pattern'],
      ...[
        'pkce_required_for_email_magic_links',
        'pkce_required_for_oauth',
        'password_config',
        'rbac_policy',
        'vertical',
      ],
      ...['dfp_protected_auth_enabled', 'dfp_protected_auth_mode', '__proto__', 'captchaSettings', 'emailDomains'],
    ),
    fc.oneof(
      value,
      fc.constantFrom<unknown>(
        { enabled: true },
        { enabled: true, siteKey: 7 },
        { roles: 7 },
        { roles: [{ role_id: 'latchkey_user' }], resources: [null] },
        { roles: [null], resources: [{ resource_id: 'documents' }], scopes: 'all' },
      ),
    ),
  )
  .map((data) => JSON.stringify({ data: { request_id: 'request-id-test-1', status_code: 200, ...data } }))

const text = fc.oneof(
  invalidSession,
  mistimed,
  error.map((body) => JSON.stringify(body)),
  value.map((body) => JSON.stringify({ data: body }) ?? ''),
  value.map((body) => JSON.stringify(body) ?? ''),
  fc.constantFrom('{"data":', '<html>', '', '{"__proto__":{"polluted":true}}', '{"data":{"__proto__":{"polluted":1}}}'),
)

const hostile: fc.Arbitrary<HostileResponse> = fc.record({
  status: fc.constantFrom(200, 200, 201, 299, 300, 400, 401, 403, 404, 418, 429, 500, 503),
  type: fc.constantFrom('application/json', 'application/json', 'application/json', 'text/html', 'text/plain', ''),
  text,
  retryAfter: fc.constantFrom('', '1', '-1', '1e9', 'soon', 'NaN', '99999999999999'),
})

function toResponse({ status, type, text: body, retryAfter }: HostileResponse): Response {
  const headers = new Headers()
  if (type) headers.set('content-type', type)
  if (retryAfter) headers.set('retry-after', retryAfter)
  return new Response(body, { status, headers })
}

/** Whether the response is an error of one of the four types that end a session. */
function endsSession({ status, type, text: body }: HostileResponse): boolean {
  if (status < 300 || !type.includes('json')) return false
  try {
    return unrecoverable.has((JSON.parse(body) as { error_type?: string } | null)?.error_type ?? '')
  } catch {
    return false
  }
}

/** A valid session of another user. */
const validSession: HostileResponse = { status: 200, type: 'application/json', text: sessionAnswer({}), retryAfter: '' }
const endedSession: HostileResponse = { ...validSession, status: 404, text: '{"error_type":"session_not_found"}' }

function isValidSession({ status, type, text: body }: HostileResponse): boolean {
  return status < 300 && type.includes('json') && body === validSession.text
}

/** Whether the response contains a user. A hostile response never contains the signed-in user. */
function namesAnotherUser({ status, type, text: body }: HostileResponse): boolean {
  if (status > 299 || !type.includes('json')) return false
  try {
    const { __user, user } = Object((JSON.parse(body) as { data?: unknown })?.data)
    return Boolean(Object(__user ?? user).user_id)
  } catch {
    return false
  }
}

/** Whether the response has an intermediate session token, which replaces the session. */
function asksForSecondFactor({ status, type, text: body }: HostileResponse): boolean {
  if (status > 299 || !type.includes('json')) return false
  try {
    const { intermediate_session_token: ist, session_token } = Object((JSON.parse(body) as { data?: unknown })?.data)
    return typeof ist === 'string' && ist !== '' && !session_token
  } catch {
    return false
  }
}

/** The number of hostile responses; 7,000 in the full run. The other tests use a fraction of it. */
const runs = Number(process.env.HOSTILE_RUNS ?? 120)

type Act = (kit: Testkit) => Promise<unknown>

/** Calls that start a session and may replace the current one. */
const signIns: Act[] = [
  ({ client }) => client.otps.authenticate('123456', 'method', halfHour),
  ({ client }) => client.magicLinks.authenticate('token', halfHour),
]
/** Calls that continue the session. A response of another session ends it, and never replaces it (S-15). */
const refreshes: Act[] = [
  ({ client }) => client.session.authenticate(),
  ({ client }) => client.session.authenticate(halfHour),
]
const revoke: Act = ({ client }) => client.session.revoke()
const acts: Act[] = [
  ...signIns,
  ...refreshes,
  revoke,
  ({ client }) => client.user.get(),
  ({ client }) => client.user.update({ untrusted_metadata: {} }),
  ({ client }) => client.user.deleteEmail('email-1'),
  ({ client }) => client.user.search(ada),
  ({ client }) => client.otps.sms.send('+12025550123'),
]

/** The only values that this browser may store, whatever a server sends. */
function expectSound(kit: Testkit): void {
  const { client, browser } = kit
  const tokens = client.session.getTokens()
  if (tokens) {
    expect(typeof tokens.session_token).toBe('string')
    expect(typeof tokens.session_jwt).toBe('string')
  }
  const [session, user] = [client.session.getSync(), client.user.getSync()]
  expect(session === null).toBe(user === null)
  if (session) {
    expect(typeof session.session_id).toBe('string')
    expect(Number.isNaN(Date.parse(session.expires_at))).toBe(false)
    expect(typeof user?.user_id).toBe('string')
  }
  for (const cookie of browser.cookies.all()) {
    expect(cookie.name).toMatch(
      /^(__Host-latchkey_session_binding|latchkey_(session|session_jwt|intermediate_session_token))$/,
    )
    expect(cookie.value).toMatch(/^[\w.~+/=-]{1,3800}$/)
    expect([cookie.domain, cookie.path]).toEqual([undefined, '/'])
  }
  for (const [key, stored] of browser.storage) {
    expect(key).toMatch(/^latchkey:(persistent_id|public-token-test-[\w-]+:(session|bootstrap|pkce:\w+))$/)
    expect(stored.length).toBeLessThanOrEqual(65_536)
  }
  expect(kit.tab.href()).toBe('https://app.example.com/')
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

function sessionData({ client, browser }: Testkit): unknown {
  return [client.session.getSync(), client.user.getSync(), client.session.getTokens(), browser.cookies.all()]
}

/** Signs in, lets the hostile server respond to one call, and checks the state afterwards. */
async function checkCall(answer: HostileResponse, act: Act, kit: Testkit): Promise<void> {
  kit.network.intercept = undefined
  // Links are redeemed only after a press of a button.
  kit.tab.press()
  if (!kit.client.session.getSync()) await signInByCode(kit)
  const before = kit.client.session.getSync()?.session_id
  kit.network.intercept = ({ path }: SentRequest) => (path.endsWith('/events') ? undefined : toResponse(answer))
  let thrown: unknown
  await act(kit).catch((problem: unknown) => {
    thrown = problem ?? new Error('nothing was thrown')
  })
  if (thrown !== undefined) {
    expect(isLatchkeyError(thrown), String((thrown as Error).stack)).toBe(true)
    expect(typeof (thrown as Error).message).toBe('string')
  }
  const after = kit.client.session.getSync()?.session_id
  // An error ends the session by four types only, and the response of another user ends that of the caller. Only a
  // sign-in can bring another session.
  if (thrown !== undefined) {
    if (!signIns.includes(act) && namesAnotherUser(answer)) expect([before, undefined]).toContain(after)
    else if (!endsSession(answer)) expect(after).toBe(before)
  } else if (act === revoke) expect(after).toBeUndefined()
  else if (asksForSecondFactor(answer)) expect([before, undefined]).toContain(after)
  else if (!signIns.includes(act)) expect(after).toBe(before)
  else expect(after).toBeTypeOf('string')
  expectSound(kit)
}

it('no response of a hostile server breaks the client, signs the user out or is stored', async () => {
  const limits = { sends_per_ip: { limit: 1e6, windowMs: 1 }, sends_per_address: { limit: 1e6, windowMs: 1 } }
  const daily = { sends_per_address_daily: { limit: 1e6, windowMs: 1 }, requests_per_ip: { limit: 1e6, windowMs: 1 } }
  const kit = await createTestkit({ config: { limits: { ...limits, ...daily } } })
  try {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(...acts), (answer, act) => checkCall(answer, act, kit)),
      { numRuns: runs },
    )
  } finally {
    await kit.close()
  }
}, 3_600_000)

it('no response to the background refresh signs the user out except four types and other users, and none stops it', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (answer) => {
      const errors: unknown[] = []
      const kit = await createTestkit({ client: { callbacks: { onError: (problem) => errors.push(problem) } } })
      try {
        await signInByCode(kit)
        const before = kit.client.session.getSync()?.session_id
        let refreshed = 0
        kit.network.intercept = ({ path }) =>
          path.endsWith('/sessions/authenticate') && refreshed++ === 0 ? toResponse(answer) : undefined
        await kit.clock.advance(180_000)
        // The response has been read: the session has ended, or the timer of the next refresh is set.
        await expect.poll(() => kit.client.session.getSync() === null || kit.clock.pending() > 0).toBe(true)
        for (const problem of errors) expect(isLatchkeyError(problem), String((problem as Error).stack)).toBe(true)
        expectSound(kit)
        const after = kit.client.session.getSync()?.session_id
        if (endsSession(answer) || isValidSession(answer)) expect(after).toBeUndefined()
        else if (asksForSecondFactor(answer) || namesAnotherUser(answer)) expect([before, undefined]).toContain(after)
        else expect(after).toBe(before)
        expect(JSON.stringify([sessionData(kit), [...kit.browser.storage]])).not.toMatch(/evil/)
        const earlier = refreshed
        await kit.clock.advance(200_000)
        if (after === undefined) {
          // An ended session is not refreshed again and does not return.
          expect([refreshed, kit.client.session.getSync()]).toEqual([earlier, null])
        } else if (!/^\d/.test(answer.retryAfter) || answer.retryAfter === '1')
          expect(refreshed).toBeGreaterThan(earlier)
      } finally {
        await kit.close()
      }
    }),
    { numRuns: Math.ceil(runs / 8), examples: [[validSession], [{ ...validSession, status: 299 }], [endedSession]] },
  )
}, 3_600_000)

it('no hostile settings break the client or weaken it', async () => {
  const kit = await createTestkit()
  try {
    await signInByCode(kit)
    const token = kit.client.session.getTokens()?.session_token ?? ''
    const hostileSettings = fc.oneof(
      hostile,
      settings.map((text) => ({ status: 200, type: 'application/json', text, retryAfter: '' })),
    )
    await fc.assert(
      fc.asyncProperty(hostileSettings, async (answer) => {
        kit.network.intercept = ({ path }) =>
          path.includes('/bootstrap/')
            ? toResponse(answer)
            : path.includes('/sessions/')
              ? undefined
              : jsonAnswer({ data: {} })
        const { client, tab } = kit.openBrowser()
        client.session.updateSession({ session_token: token })
        const known = [await client.bootstrap.get(), client.bootstrap.getSync()]
        // The next page reads the stored copy.
        const next = createClient(kit.project.publicToken, {
          domains: { testApi: 'https://auth.example.com' },
          platform: tab.platform,
        })
        known.push(next.bootstrap.getSync())
        for (const { emailDomains, captchaSettings, pkceRequiredForEmailMagicLinks } of known) {
          expect(Array.isArray(emailDomains)).toBe(true)
          expect(captchaSettings).toBeTypeOf('object')
          expect(pkceRequiredForEmailMagicLinks).toBeTypeOf('boolean')
        }
        const { rbac } = client
        expect(rbac.isAuthorizedSync('documents', 'read')).toBe(false)
        expect(await rbac.isAuthorized('documents', 'read')).toBe(false)
        expect(await rbac.allPermissions()).toBeTypeOf('object')
        await client.user.search(ada)
        await client.magicLinks.email.loginOrCreate(ada)
        expect(tab.href()).toBe('https://app.example.com/')
        client.dispose()
        next.dispose()
      }),
      { numRuns: Math.ceil(runs / 4) },
    )
  } finally {
    await kit.close()
  }
}, 3_600_000)

it('a response with an invalid session, user or token is rejected, and the current session stays', async () => {
  const kit = await createTestkit()
  try {
    await signInByCode(kit)
    kit.tab.press()
    const before = sessionData(kit)
    const invalid: Record<string, unknown>[] = [
      ...[7, {}, [], true, null].map((session_token) => ({ session_token })),
      ...[7, {}, null].map((session_jwt) => ({ session_jwt })),
      ...[7, {}, ['ist'], true].map((token) => ({
        intermediate_session_token: token,
        session_token: '',
        session: null,
      })),
      ...[null, 7, [], 'text'].map((value) => ({ session: value })),
      ...['soon', '', 7, null].map((expires_at) => ({ session: { ...evilSession, expires_at } })),
      // Expired at its arrival, by the clock of the browser or by that of the server.
      { session: { ...evilSession, expires_at: '2029-12-31T23:59:59Z' } },
      { session: { ...evilSession, last_accessed_at: '2999-01-01T00:00:00Z' } },
      { session: { ...evilSession, session_id: { toString: 1 } } },
      ...[null, 7, 'ada', [], { user_id: 7 }].map((user) => ({ user })),
      ...[7, 'ada', [], { user_id: 7 }].map((user) => ({ __user: user })),
    ]
    for (const change of invalid) {
      kit.network.intercept = () =>
        new Response(sessionAnswer(change), { headers: { 'content-type': 'application/json' } })
      for (const act of [...signIns, ...refreshes]) {
        expect([change, (await rejection(act(kit))).message]).toEqual([change, 'Invalid response from our servers.'])
      }
      expect([change, sessionData(kit)]).toEqual([change, before])
    }
    expectSound(kit)
    expect(kit.tab.log).toEqual([])
  } finally {
    await kit.close()
  }
})

it('the check detects a sign-out, notified or not, and a foreign error', async () => {
  const kit = await createTestkit()
  try {
    await signInByCode(kit)
    const answer = { status: 404, type: 'application/json', text: '{"error_type":"not_found"}', retryAfter: '' }
    const naive = async (of: Testkit): Promise<void> => {
      await of.client.session.revoke({ forceClear: true })
    }
    expect((await rejection(checkCall(answer, naive, kit))).name).toBe('AssertionError')
    // Also if no error is reported.
    const silent: Act = (of) => naive(of).catch(() => undefined)
    expect((await rejection(checkCall(answer, silent, kit))).name).toBe('AssertionError')
    const foreign = async (): Promise<void> => Promise.reject(new TypeError('x is undefined'))
    expect((await rejection(checkCall(answer, foreign, kit))).name).toBe('AssertionError')
    kit.network.intercept = () => errorAnswer('session_not_found', 404)
    await rejection(kit.client.session.authenticate())
    expect(kit.client.session.getSync()).toBeNull()
  } finally {
    await kit.close()
  }
})
