import { createHash } from 'node:crypto'
import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { expect } from 'vitest'
import type { Testkit } from '../index.ts'
import {
  ada,
  bob,
  halfHour,
  minute,
  onBothEngines,
  outcomes,
  rejection,
  sentTo,
  signInByCode,
  storeTemplates,
} from './contract.suite.ts'

const start = '/magic_links/email/login_or_create'
const authenticate = '/magic_links/authenticate'
const withoutPkce = {
  pkceRequired: { emailMagicLinks: false, passwordResets: false, oauth: false, sso: false },
}
const challenge = expect.stringMatching(/^[\w-]{43}$/)
const verifier = expect.stringMatching(/^[0-9a-f]{128}$/)

const sha256 = (token: string): string => createHash('sha256').update(token).digest('hex')
const findPkce = (client: Client) => clientInternals(client).pkce.find('magic_links')
const bodies = (kit: Testkit, path: string) => sentTo(kit, path).map(({ body }) => body)

onBothEngines('a magic link', (open, _engine, it) => {
  it.each([true, false])(
    'sends a code challenge if the setting of magic links requires it: %s [C-PKCE-04] [C-PKCE-08]',
    async (isOn) => {
      // The other flags have the opposite value, so that a client that reads the wrong flag fails.
      const pkceRequired = { emailMagicLinks: isOn, passwordResets: !isOn, oauth: !isOn, sso: !isOn }
      const kit = await open({ settings: { pkceRequired } })
      await kit.client.magicLinks.email.loginOrCreate(ada)
      expect(bodies(kit, start)).toEqual([
        { email: ada, ...(isOn ? { code_challenge: challenge } : { browser_challenge: challenge }) },
      ])
      await kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
      expect(kit.client.session.getSync()).not.toBeNull()
    },
  )

  it.inTurn(
    'requests a link with the address, a challenge and every option [C-CALL-25] [C-CALL-26] [C-PKCE-04]',
    async () => {
      const page = 'https://app.example.com/'
      const kit = await open({
        settings: {
          captcha: { enabled: true, siteKey: 'site-1', secretSealed: '' },
          dfp: { enabled: true, mode: 'OBSERVATION' },
          redirectUrls: { login: [`${page}in`], signup: [`${page}new`], reset_password: [], logout: [] },
        },
        captcha: { verify: async (token) => token === 'captcha-1' },
        client: {
          captcha: { getToken: async () => 'captcha-1' },
          telemetryId: { getTelemetryId: async () => 'telemetry-1' },
        },
      })
      const options = {
        login_magic_link_url: `${page}in`,
        signup_magic_link_url: `${page}new`,
        login_expiration_minutes: 10,
        signup_expiration_minutes: 20,
        ...(await storeTemplates(kit, 'magic_link')),
        locale: 'en',
      }
      await kit.client.magicLinks.email.loginOrCreate(ada, options)
      const [sent] = sentTo(kit, start)
      expect(sent).toMatchObject({ method: 'POST', path: `/sdk/v1${start}` })
      expect(sent?.body).toEqual({
        ...options,
        email: ada,
        code_challenge: challenge,
        captcha_token: 'captcha-1',
        dfp_telemetry_id: 'telemetry-1',
      })
      expect(await kit.follow(kit.inbox.lastLink(ada))).toMatch(/^https:\/\/app\.example\.com\/new\?/)
    },
  )

  it.inTurn('omits unset options, and identifies the browser without a code challenge [C-CALL-25]', async () => {
    const kit = await open({ settings: withoutPkce })
    await kit.client.magicLinks.email.loginOrCreate(ada, { locale: undefined })
    expect(bodies(kit, start)).toEqual([{ email: ada, browser_challenge: challenge }])
  })

  it.inTurn(
    'sends a link to an existing user through primary without a session, and rejects others [C-CALL-27]',
    async () => {
      const kit = await open()
      await signInByCode(kit)
      await kit.client.session.revoke()
      await kit.client.magicLinks.email.send(ada, { login_expiration_minutes: 5 })
      expect(sentTo(kit, '/magic_links/email/send/primary')).toMatchObject([
        { method: 'POST', body: { email: ada, login_expiration_minutes: 5, code_challenge: challenge } },
      ])
      await kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
      expect(kit.client.user.getSync()?.emails).toMatchObject([{ email: ada }])
      await kit.client.session.revoke()
      expect(await outcomes(() => kit.client.magicLinks.email.send(bob))).toEqual(['email_not_found'])
      expect(kit.inbox.messages(bob)).toEqual([])
    },
  )

  it.inTurn('adds an address through secondary with a session: one user, two addresses [C-CALL-28]', async () => {
    const kit = await open()
    await signInByCode(kit)
    const before = kit.client.user.getSync()
    await kit.clock.advance(1_000)
    await kit.client.magicLinks.email.send('work@example.com', { locale: 'en' })
    expect(sentTo(kit, '/magic_links/email/send/secondary')).toMatchObject([
      { method: 'POST', body: { email: 'work@example.com', locale: 'en', code_challenge: challenge } },
    ])
    await kit.client.magicLinks.authenticate(kit.inbox.lastToken('work@example.com'), halfHour)
    const after = kit.client.user.getSync()
    expect(after?.user_id).toBe(before?.user_id)
    expect(after?.emails.map(({ email, verified }) => [email, verified])).toEqual([
      [ada, true],
      ['work@example.com', true],
    ])
    expect(kit.client.session.getSync()?.authentication_factors.map(({ type }) => type)).toEqual(['otp', 'magic_link'])
    await kit.client.session.revoke()
    await signInByCode(kit, 'work@example.com')
    expect(kit.client.user.getSync()?.user_id).toBe(before?.user_id)
  })

  it.inTurn(
    'redeems a link with token, verifier and duration, and clears the pair [C-CALL-29] [C-PKCE-09]',
    async () => {
      const kit = await open()
      await kit.client.magicLinks.email.loginOrCreate(ada)
      expect(findPkce(kit.client)).toMatchObject({ code_challenge: challenge, code_verifier: verifier })
      const token = kit.inbox.lastToken(ada)
      await kit.client.magicLinks.authenticate(token, { session_duration_minutes: 45 })
      expect(sentTo(kit, authenticate)).toMatchObject([{ method: 'POST' }])
      expect(bodies(kit, authenticate)).toEqual([{ token, code_verifier: verifier, session_duration_minutes: 45 }])
      expect(findPkce(kit.client)).toBeUndefined()
      const { expires_at = '', started_at = '' } = kit.client.session.getSync() ?? {}
      expect(Date.parse(expires_at) - Date.parse(started_at)).toBe(45 * minute)
    },
  )

  it.inTurn('keeps the pair of a failed link for the link that works [C-PKCE-12]', async () => {
    const kit = await open()
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const pair = findPkce(kit.client)
    const spend = (token: string) => () => kit.client.magicLinks.authenticate(token, halfHour)
    kit.network.isDown = true
    expect(await outcomes(spend(kit.inbox.lastToken(ada)))).toEqual(['UnreachableError'])
    kit.network.isDown = false
    expect(await outcomes(spend('unknown'))).toEqual(['unable_to_auth_magic_link'])
    expect(findPkce(kit.client)).toEqual(pair)
    expect(await outcomes(spend(kit.inbox.lastToken(ada)))).toEqual(['ok'])
  })

  it.inTurn('tries the pair of a password reset first, then that of the link [C-PKCE-13] [C-PKCE-14]', async () => {
    const kit = await open()
    const { pkce } = clientInternals(kit.client)
    const reset = await pkce.create('password_resets', 30)
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const own = findPkce(kit.client)
    await kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
    expect(bodies(kit, authenticate)).toMatchObject([
      { code_verifier: reset.code_verifier },
      { code_verifier: own?.code_verifier },
    ])
    expect(kit.client.session.getSync()).not.toBeNull()
    expect([pkce.find('password_resets')?.code_verifier, findPkce(kit.client)]).toEqual([
      reset.code_verifier,
      undefined,
    ])
  })

  it.inTurn('does not retry a link that fails for another reason [C-PKCE-15]', async () => {
    const kit = await open()
    await clientInternals(kit.client).pkce.create('password_resets', 60)
    await kit.client.magicLinks.email.loginOrCreate(ada, { signup_expiration_minutes: 5 })
    await kit.clock.advance(5 * minute)
    expect(await outcomes(() => kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour))).toEqual([
      'unable_to_auth_magic_link',
    ])
    expect(sentTo(kit, authenticate)).toHaveLength(1)
  })

  it('redeems a link once (T-1)', async () => {
    const kit = await open()
    await kit.client.magicLinks.email.loginOrCreate(ada)
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const token = kit.inbox.lastToken(ada)
    const code_verifier = findPkce(kit.client)?.code_verifier
    await kit.client.magicLinks.authenticate(token, halfHour)
    const again = await kit.call('POST', authenticate, { token, code_verifier, ...halfHour })
    expect(again.body.error_type).toBe('unable_to_auth_magic_link')
    kit.tab.press()
    expect(await outcomes(() => kit.client.magicLinks.authenticate(token, halfHour))).toEqual([
      'unable_to_auth_magic_link',
    ])
  })

  it.inTurn('starts one session when two tabs redeem a link at once', async () => {
    const kit = await open()
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const token = kit.inbox.lastToken(ada)
    const tabs = [kit.client, kit.openTab().client, kit.openTab().client]
    const ends = await Promise.allSettled(tabs.map(({ magicLinks }) => magicLinks.authenticate(token, halfHour)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(new Set(tabs.map(({ session }) => session.getTokens()?.session_token)).size).toBe(1)
    expect(kit.client.session.getSync()).not.toBeNull()
  })

  it('redeems a link after a scanner has opened it (T-8)', async () => {
    const kit = await open()
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const link = kit.inbox.lastLink(ada)
    const visit = (method: string) =>
      kit.provider.fetch(new Request(link, { method, redirect: 'manual' }), { peerAddress: '198.51.100.9' })
    const statuses = new Set<number>()
    for (let times = 0; times < 10; times++) {
      for (const method of ['HEAD', 'GET']) {
        const answer = await visit(method)
        statuses.add(answer.status)
        expect([...answer.headers.keys()]).not.toContain('set-cookie')
      }
    }
    expect(statuses).toEqual(new Set([302]))
    // A scanner that runs scripts presents the token, but has no verifier.
    const scanner = await kit.call('POST', authenticate, { token: kit.inbox.lastToken(ada), ...halfHour })
    expect([scanner.status, scanner.body.data]).toEqual([400, undefined])
    kit.tab.navigate(await kit.follow(link))
    await kit.client.authenticateByUrl(halfHour)
    expect(kit.client.session.getSync()).not.toBeNull()
    expect(kit.tab.href()).toBe('https://app.example.com/')
  })

  it('rejects a link on another device and keeps it valid for five attempts (T-9)', async () => {
    const kit = await open()
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const token = kit.inbox.lastToken(ada)
    const { client: phone, tab } = kit.openBrowser()
    expect(await rejection(phone.magicLinks.authenticate(token, halfHour))).toMatchObject({
      kind: 'confirmation_required',
    })
    tab.press()
    const error = await rejection(phone.magicLinks.authenticate(token, halfHour))
    expect([error.error_type, error.message]).toEqual([
      'pkce_mismatch',
      expect.stringContaining('completed on the same device it was started'),
    ])
    expect(phone.session.getSync()).toBeNull()
    await kit.client.magicLinks.authenticate(token, halfHour)
    expect(kit.client.session.getSync()).not.toBeNull()

    await kit.client.magicLinks.email.loginOrCreate(bob)
    const second = kit.inbox.lastToken(bob)
    // Attempts without a verifier are not counted. Five wrong verifiers invalidate the link.
    const spend = (client: Client) => () => client.magicLinks.authenticate(second, halfHour)
    expect(await outcomes(...Array(10).fill(spend(phone)))).toEqual(Array(10).fill('pkce_mismatch'))
    expect((await kit.storage.oneTime.findByTokenHash(kit.project.id, sha256(second)))?.mismatches).toBe(0)
    await clientInternals(phone).pkce.create('magic_links', 30)
    expect(await outcomes(...Array(5).fill(spend(phone)))).toEqual([
      ...Array(4).fill('pkce_mismatch'),
      // The fifth wrong verifier invalidates the link; the retry without a verifier then fails too.
      'unable_to_auth_magic_link',
    ])
    expect(await outcomes(spend(kit.client))).toEqual(['unable_to_auth_magic_link'])
  })

  it('signs no other user in with the link of an attacker (O-2)', async () => {
    const kit = await open()
    const attacker = kit.openBrowser().client
    await attacker.magicLinks.email.loginOrCreate(bob)
    await kit.client.magicLinks.email.loginOrCreate(ada)
    kit.tab.navigate(await kit.follow(kit.inbox.lastLink(bob)))
    const error = await rejection(kit.client.authenticateByUrl(halfHour))
    expect(error).toMatchObject({ name: 'SdkError', kind: 'confirmation_required' })
    const token = kit.inbox.lastToken(bob)
    const raw = await kit.call('POST', authenticate, { token, ...halfHour })
    expect([raw.status, raw.body.error_type]).toEqual([400, 'pkce_mismatch'])
    kit.tab.press()
    expect(await outcomes(() => kit.client.authenticateByUrl(halfHour))).toEqual(['pkce_mismatch'])
    expect(kit.client.session.getSync()).toBeNull()
  })

  it('requires the verifier of a link with a challenge, whatever the project requires (O-3)', async () => {
    const kit = await open({ settings: withoutPkce })
    const { pkce } = clientInternals(kit.client)
    const { code_challenge, code_verifier } = await pkce.create('magic_links', 30)
    await kit.call('POST', start, { email: ada, code_challenge })
    const token = kit.inbox.lastToken(ada)
    const spend = async (extra: object) =>
      (await kit.call('POST', authenticate, { token, ...halfHour, ...extra })).body.error_type ?? 'ok'
    expect(await spend({})).toBe('pkce_mismatch')
    expect(await spend({ code_verifier: '' })).toBe('pkce_mismatch')
    expect(await spend({ code_verifier: code_challenge })).toBe('pkce_mismatch')
    expect(await spend({ code_verifier: (await pkce.create('oauth', 30)).code_verifier })).toBe('pkce_mismatch')
    expect(await spend({ code_verifier })).toBe('ok')
  })

  it('rejects a link without a required challenge before a message is sent (O-4)', async () => {
    const kit = await open()
    for (const path of [start, '/magic_links/email/send/primary']) {
      expect((await kit.call('POST', path, { email: ada })).body.error_type).toBe('pkce_required')
    }
    expect(kit.inbox.messages()).toEqual([])
  })

  it('redirects only to allowed URLs, checked before a message is sent (O-1)', async () => {
    const kit = await open()
    const foreign = [
      'https://evil.example/',
      'https://app.example.com.evil.example/',
      'https://app.example.com@evil.example/',
      'https://app.example.com/../',
      'https://app.example.com/other',
      'https://app.example.com/?next=https://evil.example',
      'http://app.example.com/',
      '//evil.example/',
      '/relative',
      'javascript:alert(1)',
      'data:text/html,x',
    ]
    for (const url of foreign) {
      for (const field of ['login_magic_link_url', 'signup_magic_link_url']) {
        const start = () => kit.client.magicLinks.email.loginOrCreate(ada, { [field]: url })
        expect([url, await outcomes(start)]).toEqual([url, ['invalid_redirect_url']])
      }
    }
    expect(kit.inbox.messages()).toEqual([])
  })

  it.inTurn('expires a link after thirty minutes, to the millisecond [C-CONST-07] [C-CONST-08]', async () => {
    const kit = await open()
    for (const [email, life] of [
      [ada, 30 * minute - 1],
      [ada, 30 * minute - 1],
      [bob, 30 * minute],
    ] as const) {
      const { client, tab } = kit.openBrowser()
      await client.magicLinks.email.loginOrCreate(email)
      const token = kit.inbox.lastToken(email)
      await kit.clock.advance(life)
      tab.press()
      expect(await outcomes(() => client.magicLinks.authenticate(token, halfHour))).toEqual([
        life < 30 * minute ? 'ok' : 'unable_to_auth_magic_link',
      ])
    }
  })

  it.inTurn('expires a link after the requested time, for sign-up and login separately', async () => {
    const kit = await open()
    const options = { signup_expiration_minutes: 5, login_expiration_minutes: 60 }
    await kit.client.magicLinks.email.loginOrCreate(ada, options)
    await kit.clock.advance(5 * minute - 1)
    await kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
    await kit.client.session.revoke()
    await kit.client.magicLinks.email.loginOrCreate(ada, options)
    await kit.clock.advance(60 * minute - 1)
    await kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
    expect(kit.client.session.getSync()).not.toBeNull()
  })

  it.inTurn('redirects new users to the sign-up page and existing users to the login page', async () => {
    const page = 'https://app.example.com/'
    const redirectUrls = { login: [`${page}in`], signup: [`${page}new`], reset_password: [], logout: [] }
    const kit = await open({ settings: { redirectUrls } })
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const landing = await kit.follow(kit.inbox.lastLink(ada))
    expect(landing).toBe(`${page}new?latchkey_token_type=magic_links&token=${kit.inbox.lastToken(ada)}`)
    kit.tab.navigate(landing)
    expect(kit.client.parseAuthenticateUrl()).toEqual({
      token: kit.inbox.lastToken(ada),
      tokenType: 'magic_links',
      handled: true,
    })
    await kit.client.authenticateByUrl(halfHour)
    expect(kit.tab.href()).toBe(`${page}new`)
    await kit.client.magicLinks.email.loginOrCreate(ada)
    expect(await kit.follow(kit.inbox.lastLink(ada))).toMatch(/^https:\/\/app\.example\.com\/in\?/)
  })

  it.inTurn('creates a pending user if requested', async () => {
    const kit = await open()
    await kit.client.magicLinks.email.loginOrCreate(ada, { create_user_as_pending: true })
    const { items } = await kit.storage.accounts.list(
      { projectId: kit.project.id, organizationId: null },
      { limit: 10 },
    )
    expect(items).toMatchObject([{ status: 'pending', registrations: [{ uniqueKey: ada, verified: false }] }])
    await kit.client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
    expect(kit.client.user.getSync()).toMatchObject({
      user_id: items[0]?.id,
      status: 'active',
      emails: [{ verified: true }],
    })
    await kit.client.magicLinks.email.loginOrCreate(bob)
    expect(
      (await kit.storage.accounts.list({ projectId: kit.project.id, organizationId: null }, { limit: 10 })).items,
    ).toHaveLength(1)
  })

  it.inTurn('redeems a link of a project without PKCE on any device after a press of a button', async () => {
    const kit = await open({ settings: withoutPkce })
    await kit.client.magicLinks.email.loginOrCreate(ada)
    const { client, tab } = kit.openBrowser()
    const error = await rejection(client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour))
    expect(error).toMatchObject({ name: 'SdkError', kind: 'confirmation_required' })
    expect(bodies(kit, authenticate)).toEqual([])
    expect((await client.magicLinks.inspect(kit.inbox.lastToken(ada))).email).toBe('ada@example.com')
    tab.press()
    await client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
    expect(bodies(kit, authenticate)).toEqual([{ token: kit.inbox.lastToken(ada), ...halfHour }])
    expect(client.session.getSync()).not.toBeNull()
  })

  it('does not sign the owner in to an account that an attacker prepared (A-1)', async () => {
    const kit = await open()
    const attacker = kit.openBrowser().client
    await attacker.magicLinks.email.loginOrCreate(ada, { create_user_as_pending: true })
    await signInByCode(kit)
    expect(kit.client.user.getSync()).toMatchObject({ status: 'active', emails: [{ email: ada, verified: true }] })
    expect(attacker.session.getSync()).toBeNull()
  })
})
