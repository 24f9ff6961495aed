import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { sha256Hex } from '../../core/hash.ts'
import { projectRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, landing, openTestStorage, tokenOf } from '../../testing/harness.ts'

const loginOrCreate = '/magic_links/email/login_or_create'
const primary = '/magic_links/email/send/primary'
const secondary = '/magic_links/email/send/secondary'
const authenticate = '/magic_links/authenticate'

describe.each(engines)('magic links on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const redeem = (harness: Harness, token: string, more: object = {}, options = {}) =>
    harness.call('POST', authenticate, { token, session_duration_minutes: 30, ...more }, options)

  async function send(
    harness: Harness,
    email: string,
    body: object = {},
    path = loginOrCreate,
    options = {},
  ): Promise<string> {
    const answer = await harness.call('POST', path, { email, ...body }, options)
    expect(answer.outcome).toBe('200')
    return tokenOf(await harness.lastMessage(email))
  }

  it.inTurn('signs a new user up and returns the whole user and session [C-SES-07] [C-SES-09] [C-SES-10]', async () => {
    const harness = await createHarness(storage)
    const sent = await harness.call('POST', loginOrCreate, { email: 'Ada@Example.com' })
    expect(sent.data).toEqual({ request_id: sent.headers.get('x-request-id'), status_code: 200 })
    expect(sent.data.request_id).toMatch(/^request-id-test-[0-9a-f-]{36}$/)
    const token = tokenOf(await harness.lastMessage('ada@example.com'))
    const { data } = await redeem(harness, token, {}, { headers: { 'user-agent': 'Tests/1.0' } })
    const at = '2027-01-15T08:00:00.000Z'
    const email_id = data.user.emails[0]?.email_id
    expect(data).toEqual({
      request_id: expect.stringMatching(/^request-id-test-/),
      status_code: 200,
      method_id: expect.stringMatching(/^email-test-[0-9a-f]{8}-[0-9a-f]{4}-4/),
      user_id: expect.stringMatching(/^user-test-[0-9a-f]{8}-[0-9a-f]{4}-7/),
      user: {
        user_id: data.user_id,
        created_at: at,
        status: 'active',
        name: { first_name: '', middle_name: '', last_name: '' },
        emails: [{ email_id, email: 'ada@example.com', verified: true }],
        phone_numbers: [],
        providers: [],
        password: null,
        totps: [],
        crypto_wallets: [],
        webauthn_registrations: [],
        biometric_registrations: [],
        roles: ['latchkey_user'],
        trusted_metadata: {},
        untrusted_metadata: {},
        external_id: null,
        is_locked: false,
        lock_created_at: null,
        lock_expires_at: null,
      },
      session: {
        session_id: expect.stringMatching(/^session-test-[0-9a-f]{8}-[0-9a-f]{4}-7/),
        user_id: data.user_id,
        started_at: at,
        last_accessed_at: at,
        expires_at: '2027-01-15T08:30:00.000Z',
        attributes: { ip_address: '203.0.113.7', user_agent: 'Tests/1.0' },
        authentication_factors: [
          {
            type: 'magic_link',
            delivery_method: 'email',
            last_authenticated_at: at,
            created_at: at,
            updated_at: at,
            email_factor: { email_id, email_address: 'ada@example.com' },
          },
        ],
        custom_claims: null,
        roles: ['latchkey_user'],
      },
      session_token: expect.stringMatching(/^latchkey_st_[0-9A-Za-z]{49}$/),
      session_jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
    const me = await harness.call('GET', '/users/me', undefined, { session: data.session_token })
    expect(me.data).toEqual({ ...data.user, request_id: me.data.request_id, status_code: 200 })
  })

  it.inTurn('shows a page without scripts for an unknown link', async () => {
    const harness = await createHarness(storage)
    const urls = [
      '/v1/magic_links/redirect',
      `/v1/magic_links/redirect?public_token=${harness.project.publicToken}&token=unknown`,
      '/v1/magic_links/redirect?public_token=unknown&token=%00',
    ]
    for (const path of urls) {
      const answer = await harness.fetch(
        new Request(`https://auth.example.com${path}`, { headers: { accept: 'text/html,*/*' } }),
      )
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(answer.text).toContain('This link does not work anymore')
    }
    const json = await harness.fetch(
      new Request(`https://auth.example.com${urls[1]}`, { headers: { accept: 'application/json' } }),
    )
    expect(json.outcome).toBe('unable_to_auth_magic_link')
  })

  it.inTurn(
    'names the project on the page of an unknown link, in the browser’s language, with a link back',
    async () => {
      const harness = await createHarness(storage)
      const url = `https://auth.example.com/v1/magic_links/redirect?public_token=${harness.project.publicToken}&token=x`
      const open = (language: string) =>
        harness.fetch(new Request(url, { headers: { accept: 'text/html', 'accept-language': language } }))
      const german = await open('xx, de-AT;q=0.9, en;q=0.8')
      expect(german.headers.get('content-language')).toBe('de')
      expect(german.text).toContain('Dieser Link funktioniert nicht mehr')
      expect(german.text).toContain(`<a href="${landing}">Zurück zu ${harness.project.name}</a>`)
      expect((await open('he')).text).toContain('<html lang="he" dir="rtl">')
      expect((await open('')).text).toContain(`Back to ${harness.project.name}`)
    },
  )

  it.inTurn(
    'limits the lifetime of a link by the project’s maximum, whatever the request sets, and the email names it',
    async () => {
      const harness = await createHarness(storage, { settings: { maxLinkMinutes: 10 } })
      const ada = await harness.signIn('ada@example.com', { minutes: 60 })
      const long = { login_expiration_minutes: 60, signup_expiration_minutes: 10_080 }
      const requests = [
        ['new@example.com', long, loginOrCreate],
        ['usual@example.com', {}, loginOrCreate],
        ['ada@example.com', long, primary],
        ['more@example.com', long, secondary],
        ['short@example.com', { signup_expiration_minutes: 5 }, loginOrCreate],
      ] as const
      const [lives, stated]: [number[], string[]] = [[], []]
      for (const [email, body, path] of requests) {
        const token = await send(harness, email, body, path, { session: ada.token })
        const row = await storage.oneTime.findByTokenHash(harness.project.id, sha256Hex(token))
        lives.push(((row?.expiresAt ?? 0) - harness.clock.now()) / 60_000)
        stated.push(/expires in ([^.]+)\./.exec((await harness.lastMessage(email)).text)?.[1] ?? '')
      }
      expect([lives, stated]).toEqual([
        [10, 10, 10, 10, 5],
        [...Array(4).fill('10 minutes'), '5 minutes'],
      ])
      const late = await send(harness, 'late@example.com', long)
      harness.clock.advance(10 * 60_000)
      expect((await redeem(harness, late)).outcome).toBe('unable_to_auth_magic_link')
    },
  )

  describe('for users who do not exist', () => {
    it('reveals and counts an unknown address in a bulk project', async () => {
      const harness = await createHarness(storage)
      const outcomes = []
      for (let count = 0; count < 6; count += 1)
        outcomes.push((await harness.call('POST', primary, { email: 'unknown@example.com' })).outcome)
      expect(outcomes).toEqual([...Array(5).fill('email_not_found'), 'too_many_requests'])
      await harness.provider.outbox.drain()
      expect(harness.sent).toEqual([])
    })

    it('answers alike in a strict project, and sends nothing to an unknown address', async () => {
      const harness = await createHarness(storage, { settings: { enumeration: 'strict' } })
      await harness.signIn('known@example.com')
      harness.sent.length = 0
      const known = await harness.call('POST', primary, { email: 'known@example.com' })
      const unknown = await harness.call('POST', primary, { email: 'unknown@example.com' })
      const shape = ({ status, text, headers }: typeof known) => [status, text.length, [...headers.keys()]]
      expect(shape(unknown)).toEqual(shape(known))
      await harness.provider.outbox.drain()
      expect(harness.sent.map(({ to }) => to)).toEqual(['known@example.com'])
    })
  })

  describe('for a further address', () => {
    it.inTurn('requires a session to send a link to a further address', async () => {
      const harness = await createHarness(storage)
      const { token } = await harness.signIn('ada@example.com', { minutes: 5 })
      harness.clock.advance(5 * 60_000)
      for (const session of [null, 'nonsense', token])
        expect((await harness.call('POST', secondary, { email: 'b@example.com' }, { session })).outcome).toBe(
          'user_unauthenticated',
        )
    })

    it.inTurn(
      'adds the address to the session that requested the link, with a new token, and to no other',
      async () => {
        const harness = await createHarness(storage)
        const ada = await harness.signIn('ada@example.com')
        const other = await harness.signIn('ada@example.com')
        const eve = await harness.signIn('eve@example.com')
        harness.clock.advance(1)
        const link = await send(harness, 'ada@work.example', {}, secondary, { session: ada.token })
        for (const session of [null, eve.token, other.token])
          expect((await redeem(harness, link, {}, { session })).outcome).toBe('user_unauthenticated')
        const { data } = await redeem(harness, link, {}, { session: ada.token })
        expect([data.user_id, data.session.session_id]).toEqual([ada.accountId, ada.sessionId])
        expect(data.user.emails.map(({ email, verified }) => [email, verified])).toEqual([
          ['ada@example.com', true],
          ['ada@work.example', true],
        ])
        expect(data.session.authentication_factors.map(({ type }) => type)).toEqual(['otp', 'magic_link'])
        expect(data.session_token).not.toBe(ada.token)
      },
    )

    it.inTurn('starts no new session if the session that requested the link has ended', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      const link = await send(harness, 'ada@work.example', {}, secondary, { session: ada.token })
      await harness.call('POST', '/sessions/revoke', undefined, { session: ada.token })
      expect((await redeem(harness, link, {}, { session: ada.token })).outcome).toBe('user_unauthenticated')
      expect((await storage.accounts.get(harness.project.id, ada.accountId))?.registrations).toHaveLength(1)
    })

    it.inTurn('starts no new session if the session ends at the moment of the proof', async () => {
      let revokeFirst = async (): Promise<void> => {}
      const late: Storage = {
        ...storage,
        async transaction(work) {
          await revokeFirst()
          return storage.transaction(work)
        },
      }
      const harness = await createHarness(late)
      const ada = await harness.signIn('ada@example.com')
      const link = await send(harness, 'ada@work.example', {}, secondary, { session: ada.token })
      revokeFirst = async () => {
        await storage.sessions.revoke(harness.project.id, ada.sessionId, harness.clock.now())
      }
      expect((await redeem(harness, link, {}, { session: ada.token })).outcome).toBe('user_unauthenticated')
      expect((await storage.accounts.get(harness.project.id, ada.accountId))?.registrations).toHaveLength(1)
    })

    it.inTurn('rejects an address of another user, at the send or at the proof', async () => {
      const harness = await createHarness(storage)
      const ada = await harness.signIn('ada@example.com')
      await harness.signIn('eve@example.com')
      const options = { session: ada.token }
      expect((await harness.call('POST', secondary, { email: 'eve@example.com' }, options)).outcome).toBe(
        'duplicate_email',
      )
      const link = await send(harness, 'new@example.com', {}, secondary, options)
      await harness.signIn('new@example.com')
      expect((await redeem(harness, link, {}, options)).outcome).toBe('duplicate_email')
    })

    it.inTurn('requires a recent sign-in to add an address if the project requires step-up', async () => {
      const harness = await createHarness(storage, { settings: { stepUpMinutes: 10 } })
      const ada = await harness.signIn('ada@example.com', { minutes: 60 })
      harness.clock.advance(10 * 60_000 + 1)
      expect((await harness.call('POST', secondary, { email: 'b@example.com' }, { session: ada.token })).outcome).toBe(
        'step_up_required',
      )
    })
  })

  describe('for a pending user', () => {
    it.inTurn('creates a pending user at the send, unverified, and activates it at the proof', async () => {
      const harness = await createHarness(storage)
      const token = await send(harness, 'ada@example.com', { create_user_as_pending: true })
      const before = (await storage.accounts.list(projectRealm(harness.project.id), { limit: 10 })).items
      expect(
        before.map(({ status, registrations }) => [status, registrations.map(({ verified }) => verified)]),
      ).toEqual([['pending', [false]]])
      await send(harness, 'ada@example.com', { create_user_as_pending: true })
      const { data } = await redeem(harness, token)
      expect([data.user_id, data.user.status, data.user.emails[0]?.verified]).toEqual([before[0]?.id, 'active', true])
      expect((await storage.accounts.list(projectRealm(harness.project.id), { limit: 10 })).items).toHaveLength(1)
    })

    it.inTurn('ends what was done with an unverified address when the address is first verified', async () => {
      const harness = await createHarness(storage)
      const token = await send(harness, 'victim@example.com', { create_user_as_pending: true })
      const [claimed] = (await storage.accounts.list(projectRealm(harness.project.id), { limit: 10 })).items
      const projectId = harness.project.id
      const accountId = claimed?.id ?? ''
      // What an attacker could have prepared before the address was verified.
      const realm = projectRealm(projectId)
      const planted = { ...realm, accountId, details: {}, createdAt: 1, verifiedAt: 1, verified: true }
      await storage.accounts.addRegistration({
        ...planted,
        id: 'password-test-1',
        kind: 'password',
        uniqueKey: accountId,
      })
      const { storage: verbs } = harness
      await verbs.sessions.insert({
        ...{ projectId, id: 'session-test-attacker', tokenHash: 'h', prevHash: null, prevValidUntil: null },
        ...{ subjectKind: 'user', subjectId: accountId, organizationId: null, factors: [], customClaims: null },
        ...{
          ipAddress: '',
          userAgent: '',
          actor: null,
          accountEpoch: 0,
          issuedBy: null,
          startedAt: harness.clock.now(),
          lastAccessedAt: harness.clock.now(),
        },
        ...{ expiresAt: harness.clock.now() + 1e9, revokedAt: null },
      })
      const { data } = await redeem(harness, token)
      expect(data.user.password).toEqual({ password_id: 'password-test-1', requires_reset: true })
      expect((await storage.sessions.get(projectId, 'session-test-attacker'))?.revokedAt).toBe(harness.clock.now())
      expect((await storage.sessions.get(projectId, data.session.session_id))?.revokedAt).toBeNull()
    })
  })

  it.inTurn('rejects a link if the address was removed or belongs to another account since', async () => {
    const harness = await createHarness(storage)
    const ada = await harness.signIn('ada@example.com')
    const further = await send(harness, 'old@example.com', {}, secondary, { session: ada.token })
    const { session_token: session } = (await redeem(harness, further, {}, { session: ada.token })).data
    const token = await send(harness, 'old@example.com', {}, primary)
    const { data } = await harness.call('GET', '/users/me', undefined, { session })
    const old = data.emails.find(({ email }) => email === 'old@example.com')
    const removed = await harness.call('DELETE', `/users/emails/${old?.email_id}`, undefined, { session })
    expect(removed.outcome).toBe('200')
    expect((await redeem(harness, token)).outcome).toBe('unable_to_auth_magic_link')
  })

  it('rejects a link of a disabled user (S-4)', async () => {
    const harness = await createHarness(storage)
    const [projectId, now] = [harness.project.id, harness.clock.now()]
    const realm = projectRealm(projectId)
    const user = { ...realm, id: 'user-test-disabled', status: 'active', externalId: null, roles: [] } as const
    await storage.accounts.insert({
      ...{
        ...user,
        id: `${user.id}-${projectId}`,
        roles: [],
        name: { first_name: '', middle_name: '', last_name: '' },
      },
      ...{
        trustedMetadata: {},
        untrustedMetadata: {},
        disabledAt: now,
        secretsValidAfter: null,
        sessionsEpoch: 0,
        createdAt: now,
        updatedAt: now,
      },
    })
    await storage.accounts.addRegistration({
      ...realm,
      ...{ id: `email-test-${projectId}`, accountId: `${user.id}-${projectId}`, kind: 'email' },
      ...{ uniqueKey: 'out@example.com', verified: true, details: {}, createdAt: now, verifiedAt: now },
    })
    expect((await redeem(harness, await send(harness, 'out@example.com'))).outcome).toBe('unable_to_auth_magic_link')
    const sent = await harness.call('POST', '/otps/email/send/primary', { email: 'out@example.com' })
    const [token] = (await harness.lastMessage('out@example.com')).codes
    const body = { token, method_id: sent.data.method_id, session_duration_minutes: 30 }
    expect((await harness.call('POST', '/otps/authenticate', body)).outcome).toBe('otp_code_not_found')
  })

  it.inTurn('names the redirect URL that is not on the list, and the command that adds it', async () => {
    const harness = await createHarness(storage)
    const url = 'https://app.example.com/other?a=1'
    const { json } = await harness.call('POST', loginOrCreate, { email: 'ada@example.com', login_magic_link_url: url })
    const command = `latchkey redirects add --type login '${url}' --project ${harness.project.id}`
    expect([json.error_type, json.error_message, json.error_details]).toEqual([
      'invalid_redirect_url',
      `The URL ${url} is not on the project's list of login redirect URLs. Run: ${command}`,
      { redirect_url: url, type: 'login', command },
    ])
    const hostile = { email: 'ada@example.com', login_magic_link_url: `https://a.example/'; rm -rf ~ #` }
    expect((await harness.call('POST', loginOrCreate, hostile)).json.error_details).toBeUndefined()
  })

  it.inTurn('rejects invalid addresses, and every call if magic links are disabled', async () => {
    const harness = await createHarness(storage)
    for (const email of ['a', 'a@b', 'a@b.co,c@d.co', 'a@b.co\r\nBcc: x@y.zz', '"a"@b.co'])
      expect((await harness.call('POST', loginOrCreate, { email })).outcome).toBe('invalid_email')
    // With passwords enabled, the sign-in link of a reset email is still redeemed here.
    const enabledMethods = { magicLinks: false, otpEmail: true, otpSms: true, otpWhatsapp: true, passwords: false }
    const off = await harness.newProject({ settings: { enabledMethods } })
    for (const path of [loginOrCreate, primary])
      expect((await harness.call('POST', path, { email: 'a@b.co' }, { project: off })).outcome).toBe(
        'method_not_enabled',
      )
    expect((await redeem(harness, 'x', {}, { project: off })).outcome).toBe('method_not_enabled')
  })

  it.inTurn('accepts neither a link as another secret nor another secret as a link', async () => {
    const harness = await createHarness(storage)
    const password = 'violet-Otter.quilt-81'
    await harness.call('POST', '/passwords', { email: 'ada@example.com', password, session_duration_minutes: 30 })
    const link = await send(harness, 'ada@example.com')
    const lasting = { token: link, session_duration_minutes: 30 }
    const otherEndpoints = [
      await harness.call('POST', '/passwords/email/reset', { ...lasting, password: 'violet-Otter.quilt-82' }),
      await harness.call('POST', '/oauth/authenticate', lasting),
      await harness.call('POST', '/impersonation/authenticate', { impersonation_token: link }),
    ]
    expect(otherEndpoints.map(({ status, data }) => [status >= 400, Object(data).session_token])).toEqual(
      Array(3).fill([true, undefined]),
    )
    await harness.call('POST', '/passwords/email/reset/start', { email: 'ada@example.com' })
    const reset = tokenOf(await harness.lastMessage('ada@example.com'))
    expect((await redeem(harness, reset)).outcome).toBe('unable_to_auth_magic_link')
    expect((await redeem(harness, link)).outcome).toBe('200')
  })

  it.inTurn('rejects a link in another project, and as a passcode', async () => {
    const harness = await createHarness(storage)
    const other = await harness.newProject()
    const token = await send(harness, 'ada@example.com')
    expect((await redeem(harness, token, {}, { project: other })).outcome).toBe('unable_to_auth_magic_link')
    const method = { token: '123456', method_id: token, session_duration_minutes: 30 }
    expect((await harness.call('POST', '/otps/authenticate', method)).outcome).toBe('otp_code_not_found')
    expect((await redeem(harness, token)).outcome).toBe('200')
  })
})
