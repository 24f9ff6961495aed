import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { clientInternals } from '../../context/client-internals.ts'
import type { PkceFlow } from '../../pkce/pkce.ts'
import {
  createTestSetup,
  fail,
  makeAuth,
  makeBootstrap,
  publicToken,
  rejection,
  signIn,
} from '../../test-setup.suite.ts'

const bootstrap = `/projects/bootstrap/${publicToken}`
const start = '/magic_links/email/login_or_create'
const finish = '/magic_links/authenticate'
const minutes = { session_duration_minutes: 30 }

function createHarness(isPkceRequired = true) {
  const setup = createTestSetup()
  setup.script.on(bootstrap, { data: makeBootstrap({ pkce_required_for_email_magic_links: isPkceRequired }) })
  for (const path of [start, '/magic_links/email/send/primary', '/magic_links/email/send/secondary']) {
    setup.script.on(path, { data: {} })
  }
  setup.script.on(finish, { data: makeAuth('s1') })
  const { client, tab } = setup.open()
  const { pkce } = clientInternals(client)
  const flows = (): PkceFlow[] => (['password_resets', 'magic_links'] as const).filter((flow) => pkce.find(flow))
  const bodies = (path: string): Record<string, unknown>[] =>
    setup.script.to(path).map(({ body }) => body as Record<string, unknown>)
  return { setup, client, tab, pkce, flows, bodies }
}

describe('the start of a magic link', () => {
  it('sends email and every option [C-CALL-25] [C-CALL-26]', async () => {
    const { client, bodies, setup } = createHarness(false)
    const options = {
      login_magic_link_url: 'https://app.example.com/in',
      signup_magic_link_url: 'https://app.example.com/up',
      login_expiration_minutes: 10,
      signup_expiration_minutes: 20,
      login_template_id: 'login',
      signup_template_id: 'signup',
      create_user_as_pending: true,
      locale: 'en',
    }
    await client.magicLinks.email.loginOrCreate('a@example.com', options)
    await client.magicLinks.email.loginOrCreate('a@example.com')
    const browser_challenge = expect.stringMatching(/^[\w-]{43}$/)
    expect(bodies(start)).toEqual([
      { ...options, email: 'a@example.com', browser_challenge },
      { email: 'a@example.com', browser_challenge },
    ])
    expect(setup.script.to(start)[0]?.method).toBe('POST')
  })

  it('creates a pair and sends its challenge if the project requires PKCE [C-PKCE-04]', async () => {
    const { client, bodies, pkce } = createHarness()
    await client.magicLinks.email.loginOrCreate('a@example.com')
    const pair = pkce.find('magic_links')
    expect(bodies(start)).toEqual([{ email: 'a@example.com', code_challenge: pair?.code_challenge }])
    expect(pair?.code_challenge).toBe(
      createHash('sha256')
        .update(pair?.code_verifier ?? '')
        .digest('base64url'),
    )
  })

  it('does not bind the link if the project does not require PKCE, and identifies the browser [C-PKCE-08]', async () => {
    const { client, bodies, pkce } = createHarness(false)
    await client.magicLinks.email.loginOrCreate('a@example.com')
    await client.magicLinks.email.send('a@example.com')
    const browser_challenge = pkce.find('magic_links')?.code_challenge
    expect([...bodies(start), ...bodies('/magic_links/email/send/primary')]).toEqual([
      { email: 'a@example.com', browser_challenge },
      { email: 'a@example.com', browser_challenge },
    ])
  })

  it('sends a challenge if the settings of the project cannot be read', async () => {
    const { client, setup, bodies } = createHarness(false)
    setup.script.on(bootstrap, new TypeError('offline'))
    setup.profile.storage.clear()
    const other = setup.open().client
    await other.magicLinks.email.loginOrCreate('a@example.com')
    expect(bodies(start)).toEqual([{ email: 'a@example.com', code_challenge: expect.stringMatching(/^[\w-]{43}$/) }])
    client.dispose()
  })

  it('keeps the pair as long as the longer of both links is valid', async () => {
    const { client, setup, flows } = createHarness()
    await client.magicLinks.email.loginOrCreate('a@example.com', { signup_expiration_minutes: 60 })
    setup.clock.tick(59 * 60_000)
    expect(flows()).toEqual(['magic_links'])
    setup.clock.tick(60_000)
    expect(flows()).toEqual([])
  })

  it('sends a link to an existing user through primary without a session [C-CALL-27]', async () => {
    const { client, bodies } = createHarness()
    await client.magicLinks.email.send('a@example.com', { login_expiration_minutes: 5 })
    expect(bodies('/magic_links/email/send/primary')).toEqual([
      { email: 'a@example.com', login_expiration_minutes: 5, code_challenge: expect.any(String) },
    ])
  })

  it('sends a link to an existing user through secondary with a session [C-CALL-28]', async () => {
    const { client, setup, bodies } = createHarness()
    await signIn(setup, client)
    await client.magicLinks.email.send('b@example.com')
    await client.magicLinks.email.loginOrCreate('b@example.com')
    expect(bodies('/magic_links/email/send/secondary')).toEqual([
      { email: 'b@example.com', code_challenge: expect.any(String) },
    ])
    expect(bodies(start)).toHaveLength(1)
  })
})

describe('magicLinks.authenticate', () => {
  it('sends token, verifier and duration, and clears the pair when it succeeds [C-CALL-29] [C-PKCE-09]', async () => {
    const { client, bodies, pkce, flows } = createHarness()
    await client.magicLinks.email.loginOrCreate('a@example.com')
    const code_verifier = pkce.find('magic_links')?.code_verifier
    const data = await client.magicLinks.authenticate('token-1', minutes)
    expect(bodies(finish)).toEqual([{ token: 'token-1', session_duration_minutes: 30, code_verifier }])
    expect(data.method_id).toBe('method-1')
    expect(flows()).toEqual([])
    expect(client.session.getSync()?.session_id).toBe('session-test-s1')
  })

  it('finds its pair in memory if the storage fails', async () => {
    const { client, setup, tab, bodies } = createHarness()
    tab.press()
    setup.profile.faults.storage = true
    await client.magicLinks.email.loginOrCreate('a@example.com')
    await client.magicLinks.authenticate('token-1', minutes)
    await client.magicLinks.authenticate('token-2', minutes)
    expect(bodies(finish)).toMatchObject([
      { code_verifier: expect.stringMatching(/^[\da-f]{128}$/) },
      { token: 'token-2' },
    ])
    expect(bodies(finish)[1]).not.toHaveProperty('code_verifier')
  })

  it('sends no request for a link of another browser until the user presses a button (T-11)', async () => {
    const { client, bodies, tab } = createHarness()
    const error = await rejection(client.magicLinks.authenticate('token-1', minutes))
    expect([error, bodies(finish)]).toMatchObject([{ name: 'SdkError', kind: 'confirmation_required' }, []])
    tab.press()
    await client.magicLinks.authenticate('token-1', minutes)
    expect(bodies(finish)).toEqual([{ token: 'token-1', session_duration_minutes: 30 }])
  })

  it('keeps the pair when it fails [C-PKCE-12]', async () => {
    const { client, setup, tab, flows } = createHarness()
    await client.magicLinks.email.loginOrCreate('a@example.com')
    tab.press()
    for (const type of ['unable_to_auth_magic_link', 'pkce_mismatch']) {
      setup.script.on(finish, fail(type, 401))
      expect(await rejection(client.magicLinks.authenticate('token-1', minutes))).toMatchObject({ error_type: type })
      expect(flows()).toEqual(['magic_links'])
    }
  })

  it('tries the pair of a password reset first [C-PKCE-13]', async () => {
    const { client, bodies, pkce, flows } = createHarness()
    const reset = await pkce.create('password_resets', 30)
    await pkce.create('magic_links', 30)
    await client.magicLinks.authenticate('token-1', minutes)
    expect(bodies(finish).map(({ code_verifier }) => code_verifier)).toEqual([reset.code_verifier])
    expect(flows()).toEqual(['magic_links'])
  })

  it('tries the pair of a magic link after a pkce error [C-PKCE-14]', async () => {
    const { client, setup, bodies, pkce, flows } = createHarness()
    const reset = await pkce.create('password_resets', 30)
    const link = await pkce.create('magic_links', 30)
    setup.script.on(finish, fail('pkce_mismatch'), { data: makeAuth('s1') })
    await client.magicLinks.authenticate('token-1', minutes)
    expect(bodies(finish).map(({ code_verifier }) => code_verifier)).toEqual([reset.code_verifier, link.code_verifier])
    expect(flows()).toEqual(['password_resets'])
  })

  it('requires a confirmation if no pair matches, as for a link of another browser (A-14)', async () => {
    const { client, setup, bodies, pkce, tab } = createHarness(false)
    const pair = await pkce.create('magic_links', 30)
    setup.script.on(finish, fail('pkce_mismatch'), fail('pkce_mismatch'), { data: makeAuth('s1') })
    const error = await rejection(client.magicLinks.authenticate('token-1', minutes))
    expect(error).toMatchObject({ kind: 'confirmation_required' })
    tab.press()
    await client.magicLinks.authenticate('token-1', minutes)
    expect(bodies(finish).map(({ code_verifier }) => code_verifier)).toEqual([
      pair.code_verifier,
      pair.code_verifier,
      undefined,
    ])
  })

  it('returns the address of a link', async () => {
    const { client, setup, bodies } = createHarness()
    setup.script.on('/magic_links/inspect', { data: { email: 'ada@example.com' } })
    expect((await client.magicLinks.inspect('token-1')).email).toBe('ada@example.com')
    expect(bodies('/magic_links/inspect')).toEqual([{ token: 'token-1' }])
  })

  it('does not retry after any other failure [C-PKCE-15]', async () => {
    for (const answer of [fail('unable_to_auth_magic_link', 401), new TypeError('offline')]) {
      const { client, setup, bodies, pkce, flows } = createHarness()
      await pkce.create('password_resets', 30)
      await pkce.create('magic_links', 30)
      setup.script.on(finish, answer)
      await rejection(client.magicLinks.authenticate('token-1', minutes))
      expect(bodies(finish)).toHaveLength(1)
      expect(flows()).toEqual(['password_resets', 'magic_links'])
    }
  })

  it('checks its arguments before a request [C-VAL-07] [C-VAL-13] [C-VAL-14]', async () => {
    const { client, bodies } = createHarness()
    const { authenticate, email } = client.magicLinks
    expect((await rejection(authenticate(7 as never, minutes))).message).toBe(
      'Invalid call to magicLinks.authenticate\ntoken must be a string',
    )
    for (const options of [undefined, {}, { session_duration_minutes: '30' }]) {
      expect((await rejection(authenticate('token', options as never))).message).toBe(
        'Invalid call to magicLinks.authenticate\nsession_duration_minutes must be a number',
      )
    }
    expect((await rejection(email.loginOrCreate(undefined as never))).message).toBe(
      'Invalid call to magicLinks.email.loginOrCreate\nemail must be a string',
    )
    expect((await rejection(email.send(null as never))).message).toBe(
      'Invalid call to magicLinks.email.send\nemail must be a string',
    )
    expect([...bodies(finish), ...bodies(start), ...bodies('/magic_links/email/send/primary')]).toEqual([])
  })
})
