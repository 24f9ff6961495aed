import { defaultHosts } from '@latchkey/contract'
import { describe, expect, it, vi } from 'vitest'
import { clientInternals } from '../context/client-internals.ts'
import { createContext } from '../context/context.ts'
import { createClient } from '../create-client.ts'
import { settle } from '../platform/memory-clock.ts'
import { registryKey } from '../platform/platform.ts'
import { api, createTestSetup, publicToken, signIn } from '../test-setup.suite.ts'
import type { ClientOptions, PublicToken } from './options.ts'

const liveToken = 'public-token-live-7d8f'

function settingsOf(token: string, options: ClientOptions = {}, page?: string) {
  const setup = createTestSetup()
  const { platform } = setup.profile.openTab(page)
  const client = createClient(token, { ...options, platform })
  const { api, cdn, cookies, telemetry } = clientInternals(client)
  client.dispose()
  return { api, cdn, cookies, telemetry }
}

function errorOf(options: unknown, token: unknown = publicToken, page?: string): string {
  const { platform } = createTestSetup().profile.openTab(page)
  try {
    createClient(token as string, { ...(options as ClientOptions), platform })
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

describe('the public token', () => {
  it('accepts a public token with an unknown prefix and warns [C-CFG-06]', async () => {
    const setup = createTestSetup()
    const { tab, client } = setup.open({ token: 'my-token' })
    await vi.waitFor(() =>
      expect(tab.log.map(({ level, text }) => [level, text])).toContainEqual([
        'warn',
        '[Latchkey] publicToken should start with public-token-',
      ]),
    )
    expect(client.session.getSync()).toBeNull()
  })

  it('accepts a public token with a known prefix without a warning', () => {
    expect(createTestSetup().open().tab.log).toEqual([])
  })

  it('rejects a secret key as the public token', async () => {
    const { platform, ...tab } = createTestSetup().profile.openTab()
    const fetched: string[] = []
    const watched = { ...platform, fetch: async (url: string) => Promise.reject(fetched.push(url)) }
    const create = (): unknown => createClient('secret-test-123' as string, { platform: watched })
    expect(create).toThrow('Invalid call to createClient\npublicToken is a secret key. Revoke it.')
    expect(() => createContext('secret-live-123', { platform: watched })).toThrow('is a secret key')
    await settle()
    expect([
      fetched,
      tab.log,
      tab.leftovers(),
      platform.localStorage.getItem('latchkey:secret-test-123:bootstrap'),
    ]).toEqual([[], [], 0, null])
    expect(registryKey in watched).toBe(false)
  })

  it('rejects a literal secret key at compile time, and no other string', () => {
    type IsRejected<Token extends string> = [PublicToken<Token>] extends [never] ? true : false
    const rejected: [IsRejected<'secret-test-123'>, IsRejected<'public-token-test-1'>, IsRejected<string>] = [
      true,
      false,
      false,
    ]
    expect(rejected).toEqual([true, false, false])
  })

  it('rejects a public token that is not a string', () => {
    expect(errorOf({}, 7)).toBe('Invalid call to createClient\npublicToken must be a string')
  })

  it('uses the test host for the public token of a test project [C-CFG-07]', () => {
    expect(settingsOf(publicToken).api).toBe('https://test.latchkey.example')
  })

  it('uses the live host for the public token of any other project [C-CFG-08]', () => {
    expect(settingsOf(liveToken).api).toBe('https://api.latchkey.example')
    expect(settingsOf('my-token').api).toBe('https://api.latchkey.example')
  })
})

describe('domains', () => {
  it('replaces the live host with domains.api [C-CFG-12]', () => {
    const options = { domains: { api: 'auth.example.com', testApi: 'test.example.com' } }
    expect(settingsOf(liveToken, options).api).toBe('https://auth.example.com')
  })

  it('replaces the test host with domains.testApi [C-CFG-13]', () => {
    const options = { domains: { api: 'auth.example.com', testApi: 'https://test.example.com:8443/' } }
    expect(settingsOf(publicToken, options).api).toBe('https://test.example.com:8443')
  })

  it('uses domains.api for test tokens by default', () => {
    const options = { domains: { api: 'http://localhost:4000' } }
    expect(settingsOf(publicToken, options)).toMatchObject({
      api: 'http://localhost:4000',
      telemetry: 'http://localhost:4000',
    })
    // A live token must not use the URL for tests.
    expect(settingsOf(liveToken, { domains: { testApi: 'http://localhost:4000' } }).api).toBe(
      'https://api.latchkey.example',
    )
  })

  it('replaces the telemetry host with domains.telemetry [C-CFG-14]', () => {
    expect(settingsOf(publicToken).telemetry).toBe('https://telemetry.latchkey.example')
    expect(settingsOf(publicToken, { domains: { telemetry: 't.example.com' } }).telemetry).toBe('https://t.example.com')
    const both = { domains: { testApi: 'localhost:4000', telemetry: 't.example.com' } }
    expect(settingsOf(publicToken, both).telemetry).toBe('https://t.example.com')
  })

  it('uses the API host for telemetry by default', () => {
    expect(settingsOf(publicToken, { domains: { testApi: 'localhost:4000' } }).telemetry).toBe('http://localhost:4000')
    expect(settingsOf(liveToken, { domains: { api: 'a.example.com' } }).telemetry).toBe('https://a.example.com')
    expect(settingsOf(liveToken, { customApiDomain: 'b.example.com' }).telemetry).toBe('https://b.example.com')
  })

  it('replaces the CDN host with domains.cdn [C-CFG-15]', () => {
    expect(settingsOf(publicToken).cdn).toBe('https://cdn.latchkey.example')
    expect(settingsOf(publicToken, { domains: { cdn: 'c.example.com' } }).cdn).toBe('https://c.example.com')
  })

  it.each([
    ['localhost:4000', 'http://localhost:4000'],
    ['http://localhost:4000', 'http://localhost:4000'],
    ['https://localhost:4000', 'https://localhost:4000'],
    ['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
    ['xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ])('accepts the domain %s', (value, origin) => {
    expect(settingsOf(publicToken, { domains: { testApi: value } }).api).toBe(origin)
  })

  it.each([
    'http://auth.example.com',
    'auth.example.com/path',
    'ftp://auth.example.com',
    'a b.com',
    '',
    'user@host.com',
    'localhost:x',
    'auth',
    'http://localhost.evil.com',
  ])('rejects the domain %j with the name of the option', (value) => {
    expect(errorOf({ domains: { testApi: value } })).toBe(
      'Invalid call to createClient\ntestApi must be a valid domain: https or localhost, no path',
    )
  })

  it('rejects domains that are not strings', () => {
    expect(errorOf({ domains: { cdn: 7 } })).toBe('Invalid call to createClient\ncdn must be a string')
  })

  it('logs an error if no domain is set', async () => {
    const { platform, log } = createTestSetup().profile.openTab()
    createClient(liveToken, { platform })
    await expect
      .poll(() => log)
      .toContainEqual({
        level: 'error',
        text: '[Latchkey] No provider: set `domains.api` to the address of your provider, such as http://localhost:4000.',
      })
    expect(Object.values(defaultHosts).every((host) => host.endsWith('.example'))).toBe(true)
  })
})

describe('customApiDomain', () => {
  const local = 'http://localhost:3000/'

  it.each([
    ['auth.example.com', 'https://app.example.com/'],
    ['app.example.com', 'https://app.example.com/'],
    ['localhost', local],
    ['localhost:4000', local],
    ['a-b.co.uk', 'https://app.a-b.co.uk/'],
  ])('accepts the bare domain %s on %s [C-CFG-09]', (value, page) => {
    expect(errorOf({ customApiDomain: value }, publicToken, page)).toBe('accepted')
  })

  it.each([
    ['auth.example.org', 'https://app.example.com/'],
    ['auth.example.com', local],
    ['localhost:4000', 'https://app.example.com/'],
    ['localhost:4000', 'http://127.0.0.1:3000/'],
  ])('rejects the domain %s on %s', (value, page) => {
    expect(errorOf({ customApiDomain: value }, publicToken, page)).toBe(
      "Invalid call to createClient\ncustomApiDomain must be on the page's site",
    )
  })

  it('uses customApiDomain as the API host, with https unless it is local', () => {
    expect(settingsOf(publicToken, { customApiDomain: 'auth.example.com' }).api).toBe('https://auth.example.com')
    expect(settingsOf(publicToken, { customApiDomain: 'localhost:4000' }, local).api).toBe('http://localhost:4000')
  })

  it.each([
    'https://auth.example.com',
    'auth.example.com/x',
    'auth.example.com:443',
    'auth_example.com',
    '-a.example.com',
    'example',
    '',
    '192.168.0.1',
    'a..b.com',
    null,
    7,
  ])('rejects the domain %j with the name of the option [C-CFG-09]', (value) => {
    expect(errorOf({ customApiDomain: value })).toMatch(/^Invalid call to createClient\ncustomApiDomain must be/)
  })
})

describe('cookie names', () => {
  it.each(['opaqueTokenCookieName', 'jwtCookieName', 'istCookieName'])(
    'rejects a cookie name that is not a string: %s [C-CFG-11]',
    (name) => {
      expect(errorOf({ cookies: { [name]: 7 } })).toBe(`Invalid call to createClient\n${name} must be a string`)
      expect(errorOf({ cookies: { [name]: 'mine' } })).toBe('accepted')
    },
  )
})

describe('several clients', () => {
  it('returns the same client for the same token and options, without a warning or a second refresh', async () => {
    const setup = createTestSetup()
    const { tab, client } = setup.open({ cookies: { path: '/app' } })
    await settle()
    const before = [tab.leftovers(), setup.clock.pending()]
    for (let n = 0; n < 50; n++) {
      const again = createClient(publicToken, {
        platform: tab.platform,
        cookies: { path: '/app' },
        domains: { testApi: api },
      })
      expect(again).toBe(client)
    }
    await settle()
    expect([tab.leftovers(), setup.clock.pending()]).toEqual(before)
    expect(tab.log).toEqual([])
    expect(setup.script.to(`/projects/bootstrap/${publicToken}`)).toHaveLength(1)
  })

  it('uses the newest callbacks of clients with the same options', async () => {
    const setup = createTestSetup()
    const calls: string[] = []
    const optionsOf = (version: string): ClientOptions => ({
      domains: { testApi: api },
      callbacks: { onStateChange: () => calls.push(version), onError: () => calls.push(version) },
    })
    const { tab, client } = setup.open(optionsOf('first'))
    // The same source again, as hot module replacement evaluates it.
    expect(createClient(publicToken, { ...optionsOf('second'), platform: tab.platform })).toBe(client)
    await signIn(setup, client)
    expect(calls).toEqual(['second'])
    expect(tab.log).toEqual([])
  })

  it('returns the same client for captcha and telemetry ports with the same code', () => {
    class Captcha {
      /** Such as a library's instance that refers to itself. */
      readonly self = this
      getToken = async (): Promise<string> => 'token'
    }
    const { tab, client } = createTestSetup().open({ captcha: new Captcha() })
    const options = { domains: { testApi: api }, platform: tab.platform }
    expect(createClient(publicToken, { ...options, captcha: new Captcha() })).toBe(client)
    expect(createClient(publicToken, { ...options, captcha: { getToken: async () => 'other' } })).not.toBe(client)
  })

  it.each<[string, ClientOptions]>([
    ['another address', { domains: { testApi: 'localhost:4001' } }],
    ['an option more', { keepSessionAlive: true }],
    ['another cookie', { cookies: { path: '/app' } }],
    ['another callback', { callbacks: { onError: () => undefined } }],
  ])('creates a second client for options with %s, with a warning', async (_, changes) => {
    const { tab, client } = createTestSetup().open()
    const options = { domains: { testApi: api }, platform: tab.platform, ...changes }
    const second = createClient(publicToken, options)
    expect(second).not.toBe(client)
    const warning = { level: 'warn', text: '[Latchkey] Several clients for one publicToken' }
    await vi.waitFor(() => expect(tab.log).toEqual([warning]))
    expect(createClient(publicToken, options)).toBe(second)
  })

  it('keeps the new client when the client that it replaced is disposed', () => {
    const { tab, client } = createTestSetup().open()
    const options = { domains: { testApi: api }, platform: tab.platform, keepSessionAlive: true }
    const second = createClient(publicToken, options)
    client.dispose()
    client.dispose()
    expect(createClient(publicToken, options)).toBe(second)
    second.dispose()
    expect(createClient(publicToken, options)).not.toBe(second)
  })

  it('creates a second client after the first was disposed', () => {
    const { tab, client } = createTestSetup().open()
    client.dispose()
    const second = createClient(publicToken, { domains: { testApi: api }, platform: tab.platform })
    expect(second).not.toBe(client)
    expect(tab.log).toEqual([])
  })

  it('warns about two clients for one token on a page, and both work [C-CFG-10]', async () => {
    const setup = createTestSetup()
    const { tab, client } = setup.open()
    const warning = {
      level: 'warn',
      text: '[Latchkey] Several clients for one publicToken',
    }
    const options = { domains: { testApi: 'localhost:4000', api: 'localhost:4000' }, platform: tab.platform }
    const other = createClient('public-token-live-other', options)
    expect(tab.log).toEqual([])
    const second = createClient(publicToken, options)
    const warnings = () => tab.log.filter(({ level }) => level === 'warn')
    await vi.waitFor(() => expect(warnings()).toEqual([warning]))
    second.dispose()
    client.dispose()
    createClient(publicToken, options).dispose()
    expect(warnings()).toEqual([warning])
    other.dispose()
  })
})
