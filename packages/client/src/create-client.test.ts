import { oauthProviders, tokenTypes } from '@latchkey/contract'
import { describe, expect, it, vi } from 'vitest'
import { clientInternals } from './context/client-internals.ts'
import type { Client } from './create-client.ts'
import { createClient } from './create-client.ts'
import type { MemoryTab } from './platform/memory.ts'
import { settle } from './platform/memory-clock.ts'
import { registryKey } from './platform/platform.ts'
import type { Reply, TestSetup } from './test-setup.suite.ts'
import { createTestSetup, fail, gate, makeAuth, publicToken, rejection, signIn } from './test-setup.suite.ts'

describe('createClient', () => {
  it('throws on a server, although it can be imported there [C-CFG-04]', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await import('./index.ts')
    expect(timers).not.toHaveBeenCalled()
    timers.mockRestore()
    expect(() => createClient(publicToken)).toThrow(
      'Invalid call to createClient\nThe client cannot be used in a server environment',
    )
  })
})

describe('the client', () => {
  it('has a method group for every sign-in method [C-CFG-01]', () => {
    const { client } = createTestSetup().open()
    const callsOf = (group: object): string[] =>
      Object.entries(group).map(([name, value]) =>
        typeof value === 'function' ? name : `${name}.{${Object.keys(value).join()}}`,
      )
    const { cryptoWallets, idp, impersonation, magicLinks, oauth, otps, passwords, totps, webauthn } = client
    const sending = '{loginOrCreate,send}'
    expect(callsOf(magicLinks)).toEqual([`email.${sending}`, 'authenticate', 'inspect'])
    expect(callsOf(otps)).toEqual([`sms.${sending}`, `whatsapp.${sending}`, `email.${sending}`, 'authenticate'])
    expect(callsOf(oauth)).toEqual([
      ...oauthProviders.map((provider) => `${provider}.{start}`),
      'attach',
      'authenticate',
      'googleOneTap.{start,create}',
    ])
    expect(callsOf(cryptoWallets)).toEqual(['authenticateStart', 'authenticate'])
    expect(callsOf(webauthn)).toEqual(['browserSupportsAutofill', 'register', 'authenticate', 'update'])
    expect(callsOf(totps)).toEqual(['create', 'authenticate', 'recoveryCodes', 'recover'])
    expect(callsOf(passwords)).toEqual([
      'create',
      'authenticate',
      'resetByEmailStart',
      'resetByEmail',
      'resetByExistingPassword',
      'resetBySession',
      'strengthCheck',
    ])
    expect(callsOf(impersonation)).toEqual(['authenticate'])
    expect(callsOf(idp)).toEqual(['oauthAuthorizeStart', 'oauthAuthorizeSubmit', 'oauthLogoutStart'])
  })
})

describe('the URL of a landing page', () => {
  const href = `https://app.example.com/in?keep=1&latchkey_token_type=magic_links&token=secret-1#part`

  it('parses the URL of a landing page into token and type', () => {
    const { client } = createTestSetup().open({ href })
    expect(client.parseAuthenticateUrl()).toEqual({ token: 'secret-1', tokenType: 'magic_links', handled: true })
    const parsed = tokenTypes.map((type) =>
      client.parseAuthenticateUrl(`https://x.example/?latchkey_token_type=${type}&token=t`),
    )
    expect(parsed).toEqual([
      { token: 't', tokenType: 'magic_links', handled: true },
      { token: 't', tokenType: 'oauth', handled: true },
      { token: 't', tokenType: 'impersonation', handled: true },
      // Its page asks for a new password first.
      { token: 't', tokenType: 'reset_password', handled: false },
      { token: 't', tokenType: 'login', handled: true },
    ])
  })

  it('signs in with an OAuth or impersonation token in the URL', async () => {
    const setup = createTestSetup()
    setup.script.on('/oauth/authenticate', { data: makeAuth('s1') })
    setup.script.on('/impersonation/authenticate', { data: makeAuth('s2') })
    const { client, tab } = setup.open()
    await client.oauth.google.start()
    const code_verifier = clientInternals(client).pkce.find('oauth')?.code_verifier
    tab.navigate(href.replace('magic_links', 'oauth'))
    await client.authenticateByUrl({ session_duration_minutes: 30 })
    expect(tab.href()).toBe('https://app.example.com/in?keep=1#part')
    tab.navigate(href.replace('magic_links', 'impersonation'))
    tab.press()
    const result = await client.authenticateByUrl({ session_duration_minutes: 30 })
    expect(result).toMatchObject({ tokenType: 'impersonation', data: { session_token: 'token-s2' } })
    expect(setup.script.to('/oauth/authenticate').map(({ body }) => body)).toEqual([
      { token: 'secret-1', session_duration_minutes: 30, code_verifier },
    ])
    expect(setup.script.to('/impersonation/authenticate').map(({ body }) => body)).toEqual([
      { impersonation_token: 'secret-1' },
    ])
  })

  it.each(['reset_password', '__proto__', 'toString'])('does not redeem a token of type %s', async (type) => {
    const { client, tab } = createTestSetup().open({ href: href.replace('magic_links', type) })
    expect(client.parseAuthenticateUrl()?.handled).toBe(false)
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
    expect(tab.href()).toContain('secret-1')
  })

  it.each([
    'https://app.example.com/',
    'https://app.example.com/?token=t',
    'https://app.example.com/?latchkey_token_type=magic_links',
    'javascript:alert(1)?latchkey_token_type=magic_links&token=t',
    'not a url',
  ])('finds no token in %s', async (other) => {
    const { client } = createTestSetup().open()
    expect(client.parseAuthenticateUrl(other)).toBeNull()
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 }, other)).toBeNull()
  })

  it('removes the token from the URL before the call, and keeps the rest', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open({ href })
    tab.press()
    let seen = ''
    setup.script.on('/magic_links/authenticate', () => {
      seen = tab.href()
      return { data: makeAuth('s1') }
    })
    const result = await client.authenticateByUrl({ session_duration_minutes: 30 })
    expect(seen).toBe('https://app.example.com/in?keep=1#part')
    expect(result).toMatchObject({ tokenType: 'magic_links', data: { session_token: 'token-s1' } })
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
  })

  it('signs in with the second link of a reset message', async () => {
    const setup = createTestSetup()
    setup.script.on('/magic_links/authenticate', { data: makeAuth('s1') })
    const { client, tab } = setup.open({ href: 'https://app.example.com/?latchkey_token_type=login&token=t' })
    tab.press()
    await client.authenticateByUrl({ session_duration_minutes: 30 })
    expect(client.session.getSync()).not.toBeNull()
  })

  it.each(['magic_links', 'login', 'impersonation'])(
    'redeems a token of type %s that this browser did not request only after the user presses a button (T-11)',
    async (type) => {
      const setup = createTestSetup()
      const path = type === 'impersonation' ? '/impersonation/authenticate' : '/magic_links/authenticate'
      setup.script.on(path, { data: makeAuth('s1') })
      const { client, tab } = setup.open({ href: href.replace('magic_links', type) })
      for (let visits = 0; visits < 2; visits++) {
        const error = await rejection(client.authenticateByUrl({ session_duration_minutes: 30 }))
        expect(error).toMatchObject({ name: 'SdkError', kind: 'confirmation_required' })
      }
      expect([setup.script.to(path), tab.href()]).toEqual([[], 'https://app.example.com/in?keep=1#part'])
      tab.press()
      const result = await client.authenticateByUrl({ session_duration_minutes: 30 })
      expect(result).toMatchObject({ tokenType: type, data: { session_token: 'token-s1' } })
      expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
    },
  )

  /** What the user does instead of confirming a link. */
  const declines: Record<string, (setup: TestSetup, client: Client, tab: MemoryTab) => Promise<unknown> | undefined> = {
    'signed in another way': (setup, client) => signIn(setup, client),
    async 'signed in another way and out again'(setup, client) {
      await signIn(setup, client)
      setup.script.on('/sessions/revoke', { data: {} })
      await client.session.revoke()
    },
    'signed in in another tab': (setup) => signIn(setup, setup.open().client),
    'gone to another page': (_, __, { platform }) => {
      platform.history.replaceState(null, '', 'https://app.example.com/settings')
      return undefined
    },
    async 'gone to another page and back'(_, client, { platform }) {
      const before = platform.location.href
      platform.history.replaceState(null, '', 'https://app.example.com/settings')
      await client.authenticateByUrl({ session_duration_minutes: 30 })
      platform.history.replaceState(null, '', before)
    },
    'started over in the widget': async (_, client) => clientInternals(client).forgetLanding(),
  }

  it.each(Object.entries(declines))(
    'drops a token that this browser did not request when the user has %s (T-11)',
    async (_, decline) => {
      const setup = createTestSetup()
      setup.script.on('/magic_links/authenticate', { data: makeAuth('mallory') })
      const { client, tab } = setup.open({ href })
      await rejection(client.authenticateByUrl({ session_duration_minutes: 30 }))
      await decline(setup, client, tab)
      tab.press()
      expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
      expect(setup.script.to('/magic_links/authenticate')).toEqual([])
    },
  )

  it('drops a token that this browser did not request when the user signs in before the response (T-11)', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open({ href })
    await clientInternals(client).pkce.create('magic_links', 30)
    const answered = gate<Reply>()
    setup.script.on('/magic_links/authenticate', () => answered.promise, { data: makeAuth('mallory') })
    const landing = rejection(client.authenticateByUrl({ session_duration_minutes: 30 }))
    await signIn(setup, client)
    answered.open(fail('pkce_mismatch', 400))
    expect(await landing).toMatchObject({ kind: 'confirmation_required' })
    tab.press()
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
    expect(setup.script.to('/magic_links/authenticate')).toHaveLength(1)
  })

  it('rejects a sign-in that started in another browser, once', async () => {
    const { client } = createTestSetup().open({ href: href.replace('magic_links', 'oauth') })
    const error = await rejection(client.authenticateByUrl({ session_duration_minutes: 30 }))
    expect(error).toMatchObject({ kind: 'missing_pkce' })
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
  })

  it('does not change a URL whose token type is not handled', async () => {
    const { client, tab } = createTestSetup().open({ href: href.replace('magic_links', 'unheard_of') })
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
    expect(tab.href()).toContain('secret-1')
  })

  it('rejects with the error type in the URL, and removes it from the address bar', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open({
      href: 'https://app.example.com/in?keep=1&latchkey_token_type=magic_links&latchkey_error=unable_to_auth_magic_link',
    })
    expect(client.parseAuthenticateUrl()).toEqual({
      token: '',
      tokenType: 'magic_links',
      handled: true,
      errorType: 'unable_to_auth_magic_link',
    })
    const error = await rejection(client.authenticateByUrl({ session_duration_minutes: 30 }))
    expect(error).toMatchObject({ name: 'ApiError', error_type: 'unable_to_auth_magic_link' })
    expect(tab.href()).toBe('https://app.example.com/in?keep=1')
    expect(setup.script.to('/magic_links/authenticate')).toEqual([])
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
  })

  it('does not pass on arbitrary text of a foreign link', () => {
    const { client } = createTestSetup().open()
    const error = encodeURIComponent('Call +1 555 0100 to unlock')
    const parsed = client.parseAuthenticateUrl(`https://x.example/?latchkey_token_type=oauth&latchkey_error=${error}`)
    expect(parsed?.errorType).toBe('unknown_error')
  })

  it('redeems a token that comes with an error', async () => {
    const setup = createTestSetup()
    setup.script.on('/magic_links/authenticate', { data: makeAuth('s1') })
    const { client, tab } = setup.open({ href: `${href.replace('#part', '')}&latchkey_error=unknown_error` })
    tab.press()
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toMatchObject({ tokenType: 'magic_links' })
    expect(tab.href()).toBe('https://app.example.com/in?keep=1')
  })

  it('processes the URL once when the widget and the host page both call, with one result', async () => {
    const setup = createTestSetup()
    const answered = gate<{ data: unknown }>()
    setup.script.on('/magic_links/authenticate', () => answered.promise)
    const { client, tab } = setup.open({ href })
    tab.press()
    const calls = [
      client.authenticateByUrl({ session_duration_minutes: 30 }),
      client.authenticateByUrl({ session_duration_minutes: 60 }),
      client.authenticateByUrl({ session_duration_minutes: 60 }, href),
    ]
    answered.open({ data: makeAuth('s1') })
    const [first, second, third] = await Promise.all(calls)
    expect(first).toMatchObject({ tokenType: 'magic_links', data: { session_token: 'token-s1' } })
    expect([second, third]).toEqual([first, first])
    expect(setup.script.to('/magic_links/authenticate')).toHaveLength(1)
    expect(await client.authenticateByUrl({ session_duration_minutes: 30 })).toBeNull()
  })

  it('rejects every simultaneous call if the URL has an error', async () => {
    const { client } = createTestSetup().open({
      href: 'https://app.example.com/?latchkey_token_type=oauth&latchkey_error=oauth_flow_callback_error',
    })
    const calls = [1, 2].map(() => rejection(client.authenticateByUrl({ session_duration_minutes: 30 })))
    const types = (await Promise.all(calls)).map((error) => (error as Error & { error_type: string }).error_type)
    expect(types).toEqual(['oauth_flow_callback_error', 'oauth_flow_callback_error'])
  })

  it('removes the token from the URL even if the call has invalid arguments', async () => {
    const { client, tab } = createTestSetup().open({ href })
    await rejection(client.authenticateByUrl({} as never))
    expect(tab.href()).not.toContain('secret-1')
  })
})

describe('dispose', () => {
  it('removes all timers and listeners, and may be called twice', async () => {
    const setup = createTestSetup()
    const { client, tab } = setup.open()
    await signIn(setup, client)
    const seen: unknown[] = []
    client.onStateChange((state) => seen.push(state))
    client.dispose()
    client.dispose()
    expect([tab.leftovers(), setup.clock.pending()]).toEqual([0, 0])
    await setup.open().client.session.revoke()
    await settle()
    expect(seen).toEqual([])
    expect((await rejection(client.user.get())).message).toContain('The client is disposed.')
  })

  it('aborts pending calls, without an error from the refresh', async () => {
    const setup = createTestSetup()
    await signIn(setup, setup.open().client)
    const never = gate<never>()
    setup.script.on('/sessions/authenticate', () => never.promise)
    setup.script.on('/users/me', () => never.promise)
    const errors: unknown[] = []
    const { client, tab } = setup.open({ callbacks: { onError: (error) => errors.push(error) } })
    const call = rejection(client.user.get())
    await setup.clock.advance(0)
    client.dispose()
    expect((await call).message).toBe('Unable to contact our servers.')
    await settle()
    expect([errors, tab.leftovers()]).toEqual([[], 0])
  })

  it('leaks nothing after a thousand clients', async () => {
    const setup = createTestSetup()
    const { platform, ...tab } = setup.profile.openTab()
    for (let n = 0; n < 1000; n++)
      createClient(publicToken, { domains: { testApi: 'localhost:4000' }, platform }).dispose()
    await settle()
    expect([tab.leftovers(), setup.clock.pending(), platform]).toEqual([
      0,
      0,
      { ...platform, [registryKey]: new Map() },
    ])
  })
})
