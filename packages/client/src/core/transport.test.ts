import { describe, expect, it } from 'vitest'
import type { Reply } from '../test-setup.suite.ts'
import { api, createTestSetup, errorBody, fail, makeUser, publicToken, rejection, signIn } from '../test-setup.suite.ts'
import { isLatchkeyError, isUnrecoverable, LatchkeyError, usageError } from './errors.ts'

const decode = (value: string | undefined): string => Buffer.from(value ?? '', 'base64').toString('utf8')

describe('a call', () => {
  it('sends each call to /sdk/v1 with every header and with cookies [C-CALL-01] [C-CALL-02] [C-CALL-03] [C-CALL-04] [C-CALL-05]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open({ href: 'https://app.example.com/page?a=1' })
    setup.script.on('/users/me', { data: makeUser('ada') })
    await client.user.get()
    const [call] = setup.script.to('/users/me')
    expect(call?.url).toBe(`${api}/sdk/v1/users/me`)
    expect(call?.method).toBe('GET')
    expect(call?.init.credentials).toBe('include')
    expect(Object.keys(call?.headers ?? {})).toEqual([
      'Authorization',
      'X-SDK-Client',
      'X-SDK-Parent-Host',
      'Content-Type',
    ])
    expect(decode(call?.headers.Authorization?.replace('Basic ', ''))).toBe(`${publicToken}:${publicToken}`)
    expect(call?.headers['Content-Type']).toBe('application/json')
    expect(call?.headers['X-SDK-Parent-Host']).toBe('https://app.example.com')
    const id = expect.stringMatching(/^[a-z-]+-id-[\da-f]{32}$/)
    expect(JSON.parse(decode(call?.headers['X-SDK-Client']))).toEqual({
      event_id: id,
      app_session_id: id,
      persistent_id: expect.stringMatching(/^persistent-id-/),
      client_sent_at: '2030-01-01T00:00:00.000Z',
      timezone: 'Etc/UTC',
      app: { identifier: 'app.example.com' },
      sdk: { identifier: 'latchkey-js', version: '5.29.1' },
    })
  })

  it('sends the session token and the ids of user and session [C-CALL-02] [C-CALL-03]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await signIn(setup, client)
    await client.session.revoke()
    const [call] = setup.script.to('/sessions/revoke')
    expect(decode(call?.headers.Authorization?.replace('Basic ', ''))).toBe(`${publicToken}:token-s1`)
    expect(JSON.parse(decode(call?.headers['X-SDK-Client']))).toMatchObject({
      latchkey_user_id: 'user-test-ada',
      latchkey_session_id: 'session-test-s1',
    })
  })

  it('uses one id for the browser and one for the page', async () => {
    const setup = createTestSetup()
    const ids: { app_session_id: string; persistent_id: string; event_id: string }[] = []
    for (let page = 0; page < 2; page++) {
      const { client } = setup.open()
      setup.script.on('/users/me', { data: makeUser('ada') })
      await client.user.get()
      await client.user.get()
      client.dispose()
    }
    for (const call of setup.script.to('/users/me')) ids.push(JSON.parse(decode(call.headers['X-SDK-Client'])))
    expect(new Set(ids.map((id) => id.persistent_id)).size).toBe(1)
    expect(new Set(ids.map((id) => id.app_session_id)).size).toBe(2)
    expect(new Set(ids.map((id) => id.event_id)).size).toBe(4)
  })

  it('uses one persistent id for all projects', async () => {
    const setup = createTestSetup()
    const other = 'public-token-test-other'
    setup.script.on(`/projects/bootstrap/${other}`, { data: {} })
    for (const token of [publicToken, other]) await setup.open({ token }).client.bootstrap.get()
    const headers = setup.script.sent.map((call) => JSON.parse(decode(call.headers['X-SDK-Client'])))
    expect([headers.length, new Set(headers.map((header) => header.persistent_id)).size]).toEqual([2, 1])
    expect(setup.profile.storage.get('latchkey:persistent_id')).toBe(headers[0].persistent_id)
  })

  it('encodes the client header in UTF-8', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open()
    const zone = { resolvedOptions: () => ({ timeZone: 'Ünïcode/Zone ☕' }) }
    Object.assign(tab.platform, { Intl: { DateTimeFormat: () => zone } })
    setup.script.on('/users/me', { data: makeUser('ada') })
    await client.user.get()
    expect(JSON.parse(decode(setup.script.to('/users/me')[0]?.headers['X-SDK-Client'])).timezone).toBe(
      'Ünïcode/Zone ☕',
    )
  })

  it('omits undefined keys, encodes path parameters and sends no body for null', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/users/me', { data: { __user: makeUser('ada') } })
    setup.script.on('/users/emails/a%2Fb%3F', { data: { __user: makeUser('ada') } })
    await client.user.update({ untrusted_metadata: { theme: 'dark' } })
    await client.user.deleteEmail('a/b?')
    expect(setup.script.to('/users/me')[0]?.body).toEqual({ untrusted_metadata: { theme: 'dark' } })
    expect(setup.script.to('/users/emails/a%2Fb%3F')[0]).toMatchObject({ method: 'DELETE', body: null })
  })

  it('times out after 30 seconds', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/users/me', () => new Promise(() => undefined))
    const failed = rejection(client.user.get())
    await setup.clock.advance(30_000)
    expect((await failed).message).toBe('Unable to contact our servers.')
  })
})

describe('a response', () => {
  async function answered(reply: Reply | Error): Promise<Error> {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/users/me', reply)
    return rejection(client.user.get())
  }

  it('returns the data of a response with status 299 or below [C-CALL-06] [C-ERR-02]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    setup.script.on('/users/connected_apps', { status: 299, data: { connected_apps: [] } })
    expect(await client.user.getConnectedApps()).toEqual({
      request_id: 'request-id-test-1',
      status_code: 200,
      connected_apps: [],
    })
  })

  it('rejects a response with status 300 or above [C-ERR-02]', async () => {
    expect((await answered({ status: 300, body: errorBody('odd', 300) })).name).toBe('ApiError')
  })

  it('lists the issues of a response with body, params or query as a schema error [C-ERR-03] [C-ERR-04]', async () => {
    const issue = { keyword: 'type', schemaPath: '', params: {} }
    const error = await answered({
      status: 400,
      body: {
        ...errorBody('schema_error'),
        body: [{ ...issue, dataPath: '.email', message: 'must be a string' }],
        params: [{ ...issue, dataPath: '.id', message: 'is too long' }],
        query: [{ ...issue, dataPath: '.page', message: 'must be a number' }],
      },
    })
    expect(error.message).toBe(
      '[400] Request does not match expected schema\nbody.email: must be a string\nparams.id: is too long\nquery.page: must be a number',
    )
    expect([error.name, isLatchkeyError(error)]).toEqual(['SchemaError', true])
    expect(error).toMatchObject({ status_code: 400, request_id: 'request-id-test-2' })
  })

  it.each(['body', 'params', 'query'])('turns a response with %s only into a schema error [C-ERR-03]', async (part) => {
    expect((await answered({ status: 422, body: { [part]: [] } })).name).toBe('SchemaError')
  })

  it('turns a JSON error into an API error with every line that has a value [C-ERR-05]', async () => {
    const error = await answered({
      status: 404,
      body: { ...errorBody('email_not_found', 404), error_details: { hint: 'spelling' } },
    })
    expect(error.message).toBe(
      '[404] email_not_found\nThe words of email_not_found.\nSee https://latchkey.example/docs/errors#email_not_found for more information.\nrequest_id: request-id-test-2\nDetails: {"hint":"spelling"}',
    )
    expect(error).toMatchObject({
      name: 'ApiError',
      status_code: 404,
      error_type: 'email_not_found',
      error_message: 'The words of email_not_found.',
      error_url: 'https://latchkey.example/docs/errors#email_not_found',
      request_id: 'request-id-test-2',
      error_details: { hint: 'spelling' },
    })
  })

  it('omits the lines without a value from an API error [C-ERR-05]', async () => {
    const error = await answered({ status: 409, body: { error_type: 'duplicate_email' } })
    expect(error.message).toBe('[409] duplicate_email')
  })

  it.each([{}, [], null, 'words', { error_type: 7 }, { message: 'no' }])(
    'turns a response without an error type (%j) into status 400 and unknown_error [C-ERR-06]',
    async (body) => {
      const error = await answered({ status: 500, body })
      expect(error).toMatchObject({ status_code: 400, error_type: 'unknown_error' })
      expect(isUnrecoverable(error)).toBe(false)
    },
  )

  it('reports a missing response as unreachable, with the cause [C-ERR-07]', async () => {
    const cause = new TypeError('failed to fetch')
    const error = await answered(cause)
    expect(error.message).toBe('Unable to contact our servers.')
    expect(error.cause).toBe(cause)
    expect([error.name, isLatchkeyError(error)]).toEqual(['UnreachableError', true])
  })

  it.each([200, 400])('reports a response of status %i with invalid JSON as unreachable [C-ERR-08]', async (status) => {
    const error = await answered({ status, text: '{"data": {', headers: { 'content-type': 'application/json' } })
    expect(error.message).toBe('Invalid JSON response from our servers.')
  })

  it.each<Reply>([
    { text: '', headers: { 'content-type': 'application/json' } },
    { status: 502, text: '' },
    { body: {} },
    { body: { data: null } },
    { body: { data: 'text' } },
    { body: null },
  ])('reports a response that is empty or has no data (%j) as unreachable [C-ERR-09]', async (reply) => {
    expect((await answered(reply)).message).toBe('Invalid or no response from server')
  })

  it.each([200, 404, 502])('reports a response of status %i with HTML as unreachable [C-ERR-10]', async (status) => {
    const error = await answered({ status, text: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } })
    expect(error.message).toBe('Invalid response from our servers.')
  })

  it('provides the delay of Retry-After in the error', async () => {
    const busy = await answered({ ...fail('too_many_requests', 429), headers: { 'retry-after': '7' } })
    expect(busy).toMatchObject({ retryAfterMs: 7000 })
    const down = await answered({ status: 503, text: 'busy', headers: { 'retry-after': '9' } })
    expect(down).toMatchObject({ retryAfterMs: 9000 })
    for (const value of ['soon', '0', '']) {
      const error = await answered({ ...fail('x'), headers: { 'retry-after': value } })
      expect(error).toMatchObject({ retryAfterMs: undefined })
    }
  })
})

describe('error kinds', () => {
  it('ends a session for exactly four error types [C-ERR-11]', async () => {
    const types = [
      'unauthorized_credentials',
      'user_unauthenticated',
      'invalid_secret_authentication',
      'session_not_found',
    ]
    const others = ['invalid_session_token', 'unauthorized_action', 'too_many_requests', 'unknown_error', 'toString']
    const ends: string[] = []
    for (const type of [...types, ...others]) {
      const setup = createTestSetup()
      const { client } = setup.open()
      await signIn(setup, client)
      setup.script.on('/sessions/authenticate', fail(type, 401))
      await rejection(client.session.authenticate())
      if (!client.session.getSync()) ends.push(type)
    }
    expect(ends).toEqual(types)
  })

  it('recognizes error kinds by their brand, not by their class', () => {
    const fromAnotherBundle = Object.assign(new Error('x'), { latchkeyError: true })
    expect(isLatchkeyError(fromAnotherBundle)).toBe(true)
    expect([new Error('x'), null, undefined, 'x', {}].some(isLatchkeyError)).toBe(false)
    const error = usageError('a.b', 'c must be a string')
    expect([error instanceof Error, error instanceof LatchkeyError, error.name]).toEqual([true, true, 'UsageError'])
  })
})
