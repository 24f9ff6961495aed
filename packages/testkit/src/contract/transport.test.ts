import { expect } from 'vitest'
import type { SentRequest, Testkit } from '../index.ts'
import {
  ada,
  errorAnswer,
  halfHour,
  jsonAnswer,
  onBothEngines,
  otherCode,
  rejection,
  secretOf,
  sentTo,
  signInByCode,
} from './contract.suite.ts'

interface Telemetry {
  event_id: string
  app_session_id: string
  persistent_id: string
  latchkey_user_id?: string
}

const telemetryOf = ({ headers }: SentRequest): Telemetry => JSON.parse(atob(headers['x-sdk-client'] ?? ''))

/** All requests except events, which have other headers. */
const calls = (kit: Testkit) => kit.network.requests.filter(({ path }) => !path.endsWith('/events'))

onBothEngines('every call', (open, _engine, it) => {
  it.inTurn(
    'sends every call below /sdk/v1 with its headers and with cookies [C-CALL-01] [C-CALL-02] [C-CALL-03] [C-CALL-04] [C-CALL-05]',
    async () => {
      const kit = await open()
      const { client, project } = kit
      await signInByCode(kit)
      const token = client.session.getTokens()?.session_token
      await client.user.get()
      await client.user.update({})
      await client.session.authenticate(halfHour)
      await client.session.revoke()
      const all = calls(kit)
      expect(all.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `GET /sdk/v1/projects/bootstrap/${project.publicToken}`,
        'POST /sdk/v1/otps/email/login_or_create',
        'POST /sdk/v1/otps/authenticate',
        'GET /sdk/v1/users/me',
        'PUT /sdk/v1/users/me',
        'POST /sdk/v1/sessions/authenticate',
        'POST /sdk/v1/sessions/revoke',
      ])
      expect(all.map(secretOf)).toEqual([...Array(3).fill(project.publicToken), ...Array(4).fill(token)])
      for (const { headers, credentials } of all) {
        expect(atob(headers.authorization?.replace('Basic ', '') ?? '').split(':')[0]).toBe(project.publicToken)
        expect(headers).toEqual({
          authorization: expect.stringMatching(/^Basic [\w+/]+=*$/),
          'content-type': 'application/json',
          'x-sdk-client': expect.any(String),
          'x-sdk-parent-host': 'https://app.example.com',
        })
        expect(credentials).toBe('include')
      }
    },
  )

  it.inTurn('identifies client, page and browser in every call [C-CALL-03]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.client.user.get()
    const other = kit.openTab().client
    await other.bootstrap.get()
    const [first, ...rest] = calls(kit).map(telemetryOf)
    expect(first).toEqual({
      event_id: expect.stringMatching(/^event-id-[\da-f-]{32,36}$/),
      app_session_id: expect.stringMatching(/^app-session-id-[\da-f-]{32,36}$/),
      persistent_id: expect.stringMatching(/^persistent-id-[\da-f-]{32,36}$/),
      client_sent_at: '2030-01-01T00:00:00.000Z',
      timezone: 'Etc/UTC',
      app: { identifier: 'app.example.com' },
      sdk: { identifier: 'latchkey-js', version: '5.29.1' },
    })
    const all = [first, ...rest]
    expect(new Set(all.map((one) => one?.event_id)).size).toBe(all.length)
    expect(new Set(all.map((one) => one?.persistent_id)).size).toBe(1)
    expect(new Set(all.map((one) => one?.app_session_id)).size).toBe(2)
    const me = calls(kit).find(({ path }) => path.endsWith('/users/me'))
    expect(me && telemetryOf(me)).toMatchObject({
      latchkey_user_id: kit.client.user.getSync()?.user_id,
      latchkey_session_id: kit.client.session.getSync()?.session_id,
    })
  })

  it.inTurn('sends no body if the endpoint has none [C-CALL-07] [C-CALL-21]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.client.session.revoke()
    const { publicToken } = kit.project
    expect(sentTo(kit, `/projects/bootstrap/${publicToken}`)).toMatchObject([{ method: 'GET', body: null }])
    expect(sentTo(kit, '/sessions/revoke')).toMatchObject([{ method: 'POST', body: null }])
  })

  it.inTurn('sends sessions/authenticate with a duration, or with {} [C-CALL-22]', async () => {
    const kit = await open()
    await signInByCode(kit)
    await kit.client.session.authenticate()
    await kit.client.session.authenticate({ session_duration_minutes: 60 })
    expect(sentTo(kit, '/sessions/authenticate')).toMatchObject([
      { method: 'POST', body: {} },
      { method: 'POST', body: { session_duration_minutes: 60 } },
    ])
    expect(Object.keys(sentTo(kit, '/sessions/authenticate')[0]?.body ?? { none: 0 })).toEqual([])
  })

  it.inTurn('returns data for statuses from 200 to 299 [C-CALL-06] [C-ERR-02]', async () => {
    const kit = await open()
    const answers: unknown[] = []
    kit.network.onAnswer = async (_, answer) => {
      answers.push(await answer.clone().json())
      return answer
    }
    const sent = await kit.client.otps.email.loginOrCreate(ada)
    expect(answers).toContainEqual({ data: sent })
    expect(sent).toEqual({
      method_id: expect.any(String),
      request_id: expect.stringMatching(/^request-id-test-/),
      status_code: 200,
    })
    kit.network.onAnswer = undefined
    for (const status of [200, 201, 299]) {
      kit.network.intercept = () => jsonAnswer({ data: { userType: 'new' } }, status)
      expect(await kit.client.user.search(ada)).toEqual({ userType: 'new' })
    }
    kit.network.intercept = () => jsonAnswer({ data: { userType: 'new' } }, 300)
    expect((await rejection(kit.client.user.search(ada))).name).toBe('ApiError')
  })
})

onBothEngines('an error of the provider', (open, _engine, it) => {
  it.inTurn('lists schema issues in the error [C-ERR-03] [C-ERR-04]', async () => {
    const kit = await open()
    const error = await rejection(kit.client.otps.email.loginOrCreate(ada, { expiration_minutes: 99 }))
    expect(error.message).toBe(
      '[400] Request does not match expected schema\nbody.expiration_minutes: must not be more than 10',
    )
    expect(error).toMatchObject({ name: 'SchemaError', status_code: 400, request_id: expect.any(String) })
    const long = await rejection(kit.client.user.deleteEmail('x'.repeat(600)))
    expect(long.message).toMatch(/^\[400] Request does not match expected schema\nparams\.id: /)
  })

  it.inTurn('reports status, type, message, URL and request id [C-ERR-05]', async () => {
    const kit = await open()
    const { method_id } = await kit.client.otps.email.loginOrCreate(ada)
    const wrong = otherCode(kit.inbox.lastCode(ada))
    const error = await rejection(kit.client.otps.authenticate(wrong, method_id, halfHour))
    const { request_id } = error as unknown as { request_id: string }
    expect(error.message).toBe(
      [
        '[404] otp_code_not_found',
        'Invalid passcode, please try again.',
        'See https://auth.example.com/docs/errors/otp_code_not_found for more information.',
        `request_id: ${request_id}`,
      ].join('\n'),
    )
    expect(error).toMatchObject({
      name: 'ApiError',
      status_code: 404,
      error_type: 'otp_code_not_found',
      error_message: 'Invalid passcode, please try again.',
      error_url: 'https://auth.example.com/docs/errors/otp_code_not_found',
      request_id: expect.stringMatching(/^request-id-test-/),
    })
  })

  it.inTurn('reports the delay of a rate limit', async () => {
    const kit = await open()
    for (let times = 0; times < 5; times++) await kit.client.otps.email.loginOrCreate(ada)
    const error = await rejection(kit.client.otps.email.loginOrCreate(ada))
    expect(error).toMatchObject({ error_type: 'too_many_requests', status_code: 429 })
    const { retryAfterMs = 0 } = error as unknown as { retryAfterMs?: number }
    expect(retryAfterMs).toBeGreaterThanOrEqual(15 * 60_000)
    expect(kit.inbox.messages(ada)).toHaveLength(5)
  })
})

onBothEngines('an invalid response', (open, _engine, it) => {
  const html = { 'content-type': 'text/html' }
  const json = { 'content-type': 'application/json' }

  it.inTurn('reports a response of an unknown format as an unknown error [C-ERR-06]', async () => {
    const kit = await open()
    for (const body of [{}, [], { message: 'no' }, { error_type: 7 }, 'words', null]) {
      kit.network.intercept = () => jsonAnswer(body, 418)
      expect(await rejection(kit.client.user.search(ada))).toMatchObject({
        name: 'ApiError',
        status_code: 400,
        error_type: 'unknown_error',
      })
    }
  })

  it.inTurn(
    'reports an invalid response as one of four problems [C-ERR-07] [C-ERR-08] [C-ERR-09] [C-ERR-10]',
    async () => {
      const kit = await open()
      const { user } = kit.client
      await kit.client.bootstrap.get()
      const cases: [string, () => Response][] = [
        ['Invalid JSON response from our servers.', () => new Response('{"data":', { headers: json })],
        ['Invalid JSON response from our servers.', () => new Response('{"error', { status: 503, headers: json })],
        ['Invalid or no response from server', () => new Response(null, { status: 204 })],
        ['Invalid or no response from server', () => new Response('', { status: 502, headers: html })],
        ['Invalid or no response from server', () => jsonAnswer({})],
        ['Invalid or no response from server', () => jsonAnswer({ data: 'text' })],
        [
          'Invalid response from our servers.',
          () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: html }),
        ],
        ['Invalid response from our servers.', () => new Response('<h1>Hello</h1>', { headers: html })],
      ]
      for (const [words, answer] of cases) {
        kit.network.intercept = answer
        expect(await rejection(user.search(ada))).toMatchObject({ name: 'UnreachableError', message: words })
      }
      kit.network.intercept = undefined
      kit.network.isDown = true
      expect(await rejection(user.search(ada))).toMatchObject({
        name: 'UnreachableError',
        message: 'Unable to contact our servers.',
      })
    },
  )

  it.inTurn('ends a session for four error types only [C-ERR-11]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const answers = [
      () => new Response('<h1>Log in</h1>', { status: 401, headers: html }),
      () => new Response('Unauthorized', { status: 401 }),
      () => errorAnswer('unauthorized', 401),
      () => errorAnswer('not_found', 404),
      () => jsonAnswer({ error: 'session_not_found' }, 404),
      () => jsonAnswer({ data: { error_type: 'session_not_found' } }, 404),
      () => jsonAnswer({ error_type: ['session_not_found'] }, 404),
    ]
    for (const answer of answers) {
      kit.network.intercept = answer
      await rejection(kit.client.session.authenticate())
      await rejection(kit.client.session.revoke())
      expect(kit.client.session.getSync()).not.toBeNull()
    }
    kit.network.intercept = () => errorAnswer('session_not_found', 404)
    await rejection(kit.client.session.authenticate())
    expect(kit.client.session.getSync()).toBeNull()
  })
})
