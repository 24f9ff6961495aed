import { connect } from 'node:net'
import type { Endpoint } from '@latchkey/contract'
import { endpoints } from '@latchkey/contract/endpoints'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { unavailableEndpoints } from '../app/app.ts'
import { routes } from '../app/routes.ts'
import { type Listener, listen } from '../node/listen.ts'
import { projectRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import { basic, createHarness, engines, type Harness, openTestStorage, origin, tokenOf } from '../testing/harness.ts'

const generous = { limit: 1e6, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_phone_prefix: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}
const email = 'ada@example.com'
const lasting = { session_duration_minutes: 30 }
const password = 'violet kettle ambles north'
const passwordOf = (index: number): string => `seven quiet lanterns ${index}`
const phone_number = '+12025550123'
const anotherNumber = '+12025550124'
const hasLink = (path: string): boolean => path.startsWith('/magic_links/') || path.endsWith('/reset/start')

/** Sends raw bytes and resolves to the status line of the response. */
function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''))
  })
}

describe.each(engines)('forged requests on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let harness: Harness
  let listener: Listener
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createHarness(storage, { settings: { limits }, config: { limits } })
    const { fetch } = harness.provider
    listener = await listen(fetch, { port: 0, hostname: '127.0.0.1' })
  })
  afterAll(async () => {
    await listener.close()
    await storage.close()
  })

  it('mail links to the configured host only, from every endpoint that sends mail (A-8)', {
    timeout: 240_000,
  }, async () => {
    const { token } = await harness.signIn(email)
    const set = await harness.call('POST', '/passwords/session/reset', { password, ...lasting }, { session: token })
    const session = set.data.session_token
    const bob = 'bob@example.com'
    await harness.signIn(bob)
    await harness.call('POST', '/passwords/email/reset/start', { email: bob })
    const reset = { token: tokenOf(await harness.lastMessage(bob)), password: passwordOf(0), ...lasting }
    expect((await harness.call('POST', '/passwords/email/reset', reset)).outcome).toBe('200')
    const started = await harness.call('POST', '/otps/sms/login_or_create', { phone_number })
    const [code] = (await harness.lastMessage(phone_number)).codes
    const proof = { token: code, method_id: started.data.method_id, ...lasting }
    expect((await harness.call('POST', '/otps/authenticate', proof)).outcome).toBe('200')
    await harness.provider.outbox.drain()
    let changes = 0
    const more = 'more@example.com'
    const calls: [path: string, fields: () => object, to: string][] = [
      ['/magic_links/email/login_or_create', () => ({ email }), email],
      ['/magic_links/email/login_or_create', () => ({ email: 'new@example.com' }), 'new@example.com'],
      ['/magic_links/email/send/primary', () => ({ email }), email],
      ['/magic_links/email/send/secondary', () => ({ email: more }), more],
      ['/passwords/email/reset/start', () => ({ email }), email],
      ['/otps/email/login_or_create', () => ({ email }), email],
      ['/otps/email/send/primary', () => ({ email }), email],
      ['/otps/email/send/secondary', () => ({ email: more }), more],
      ...['sms', 'whatsapp'].flatMap((channel): typeof calls => [
        [`/otps/${channel}/login_or_create`, () => ({ phone_number }), phone_number],
        [`/otps/${channel}/send/primary`, () => ({ phone_number }), phone_number],
        [`/otps/${channel}/send/secondary`, () => ({ phone_number: anotherNumber }), anotherNumber],
      ]),
      // Sends a notice, which has no link.
      [
        '/passwords/existing_password/reset',
        () => ({
          email: bob,
          existing_password: passwordOf(changes),
          new_password: passwordOf(changes + 1),
          ...lasting,
        }),
        bob,
      ],
    ]
    const path = (endpointPath: string) => `/sdk/v1${endpointPath}`
    const forgeries: Record<string, (endpointPath: string) => string[]> = {
      'another Host': (endpointPath) => [`POST ${path(endpointPath)} HTTP/1.1`, 'Host: evil.example'],
      'a Host with a port and a user': (endpointPath) => [
        `POST ${path(endpointPath)} HTTP/1.1`,
        'Host: auth.example.com:1337',
      ],
      'forwarding headers': (endpointPath) => [
        ...[`POST ${path(endpointPath)} HTTP/1.1`, 'Host: auth.example.com', 'X-Forwarded-Host: evil.example'],
        ...['X-Forwarded-Proto: http', 'X-Forwarded-Port: 1337', 'X-Forwarded-Prefix: /evil', 'X-Host: evil.example'],
        ...['Forwarded: for=1.1.1.1;host=evil.example;proto=http', 'X-Original-URL: https://evil.example/'],
        ...['X-Rewrite-URL: /evil', 'X-Original-Host: evil.example', 'X-HTTP-Host-Override: evil.example'],
      ],
      'a whole address': (endpointPath) => [
        `POST https://evil.example${path(endpointPath)} HTTP/1.1`,
        'Host: evil.example',
      ],
      'two addresses': (endpointPath) => [
        `POST https://evil.example${path(endpointPath)} HTTP/1.1`,
        'Host: auth.example.com',
      ],
    }
    let links = 0
    const mailing = new Set<string>()
    for (const [name, head] of Object.entries(forgeries)) {
      for (const [endpointPath, fields, to] of calls) {
        const body = JSON.stringify(fields())
        const before = harness.sent.length
        const own = to === bob ? null : session
        const lines = [
          ...[...head(endpointPath), `Authorization: ${basic(harness.project.publicToken, own)}`, `Origin: ${origin}`],
          ...['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'],
        ]
        const status = await speak(listener.port, `${lines.join('\r\n')}\r\n\r\n${body}`)
        expect([name, endpointPath, status]).toEqual([name, endpointPath, expect.stringMatching(/ (200|400) /)])
        await harness.provider.outbox.drain()
        const messages = harness.sent.slice(before).filter((message) => message.to === to)
        expect([name, endpointPath, messages.length]).toEqual([name, endpointPath, status.includes('200') ? 1 : 0])
        if (status.includes('200')) mailing.add(endpointPath)
        if (status.includes('200') && to === bob) changes += 1
        for (const { text, html, links: mailed } of messages) {
          expect(`${text}${html}`).not.toMatch(/evil|(:|%3a)1337/i)
          links += mailed.length
          expect([endpointPath, mailed.length]).toEqual([
            endpointPath,
            expect.toSatisfy((count) => count > 0 === hasLink(endpointPath)),
          ])
          expect(mailed.filter((link) => new URL(link).origin !== 'https://auth.example.com')).toEqual([])
        }
        harness.clock.advance(1_000)
      }
    }
    expect(links).toBeGreaterThan(20)
    expect([...mailing].sort()).toEqual([...new Set(calls.map(([endpointPath]) => endpointPath))].sort())
  })

  it('change nothing if a form of another site sends them with the session cookie (C-1)', {
    timeout: 240_000,
  }, async () => {
    const httpOnlyCookies = { enabled: true, domain: 'example.com', name: 'latchkey_session' }
    const settings = { limits, cnameDomain: 'auth.example.com', httpOnlyCookies }
    const own = await createHarness(storage, { settings, config: { limits, projectCacheMs: 60_000 } })
    const sent = await own.call('POST', '/otps/email/login_or_create', { email })
    const [code] = (await own.lastMessage(email)).codes
    const proof = { token: code, method_id: sent.data.method_id, ...lasting }
    const signedIn = await own.call('POST', '/otps/authenticate', proof)
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const { user_id: accountId } = signedIn.data
    const asPage = { headers: { cookie } }
    const digest = async () => {
      const { items } = await storage.accounts.list(projectRealm(own.project.id), { limit: 100 })
      const sessions = await storage.sessions.list(own.project.id, accountId, { now: own.clock.now(), limit: 100 })
      await own.provider.outbox.drain()
      return JSON.stringify([items, sessions.items, own.sent])
    }
    // The cookie alone is enough to authenticate, so only the checks below can reject a form.
    expect((await own.call('GET', '/users/me', undefined, asPage)).data.user_id).toBe(accountId)
    const posts = (Object.entries(endpoints) as [string, Endpoint][]).filter(
      ([name, { method }]) => method === 'POST' && !unavailableEndpoints.includes(name),
    )
    const readingCookies = routes.filter(({ token = 'header' }) => token === 'header').map(({ endpoint }) => endpoint)
    const withCookies = posts.filter(([, endpoint]) => readingCookies.includes(endpoint))
    // Telemetry has no session, and the forms of consent pages send it in a field.
    expect(posts.filter((post) => !withCookies.includes(post)).map(([name]) => name)).toEqual([
      ...['oauthAuthorize', 'events', 'b2bOAuthAuthorize'],
    ])

    const before = await digest()
    const fields = { email: 'eve@example.com', password, token: 'x', ...lasting }
    const part = '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\neve@e.co\r\n--b--\r\n'
    // The three content types of a form, one of them with JSON as its text.
    const bodies: [string, string][] = [
      [
        'application/x-www-form-urlencoded',
        new URLSearchParams({ ...fields, session_duration_minutes: '30' }).toString(),
      ],
      ['text/plain', JSON.stringify(fields)],
      ['multipart/form-data; boundary=b', part],
    ]
    const navigated = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const senders: [origin: string | null, headers: Record<string, string>, status: number, outcome: string][] = [
      ['https://evil.example', navigated, 403, 'unauthorized_origin'],
      ['https://evil.example', {}, 403, 'unauthorized_origin'],
      ['null', navigated, 403, 'unauthorized_origin'],
      [null, navigated, 403, 'unauthorized_origin'],
      [origin, navigated, 403, 'unauthorized_origin'],
      // Only the content type of this request is wrong.
      [origin, {}, 415, 'unsupported_media_type'],
    ]
    for (const [name, { path }] of withCookies)
      for (const [type, body] of bodies)
        for (const [from, headers, ...refusal] of senders) {
          const options = { origin: from, headers: { cookie, 'content-type': type, ...headers } }
          const answer = await own.call('POST', path.replace(/\{\w+\}/g, 'x'), body, options)
          const { status, outcome, headers: received } = answer
          expect([name, type, from, status, outcome, received.get('set-cookie')]).toEqual([
            ...[name, type, from, ...refusal, null],
          ])
        }
    expect(await digest()).toBe(before)
    expect((await own.call('POST', '/sessions/authenticate', {}, asPage)).outcome).toBe('200')
  })

  it.inTurn('start no password reset that redirects to a URL outside the redirect list (O-1)', async () => {
    const own = await createHarness(storage, { settings: { limits }, config: { limits } })
    await own.signIn(email)
    const foreign = [
      ...[
        'https://evil.example/',
        'https://app.example.com.evil.example/reset',
        'https://app.example.com@evil.example/',
      ],
      ...['//evil.example/', '/reset', 'javascript:alert(1)', 'data:text/html,x', 'http://app.example.com/reset'],
      ...['https://app.example.com/reset/../evil', 'https://app.example.com/reset?next=//evil.example', 'app:reset'],
      ...['https://app.example.com:444/reset', 'https://app.example.com/reset#x', 'https:\\\\evil.example', ''],
    ]
    const sent = own.sent.length
    for (const address of foreign)
      for (const field of ['reset_password_redirect_url', 'login_redirect_url']) {
        const answer = await own.call('POST', '/passwords/email/reset/start', { email, [field]: address })
        expect([address, field, answer.status, answer.headers.get('location')]).toEqual([address, field, 400, null])
      }
    await own.provider.outbox.drain()
    expect(own.sent).toHaveLength(sent)
  })
})
