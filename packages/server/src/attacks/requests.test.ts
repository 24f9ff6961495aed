import { connect } from 'node:net'
import type { Endpoint } from '@latchkey/contract'
import { endpoints } from '@latchkey/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listener, listen } from '../node/listen.ts'
import type { Storage } from '../storage/storage.ts'
import { basic, createWorld, engines, openTestStorage, origin, type World } from '../testing/harness.ts'

const generous = { limit: 1e6, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}
const email = 'ada@example.com'
const lasting = { session_duration_minutes: 30 }
const password = 'violet kettle ambles north'

/** Writes raw bytes and resolves to the status line that comes back. */
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

describe.each(engines)('requests that pretend on %s', (engine) => {
  let storage: Storage
  let world: World
  let listener: Listener
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    world = await createWorld(storage, { settings: { limits }, config: { limits } })
    const { fetch } = world.provider
    listener = await listen(fetch, { port: 0, hostname: '127.0.0.1' })
  })
  afterAll(async () => {
    await listener.close()
    await storage.close()
  })

  it('to be sent to another host mail links to the configured one, from every call that mails (A-8)', async () => {
    const { token: session } = await world.signIn(email)
    await world.call('POST', '/passwords/session/reset', { password, ...lasting }, { session })
    await world.provider.outbox.drain()
    const calls: [string, object, string][] = [
      ['/magic_links/email/login_or_create', { email }, email],
      ['/magic_links/email/login_or_create', { email: 'new@example.com' }, 'new@example.com'],
      ['/magic_links/email/send/primary', { email }, email],
      ['/magic_links/email/send/secondary', { email: 'more@example.com' }, 'more@example.com'],
      ['/passwords/email/reset/start', { email }, email],
      ['/otps/email/login_or_create', { email }, email],
      ['/otps/sms/login_or_create', { phone_number: '+12025550123' }, '+12025550123'],
    ]
    const path = (of: string) => `/sdk/v1${of}`
    const forgeries: Record<string, (of: string) => string[]> = {
      'another Host': (of) => [`POST ${path(of)} HTTP/1.1`, 'Host: evil.example'],
      'a Host with a port and a user': (of) => [`POST ${path(of)} HTTP/1.1`, 'Host: auth.example.com:1337'],
      'forwarding headers': (of) => [
        ...[`POST ${path(of)} HTTP/1.1`, 'Host: auth.example.com', 'X-Forwarded-Host: evil.example'],
        ...['X-Forwarded-Proto: http', 'X-Forwarded-Port: 1337', 'X-Forwarded-Prefix: /evil', 'X-Host: evil.example'],
        ...['Forwarded: for=1.1.1.1;host=evil.example;proto=http', 'X-Original-URL: https://evil.example/'],
        ...['X-Rewrite-URL: /evil', 'X-Original-Host: evil.example', 'X-HTTP-Host-Override: evil.example'],
      ],
      'a whole address': (of) => [`POST https://evil.example${path(of)} HTTP/1.1`, 'Host: evil.example'],
      'two addresses': (of) => [`POST https://evil.example${path(of)} HTTP/1.1`, 'Host: auth.example.com'],
    }
    let links = 0
    for (const [name, head] of Object.entries(forgeries)) {
      for (const [of, fields, to] of calls) {
        const body = JSON.stringify(fields)
        const before = world.sent.length
        const lines = [
          ...[...head(of), `Authorization: ${basic(world.project.publicToken, session)}`, `Origin: ${origin}`],
          ...['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'],
        ]
        const status = await speak(listener.port, `${lines.join('\r\n')}\r\n\r\n${body}`)
        expect([name, of, status]).toEqual([name, of, expect.stringMatching(/ (200|400) /)])
        await world.provider.outbox.drain()
        const messages = world.sent.slice(before).filter((message) => message.to === to)
        expect([name, of, messages.length]).toEqual([name, of, status.includes('200') ? 1 : 0])
        for (const { text, html, links: mailed } of messages) {
          expect(`${text}${html}`).not.toMatch(/evil|1337/)
          links += mailed.length
          expect(mailed.filter((link) => new URL(link).origin !== 'https://auth.example.com')).toEqual([])
        }
        world.clock.advance(1_000)
      }
    }
    expect(links).toBeGreaterThan(20)
  })

  it('to come from a page of ours, as a form would send them, change nothing (C-1)', async () => {
    const table = (Object.entries(endpoints) as [string, Endpoint][]).filter(([, { method }]) => method === 'POST')
    const own = await createWorld(storage, { settings: { limits }, config: { limits } })
    const { token, userId } = await own.signIn(email)
    const digest = async () => {
      const { items } = await storage.users.list(own.project.id, { limit: 100 })
      const sessions = await storage.sessions.list(own.project.id, userId, { now: own.clock.now(), limit: 100 })
      await own.provider.outbox.drain()
      return JSON.stringify([items, sessions.items, own.sent])
    }
    const before = await digest()
    // What a form can send of its own accord: three types, cookies, and neither header of ours.
    const fields = { email: 'eve@example.com', password, token: 'x', ...lasting }
    const cookie = `latchkey_session=${token}; latchkey_session_jwt=x`
    const bodies: [string, string][] = [
      [
        'application/x-www-form-urlencoded',
        new URLSearchParams({ ...fields, session_duration_minutes: '30' }).toString(),
      ],
      ['text/plain', JSON.stringify(fields)],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\neve@e.co\r\n--b--\r\n',
      ],
    ]
    for (const [name, { path }] of table) {
      for (const [type, body] of bodies) {
        for (const from of ['https://evil.example', origin]) {
          const headers = {
            ...{ 'content-type': type, origin: from, cookie },
            ...{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
          }
          const url = `https://auth.example.com/sdk/v1${path.replace(/\{\w+\}/g, 'x')}`
          const answer = await own.fetch(new Request(url, { method: 'POST', headers, body }))
          expect([name, type, from, answer.status, answer.headers.get('set-cookie')]).toEqual([
            ...[name, type, from, expect.toSatisfy((status) => status >= 400 && status < 500), null],
          ])
        }
      }
    }
    expect(await digest()).toBe(before)
    expect((await own.call('GET', '/users/me', undefined, { session: token })).outcome).toBe('200')
  })

  it('to lead home lead nowhere: no reset goes to an address that is not on the list (O-1)', async () => {
    const own = await createWorld(storage, { settings: { limits }, config: { limits } })
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
