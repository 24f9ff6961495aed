import { type Algorithm, createAuthenticator, type SoftwareAuthenticator } from '@latchkey/testkit/authenticator'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import {
  type Answer,
  type CallOptions,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
} from '../../testing/harness.ts'

const domain = 'app.example.com'

interface PasskeyData {
  user_id: string
  userId: string
  webauthn_registration_id: string
  public_key_credential_creation_options: string
  public_key_credential_request_options: string
  webauthn_registration: { webauthn_registration_id: string; name: string }
}

const data = (answer: Answer): PasskeyData => answer.data as unknown as PasskeyData

describe.each(engines)('passkeys on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function creationOptions(harness: Harness, options: CallOptions, body: object = {}): Promise<string> {
    const startBody = { domain, user_agent: 'Tests/1.0', return_passkey_credential_options: true, ...body }
    const answer = await harness.call('POST', '/webauthn/register/start', startBody, options)
    expect(answer.outcome).toBe('200')
    return data(answer).public_key_credential_creation_options
  }

  async function requestOptions(harness: Harness, options: CallOptions = {}, body: object = {}): Promise<string> {
    const path = `/webauthn/authenticate/start/${options.session ? 'secondary' : 'primary'}`
    const startBody = { domain, return_passkey_credential_options: true, ...body }
    const answer = await harness.call('POST', path, startBody, options)
    expect(answer.outcome).toBe('200')
    return data(answer).public_key_credential_request_options
  }

  const register = (harness: Harness, public_key_credential: string, options: CallOptions, body: object = {}) =>
    harness.call('POST', '/webauthn/register', { public_key_credential, ...body }, options)

  const authenticate = (harness: Harness, public_key_credential: string, options: CallOptions = {}) =>
    harness.call('POST', '/webauthn/authenticate', { public_key_credential, session_duration_minutes: 30 }, options)

  /** A user with a passkey. */
  async function enrolled(harness: Harness, email = 'ada@example.com', device = createAuthenticator(origin)) {
    const user = await harness.signIn(email, { minutes: 600 })
    const options = await creationOptions(harness, { session: user.token })
    const answer = await register(harness, device.create(options), { session: user.token })
    expect(answer.outcome).toBe('200')
    return { ...user, token: answer.data.session_token, device, id: data(answer).webauthn_registration_id, answer }
  }

  const signIn = async (harness: Harness, device: SoftwareAuthenticator) =>
    authenticate(harness, device.get(await requestOptions(harness)))

  it.inTurn('offers creation options with the user, the domain and the existing passkeys', async () => {
    const harness = await createHarness(storage)
    const ada = await enrolled(harness)
    const call = { domain, user_agent: 'Tests/1.0', return_passkey_credential_options: true }
    const first = await harness.call('POST', '/webauthn/register/start', call, { session: ada.token })
    const options = JSON.parse(data(first).public_key_credential_creation_options)
    const passkeys = await storage.accounts.get(harness.project.id, ada.accountId)
    const credentialId = passkeys?.registrations.find(({ kind }) => kind === 'webauthn')?.uniqueKey
    expect([data(first).user_id, options]).toEqual([
      ada.accountId,
      {
        rp: { id: domain, name: harness.project.name },
        user: {
          id: Buffer.from(ada.accountId).toString('base64url'),
          ...{ name: 'ada@example.com', displayName: 'ada@example.com' },
        },
        challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
        timeout: 300_000,
        excludeCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal', 'hybrid'] }],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
        extensions: { credProps: true },
      },
    ])
    const startBody = {
      ...{ override_id: 'handle-7', override_name: 'ada', override_display_name: 'Ada L.' },
      ...{ authenticator_type: 'cross-platform', return_passkey_credential_options: false },
    }
    const own = JSON.parse(await creationOptions(harness, { session: ada.token }, startBody))
    expect([own.user, own.authenticatorSelection]).toEqual([
      { id: Buffer.from('handle-7').toString('base64url'), name: 'ada', displayName: 'Ada L.' },
      {
        authenticatorAttachment: 'cross-platform',
        ...{ residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
      },
    ])
    for (const override_id of ['', 'é'.repeat(33)]) {
      const body = { ...call, override_id }
      const refused = await harness.call('POST', '/webauthn/register/start', body, { session: ada.token })
      expect(refused.outcome).toBe('schema_error')
    }
  })

  it.inTurn('registers a passkey in the session that began, which gets another factor', async () => {
    const harness = await createHarness(storage)
    const aaguid = Buffer.from('d548826e79b4db40a3d811116f7e8349', 'hex')
    const { answer, id, sessionId, accountId } = await enrolled(
      harness,
      'ada@example.com',
      createAuthenticator(origin, { aaguid, isSynced: true }),
    )
    expect([answer.data.user_id, answer.data.session.session_id, id]).toEqual([
      accountId,
      sessionId,
      expect.stringMatching(/^webauthn-registration-test-/),
    ])
    expect(answer.data.user.webauthn_registrations).toEqual([
      {
        ...{ webauthn_registration_id: id, domain, user_agent: 'Tests/1.0' },
        ...{ authenticator_type: 'platform', verified: true, name: 'Bitwarden' },
        ...{ credential_id: expect.stringMatching(/^[\w-]+$/), aaguid: aaguid.toString('hex') },
        created_at: new Date(harness.clock.now()).toISOString(),
      },
    ])
    expect(answer.data.session.authentication_factors.at(-1)).toMatchObject({
      ...{ type: 'webauthn', delivery_method: 'webauthn_registration' },
      webauthn_factor: { webauthn_registration_id: id, domain, user_agent: 'Tests/1.0' },
    })
    // No other duration was requested.
    expect(Date.parse(answer.data.session.expires_at) - harness.clock.now()).toBe(600 * 60_000)
    expect(await storage.passkeys.get(harness.project.id, id)).toMatchObject({
      ...{ backupEligible: true, backedUp: true, signCount: 0, transports: ['internal', 'hybrid'] },
    })
  })

  it.each<Algorithm>(['ES256', 'EdDSA', 'RS256'])(
    'signs a user in with %s without an identifier',
    async (algorithm) => {
      const harness = await createHarness(storage)
      const ada = await enrolled(harness, 'ada@example.com', createAuthenticator(origin, { algorithm }))
      const start = await harness.call('POST', '/webauthn/authenticate/start/primary', { domain })
      expect([data(start).user_id, data(start).userId]).toEqual(['', ''])
      const options = JSON.parse(data(start).public_key_credential_request_options)
      expect(options).toEqual({
        challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        ...{ timeout: 300_000, rpId: domain, allowCredentials: [], userVerification: 'required' },
      })
      const done = await authenticate(harness, ada.device.get(JSON.stringify(options)))
      expect([done.outcome, done.data.user_id, data(done).webauthn_registration_id]).toEqual([
        '200',
        ada.accountId,
        ada.id,
      ])
      expect(done.data.session.session_id).not.toBe(ada.sessionId)
      expect(done.data.session.authentication_factors.map(({ type }) => type)).toEqual(['webauthn'])
    },
  )

  it.inTurn(
    'adds a passkey as a further factor of a session, whose options name the passkeys of the user',
    async () => {
      const harness = await createHarness(storage)
      const ada = await enrolled(harness)
      const eve = await enrolled(harness, 'eve@example.com')
      const { token: session } = await harness.signIn('ada@example.com')
      const options = await requestOptions(harness, { session }, { return_passkey_credential_options: false })
      expect(JSON.parse(options)).toMatchObject({
        allowCredentials: [{ type: 'public-key', transports: ['internal', 'hybrid'] }],
        userVerification: 'preferred',
      })
      const credential = ada.device.get(options, { flags: (flags) => flags & ~4, userHandle: null })
      expect((await authenticate(harness, credential)).outcome).toBe('user_unauthenticated')
      expect((await authenticate(harness, credential, { session: eve.token })).outcome).toBe(
        'invalid_webauthn_credential',
      )
      const foreign = eve.device.get(JSON.stringify({ ...JSON.parse(options), allowCredentials: [] }))
      expect((await authenticate(harness, foreign, { session })).outcome).toBe('invalid_webauthn_credential')
      const done = await authenticate(harness, credential, { session })
      expect(done.data.session.authentication_factors.map(({ type }) => type)).toEqual(['otp', 'webauthn'])
      const bob = await harness.signIn('bob@example.com')
      const none = await harness.call(
        'POST',
        '/webauthn/authenticate/start/secondary',
        { domain },
        { session: bob.token },
      )
      expect([none.status, none.outcome]).toEqual([404, 'webauthn_registration_not_found'])
    },
  )

  it('registers a passkey only in the session that began (P-2) [C-SES-31]', async () => {
    const harness = await createHarness(storage)
    const device = createAuthenticator(origin)
    const ada = await harness.signIn('ada@example.com')
    const again = await harness.signIn('ada@example.com')
    const eve = await harness.signIn('eve@example.com')
    const body = { domain, user_agent: 'x' }
    expect((await harness.call('POST', '/webauthn/register/start', body)).outcome).toBe('user_unauthenticated')
    const credential = device.create(await creationOptions(harness, { session: ada.token }))
    expect((await register(harness, credential, {})).outcome).toBe('user_unauthenticated')
    for (const { token } of [eve, again])
      expect((await register(harness, credential, { session: token })).outcome).toBe('invalid_webauthn_credential')
    expect((await register(harness, credential, { session: ada.token })).outcome).toBe('200')
  })

  it('accepts a challenge once, for its own purpose and project, until it expires (P-2)', async () => {
    const harness = await createHarness(storage)
    const ada = await enrolled(harness)
    const session = ada.token
    const refused = 'invalid_webauthn_credential'
    // A registration's challenge signed as an assertion, and the reverse.
    const creation = JSON.parse(await creationOptions(harness, { session }))
    const crossed = ada.device.get(JSON.stringify({ rpId: domain, challenge: creation.challenge }))
    expect((await authenticate(harness, crossed)).outcome).toBe(refused)
    const { challenge } = JSON.parse(await requestOptions(harness))
    const reversed = createAuthenticator(origin).create(JSON.stringify({ ...creation, challenge }))
    expect((await register(harness, reversed, { session })).outcome).toBe(refused)

    const credential = ada.device.get(await requestOptions(harness))
    const project = await harness.newProject()
    expect((await authenticate(harness, credential, { project })).outcome).toBe(refused)
    expect((await authenticate(harness, credential)).outcome).toBe('200')
    expect((await authenticate(harness, credential)).outcome).toBe(refused)
    const late = ada.device.get(await requestOptions(harness))
    const lateRegistration = createAuthenticator(origin).create(await creationOptions(harness, { session }))
    harness.clock.advance(5 * 60_000)
    expect((await authenticate(harness, late)).outcome).toBe(refused)
    expect((await register(harness, lateRegistration, { session })).outcome).toBe(refused)
  })

  it('rejects a credential that is already registered (P-3)', async () => {
    const harness = await createHarness(storage)
    const id = Buffer.from(`shared credential of ${harness.project.id}`)
    const take = async (email: string) => {
      const { token: session } = await harness.signIn(email)
      const options = await creationOptions(harness, { session })
      return register(harness, createAuthenticator(origin).create(options, { credentialId: id }), { session })
    }
    expect((await take('ada@example.com')).outcome).toBe('200')
    const second = await take('eve@example.com')
    expect([second.status, second.outcome]).toEqual([409, 'duplicate_webauthn_registration'])
    expect((await take('ada@example.com')).outcome).toBe('duplicate_webauthn_registration')
  })

  it.inTurn('rejects a removed passkey as not found, and keeps the last factor', async () => {
    const harness = await createHarness(storage)
    const ada = await enrolled(harness)
    const session = ada.token
    const options = await requestOptions(harness)
    const remove = (path: string, by = session) => harness.call('DELETE', path, undefined, { session: by })
    expect((await remove(`/users/emails/${ada.emailId}`)).outcome).toBe('200')
    expect((await remove(`/users/webauthn_registrations/${ada.id}`)).outcome).toBe('last_factor')
    const email = await harness.call('POST', '/otps/email/send/secondary', { email: 'new@example.com' }, { session })
    const [token] = (await harness.lastMessage('new@example.com')).codes
    const code = { token, method_id: email.data.method_id, session_duration_minutes: 30 }
    const added = await harness.call('POST', '/otps/authenticate', code, { session })
    expect(added.outcome).toBe('200')
    const removed = await remove(`/users/webauthn_registrations/${ada.id}`, added.data.session_token)
    expect([removed.outcome, removed.data.__user.webauthn_registrations]).toEqual(['200', []])
    expect(await storage.passkeys.get(harness.project.id, ada.id)).toBeNull()
    const rejected = await authenticate(harness, ada.device.get(options))
    expect([rejected.status, rejected.outcome]).toEqual([404, 'webauthn_registration_not_found'])
  })

  it.inTurn('rejects a passkey of another project on the same domain without "not found"', async () => {
    const harness = await createHarness(storage)
    const ada = await enrolled(harness)
    const other = { project: await harness.newProject() }
    const tried = async (options: string) => (await authenticate(harness, ada.device.get(options), other)).outcome
    // A browser that receives "not found" deletes the passkey for the whole domain.
    expect(await tried(await requestOptions(harness, other))).toBe('invalid_webauthn_credential')
    expect((await signIn(harness, ada.device)).outcome).toBe('200')
    await harness.storage.accounts.removeRegistration(harness.project.id, ada.accountId, 'webauthn', ada.id)
    expect(await tried(await requestOptions(harness, other))).toBe('webauthn_registration_not_found')
  })

  it.inTurn('adds no factor to the session for a passkey that the browser created without the user', async () => {
    const harness = await createHarness(storage)
    const ada = await enrolled(harness)
    const before = ada.answer.data.session.authentication_factors
    harness.clock.advance(60_000)
    const options = await creationOptions(harness, { session: ada.token }, { conditional_create: true })
    const alone = createAuthenticator(origin).create(options, { flags: (flags) => flags & ~0x05 })
    const { outcome, data: made } = await register(harness, alone, { session: ada.token })
    expect([outcome, made.session.authentication_factors]).toEqual(['200', before])
    expect([made.user.webauthn_registrations.length, made.session.session_id]).toEqual([2, ada.sessionId])
  })

  it.inTurn('renames a passkey only for its owner', async () => {
    const harness = await createHarness(storage)
    const ada = await enrolled(harness)
    const eve = await harness.signIn('eve@example.com')
    const rename = (name: string, session: string) =>
      harness.call('PUT', `/webauthn/update/${ada.id}`, { name }, { session })
    expect(data(await rename('  Blue key ', ada.token)).webauthn_registration).toEqual({
      ...{ webauthn_registration_id: ada.id, domain, user_agent: 'Tests/1.0' },
      ...{ authenticator_type: 'platform', verified: true, name: 'Blue key', created_at: expect.any(String) },
      credential_id: expect.stringMatching(/^[\w-]+$/),
    })
    expect(data(await rename(' ', ada.token)).webauthn_registration.name).toBe('Blue key')
    expect((await rename('Mine', eve.token)).outcome).toBe('webauthn_registration_not_found')
    const me = await harness.call('GET', '/users/me', undefined, { session: ada.token })
    expect(me.data.webauthn_registrations.map(({ name }) => name)).toEqual(['Blue key'])
    expect((await harness.call('PUT', `/webauthn/update/${ada.id}`, { name: 'x' })).outcome).toBe(
      'user_unauthenticated',
    )
  })

  describe('whose counter does not rise', () => {
    const regressions = async (harness: Harness) =>
      (await storage.audit.listUnsealed(10_000))
        .filter(({ projectId, event }) => projectId === harness.project.id && event === 'webauthn_counter_regression')
        .map(({ targetId, result }) => [targetId, result])

    it('rejects and audits a counter that does not increase for a device-bound passkey (P-4)', async () => {
      const harness = await createHarness(storage)
      const ada = await enrolled(harness)
      expect((await signIn(harness, ada.device)).outcome).toBe('200')
      expect((await signIn(harness, ada.device)).outcome).toBe('200')
      ada.device.rewind(1)
      expect((await signIn(harness, ada.device)).outcome).toBe('invalid_webauthn_credential')
      expect((await signIn(harness, ada.device)).outcome).toBe('200')
      expect(await regressions(harness)).toEqual([[ada.id, 'refused']])
    })

    it('accepts and audits a counter that does not increase for a synced passkey (P-4)', async () => {
      const harness = await createHarness(storage)
      const ada = await enrolled(harness, 'ada@example.com', createAuthenticator(origin, { isSynced: true }))
      for (const signCount of [9, 3]) {
        const credential = ada.device.get(await requestOptions(harness), { signCount })
        expect((await authenticate(harness, credential)).outcome).toBe('200')
      }
      expect(await regressions(harness)).toEqual([[ada.id, 'ok']])
    })
  })

  it('starts ceremonies only for pages within the domain (P-5)', async () => {
    const authorizedOrigins = [
      ...['https://app.example.com', 'https://example.com', 'https://*.shop.example', 'https://10.0.0.1'],
      ...['https://github.io', 'http://localhost:*'],
    ]
    const start = async (harness: Harness, rpId: string, page: string | null) =>
      (await harness.call('POST', '/webauthn/authenticate/start/primary', { domain: rpId }, { origin: page })).outcome
    const harness = await createHarness(storage, { settings: { authorizedOrigins } })
    const app = 'https://app.example.com'
    const allowed: [string, string | null][] = [
      ['app.example.com', app],
      ['example.com', app],
      ['example.com', 'https://example.com'],
      ['eu.shop.example', 'https://eu.shop.example'],
      ['localhost', 'http://localhost:3000'],
      ['app.example.com', null],
    ]
    for (const [rpId, page] of allowed) expect([rpId, await start(harness, rpId, page)]).toEqual([rpId, '200'])
    const refused: [string, string | null][] = [
      ['com', app],
      ['other.example.com', app],
      ['app.example.com', 'https://example.com'],
      ['example.com', 'https://eu.shop.example'],
      ['shop.example', 'https://eu.shop.example'],
      ['10.0.0.1', 'https://10.0.0.1'],
      ['github.io', 'https://github.io'],
      ['APP.example.com', app],
      ['app.example.com.', app],
      ['https://app.example.com', app],
      ['127.0.0.1', 'http://127.0.0.1:3000'],
      ['', app],
      ['evil.example', null],
    ]
    for (const [rpId, page] of refused)
      expect([rpId, await start(harness, rpId, page)]).toEqual([rpId, 'invalid_domain'])
    const live = await createHarness(storage, {
      ...{ environment: 'live', settings: { authorizedOrigins: ['https://app.example.com'] } },
    })
    expect(await start(live, 'localhost', app)).toBe('invalid_domain')
  })

  it.inTurn('shares passkeys between all origins of a project that declares the domain', async () => {
    const authorizedOrigins = ['https://app.example.com', 'https://app.example.org', 'https://*.example.net']
    const settings = { authorizedOrigins, passkeyRpIds: ['auth.example.com'] }
    const harness = await createHarness(storage, { settings })
    const page = 'https://app.example.org'
    const device = createAuthenticator(page)
    const { token: session } = await harness.signIn('ada@example.com', { origin: page })
    const startBody = { domain: 'auth.example.com' }
    const created = device.create(await creationOptions(harness, { session, origin: page }, startBody))
    expect((await register(harness, created, { session, origin: page })).outcome).toBe('200')
    const signed = device.get(await requestOptions(harness, { origin: page }, startBody))
    expect((await authenticate(harness, signed, { origin: page })).outcome).toBe('200')
    const document = await harness.fetch(new Request('https://auth.example.com/.well-known/webauthn'))
    expect(JSON.parse(document.text)).toEqual({ origins: ['https://app.example.com', 'https://app.example.org'] })
    expect(document.headers.get('content-type')).toBe('application/json')
    const otherHost = await harness.fetch(new Request('https://app.example.org/.well-known/webauthn'))
    expect([otherHost.status, otherHost.outcome]).toEqual([404, 'endpoint_not_found'])
    // A project that declares the same domain later does not answer for it, unless only that one is live.
    const latecomer = { authorizedOrigins: ['https://evil.example'], passkeyRpIds: ['auth.example.com'] }
    const origins = async (): Promise<string[]> => {
      harness.clock.advance(10_000)
      const { text } = await harness.fetch(new Request('https://auth.example.com/.well-known/webauthn'))
      return JSON.parse(text).origins
    }
    const own = ['https://app.example.com', 'https://app.example.org']
    harness.clock.advance(1_000)
    await harness.newProject({ settings: latecomer })
    expect(await origins()).toEqual(own)
    await harness.newProject({
      environment: 'live',
      settings: { ...latecomer, authorizedOrigins: ['https://live.example'] },
    })
    expect(await origins()).toEqual(['https://live.example'])
    for (const rpId of ['com', 'github.io', '10.0.0.1', 'Example.com', 'https://example.com', 'localhost'])
      await expect(harness.newProject({ environment: 'live', settings: { passkeyRpIds: [rpId] } })).rejects.toThrow(
        'passkeyRpIds',
      )
  })

  it.inTurn(
    'requires a recent sign-in to register a passkey if the project requires step-up, and rejects disabled passkeys',
    async () => {
      const harness = await createHarness(storage, { settings: { stepUpMinutes: 10 } })
      const ada = await harness.signIn('ada@example.com', { minutes: 600 })
      harness.clock.advance(11 * 60_000)
      const body = { domain, user_agent: 'x' }
      const stale = await harness.call('POST', '/webauthn/register/start', body, { session: ada.token })
      expect(stale.outcome).toBe('step_up_required')
      const project = await harness.newProject({
        settings: {
          enabledMethods: { magicLinks: true, otpEmail: true, otpSms: true, otpWhatsapp: true, webauthn: false },
        },
      })
      const off = await harness.call('POST', '/webauthn/authenticate/start/primary', { domain }, { project })
      expect(off.outcome).toBe('method_not_enabled')
    },
  )
})
