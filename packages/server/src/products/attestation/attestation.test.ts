import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect, it } from 'vitest'
import { createOutboundFetch } from '../../outbound/outbound-fetch.ts'
import type { AttestationProfile } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { createHarness, engines, type Harness, type HarnessOptions, openTestStorage } from '../../testing/harness.ts'
import { audience, createIssuer, issuer } from './attestation.suite.ts'

const minute = 60_000

describe.each(engines)('attestation on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let signer: Awaited<ReturnType<typeof createIssuer>>
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    signer = await createIssuer()
  })
  afterAll(() => storage.close())

  const profile = (change: Partial<AttestationProfile> = {}): AttestationProfile => ({
    ...{ id: 'partner', issuer, audience, keys: { jwks: { keys: [signer.jwk] } }, trustsEmail: true },
    createsUsers: true,
    ...change,
  })

  const open = (change: Partial<AttestationProfile> = {}, options: HarnessOptions = {}): Promise<Harness> =>
    createHarness(storage, {
      ...options,
      settings: { ...options.settings, attestationProfiles: [profile(change)] },
    })

  const attest = (harness: Harness, token: string, body: object = {}, session?: string) =>
    harness.call('POST', '/sessions/attest', { profile_id: 'partner', token, ...body }, session ? { session } : {})

  it.inTurn(
    'starts a session for a token of a trusted issuer, and finds the same user again [C-SES-01] [C-CALL-24]',
    async () => {
      const harness = await open()
      const first = await attest(harness, await signer.sign(harness), { session_duration_minutes: 45 })
      expect([first.status, first.data.user.providers]).toEqual([
        200,
        [
          {
            oauth_user_registration_id: expect.stringMatching(/^oauth-user-test-/),
            provider_subject: 'ada',
            provider_type: 'trusted_auth_token',
            profile_picture_url: null,
            locale: null,
          },
        ],
      ])
      expect(first.data.session.authentication_factors).toMatchObject([
        { type: 'trusted_auth_token', delivery_method: 'trusted_token_exchange' },
      ])
      expect(Date.parse(first.data.session.expires_at) - harness.clock.now()).toBe(45 * minute)
      const again = await attest(harness, await signer.sign(harness))
      expect([again.data.user_id, again.data.session.session_id === first.data.session.session_id]).toEqual([
        first.data.user_id,
        false,
      ])
    },
  )

  it.inTurn('stores picture and locale of the token, and updates them from later tokens', async () => {
    const harness = await open()
    const shown = async (claims: JWTPayload) => {
      const { data } = await attest(harness, await signer.sign(harness, claims))
      return data.user.providers.map(({ profile_picture_url, locale }) => [profile_picture_url, locale])
    }
    const picture = 'https://issuer.example/ada.png'
    expect(await shown({ picture, locale: 'de-AT' })).toEqual([[picture, 'de-AT']])
    expect(await shown({})).toEqual([[picture, 'de-AT']])
    expect(await shown({ picture: `${picture}?2`, locale: 'fr' })).toEqual([[`${picture}?2`, 'fr']])
    expect(await shown({ picture: 'javascript:alert(1)', locale: '<b>' })).toEqual([[`${picture}?2`, 'fr']])
  })

  it.inTurn('accepts each token once, whatever the result', async () => {
    const harness = await open()
    const token = await signer.sign(harness)
    const same = await signer.sign(harness, { jti: 'chosen' })
    const twin = await signer.sign(harness, { jti: 'chosen', sub: 'eve' })
    const outcomes = [await attest(harness, token), await attest(harness, token), await attest(harness, same)]
    expect([...outcomes, await attest(harness, twin)].map(({ outcome }) => outcome)).toEqual([
      '200',
      'unauthorized_credentials',
      '200',
      'unauthorized_credentials',
    ])
    harness.clock.advance(5 * minute)
    await harness.provider.tidy()
    expect((await attest(harness, token)).outcome).toBe('unauthorized_credentials')
    const rows = (await storage.audit.list(harness.project.id, { afterSeq: 0, limit: 500 })).filter(
      ({ event }) => event === 'token_replay',
    )
    expect(rows.map(({ targetId }) => targetId)).toEqual(['partner', 'partner', 'partner'].slice(0, rows.length))
    expect(rows.length).toBeGreaterThanOrEqual(2)
  })

  it.inTurn('rejects every token that does not match the profile', async () => {
    const harness = await open()
    const attacker = await createIssuer('k1')
    const now = Math.floor(harness.clock.now() / 1_000)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(
      JSON.stringify({ iss: issuer, aud: audience, sub: 'ada', jti: 'n', iat: now, exp: now + 300 }),
    ).toString('base64url')}.`
    const shared = await new SignJWT({ iss: issuer, aud: audience, sub: 'ada', jti: 'h', iat: now, exp: now + 300 })
      .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
      .sign(new TextEncoder().encode(JSON.stringify(signer.jwk)))
    const good = await signer.sign(harness)
    const bad = [
      await attacker.sign(harness),
      await signer.sign(harness, { iss: `${issuer}/` }),
      await signer.sign(harness, { aud: 'other' }),
      await signer.sign(harness, { exp: now - 61 }),
      await signer.sign(harness, { exp: now + 25 * 3_600 }),
      await signer.sign(harness, { nbf: now + 120 }),
      await signer.sign(harness, { jti: '' }),
      await signer.sign(harness, { sub: '' }),
      await signer.sign(harness, { sub: 'x'.repeat(257) }),
      await signer.sign(harness, { exp: undefined }),
      await signer.sign(harness, { jti: undefined }),
      await signer.sign(harness, { iat: undefined }),
      await signer.sign(harness, { iat: now + 61 }),
      await signer.sign(harness, {}, { kid: 'other' }),
      `${good.slice(0, -6)}AAAAAA`,
      ...[none, shared, 'x', '', 'a.b.c'],
    ]
    const outcomes = []
    for (const token of bad) outcomes.push((await attest(harness, token)).outcome)
    expect(outcomes).toEqual(bad.map(() => 'unauthorized_credentials'))
    expect((await attest(harness, good)).outcome).toBe('200')
    expect((await attest(harness, good, { profile_id: 'unknown' })).outcome).toBe('attestation_profile_not_found')
  })

  it.inTurn('finds an account only by a verified address', async () => {
    const harness = await open()
    const ada = await harness.signIn('ada@example.com')
    const claims = { sub: 'partner-1', email: 'Ada@Example.com' }
    const unproven = await attest(harness, await signer.sign(harness, { ...claims, email_verified: false }))
    expect(unproven.data.user_id).not.toBe(ada.accountId)
    const linked = await attest(
      harness,
      await signer.sign(harness, { ...claims, sub: 'partner-2', email_verified: true }),
    )
    expect([linked.data.user_id, linked.data.user.providers.map((one) => one.provider_subject)]).toEqual([
      ada.accountId,
      ['partner-2'],
    ])
    const moved = { sub: 'partner-2', email: 'else@example.com', email_verified: true }
    expect((await attest(harness, await signer.sign(harness, moved))).data.user_id).toBe(ada.accountId)
    const lax = await open({ trustsEmail: false })
    const bob = await lax.signIn('bob@example.com')
    const token = await signer.sign(lax, { sub: 'b', email: 'bob@example.com', email_verified: true })
    expect((await attest(lax, token)).data.user_id).not.toBe(bob.accountId)
  })

  it.inTurn('disables what was set for an address before it was verified', async () => {
    const harness = await open()
    const who = { email: 'grace@example.com', session_duration_minutes: 30 }
    const planted = await harness.call('POST', '/passwords', { ...who, password: 'correct horse battery staple 9' })
    const token = await signer.sign(harness, { sub: 'grace', email: who.email, email_verified: true })
    const proven = await attest(harness, token)
    expect([proven.data.user_id, proven.data.user.password?.requires_reset]).toEqual([planted.data.user_id, true])
    const session = planted.data.session_token
    expect((await harness.call('GET', '/users/me', undefined, { session })).outcome).toBe('user_unauthenticated')
    await harness.provider.outbox.drain()
    expect(harness.sent.map(({ subject }) => subject).filter((subject) => subject.includes('turned off'))).toHaveLength(
      1,
    )
  })

  it.inTurn('creates no user if the profile does not allow it, and rejects a disabled user', async () => {
    const harness = await open({ createsUsers: false })
    const named = { email: 'new@example.com', email_verified: true }
    for (const claims of [{}, named])
      expect((await attest(harness, await signer.sign(harness, claims))).outcome).toBe('user_not_found')
    const ada = await harness.signIn('ada@example.com')
    const claims = { email: 'ada@example.com', email_verified: true }
    expect((await attest(harness, await signer.sign(harness, claims))).data.user_id).toBe(ada.accountId)
    await storage.accounts.setDisabled(harness.project.id, ada.accountId, harness.clock.now(), harness.clock.now())
    expect((await attest(harness, await signer.sign(harness, claims))).outcome).toBe('unauthorized_credentials')
  })

  it.inTurn('continues the session of the header or the body, and rejects two different ones', async () => {
    const harness = await open()
    const ada = await harness.signIn('ada@example.com')
    const claims = { email: 'ada@example.com', email_verified: true }
    const inHeader = await attest(harness, await signer.sign(harness, claims), {}, ada.token)
    expect(inHeader.data.session.session_id).toBe(ada.sessionId)
    const fresh = await harness.signIn('ada@example.com')
    const other = await harness.signIn('eve@example.com')
    const outcome = async (body: object, session?: string) =>
      (await attest(harness, await signer.sign(harness, claims), body, session)).outcome
    expect([
      await outcome({ session_token: fresh.token }),
      await outcome({ session_token: 'x' }),
      await outcome({ session_token: other.token }, fresh.token),
      await outcome({ session_jwt: 'x' }),
      await outcome({ session_jwt: await signer.sign(harness) }),
    ]).toEqual([
      '200',
      'invalid_session_token',
      'invalid_session_token',
      'invalid_session_token',
      'invalid_session_token',
    ])
    const again = await harness.signIn('ada@example.com')
    const { data } = await harness.call('POST', '/sessions/authenticate', {}, { session: again.token })
    expect(await outcome({ session_jwt: data.session_jwt })).toBe('200')
    await storage.sessions.revoke(harness.project.id, again.sessionId, harness.clock.now())
    expect(await outcome({ session_jwt: data.session_jwt })).toBe('invalid_session_token')
  })
})

describe('the keys of an issuer', () => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage('sqlite')
  })
  afterAll(() => storage.close())

  /** A server on loopback that only these tests allow the provider to reach. */
  async function serveKeys(answer: () => { status: number; body: string; location?: string }) {
    const requested: string[] = []
    const server = createServer((request, response) => {
      requested.push(request.url ?? '')
      const { status, body, location } = answer()
      response.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return {
      requested,
      url: `http://127.0.0.1:${port}/jwks`,
      close: () => new Promise<void>((resolve) => server.close(() => resolve())),
    }
  }

  /** Settings require https; requests are redirected to the server above. */
  const open = (url: string, isGuarded = false) =>
    createHarness(storage, {
      settings: {
        attestationProfiles: [
          {
            id: 'partner',
            issuer,
            audience,
            keys: { url: 'https://issuer.example/jwks' },
            trustsEmail: false,
            createsUsers: true,
          },
        ],
      },
      outbound: () => {
        const outbound = createOutboundFetch(isGuarded ? {} : { allowHttp: true, isAllowed: () => true })
        return (_, init) => outbound(url, init)
      },
    })

  const attest = async (harness: Harness, token: string) =>
    (await harness.call('POST', '/sessions/attest', { profile_id: 'partner', token })).outcome

  it('fetches the keys of an issuer once, and again when a new key appears', async () => {
    const [first, second] = [await createIssuer('k1'), await createIssuer('k2', 'RS256')]
    let keys = [first.jwk]
    const server = await serveKeys(() => ({ status: 200, body: JSON.stringify({ keys }) }))
    const harness = await open(server.url)
    expect([
      await attest(harness, await first.sign(harness)),
      await attest(harness, await first.sign(harness)),
    ]).toEqual(['200', '200'])
    expect(server.requested).toEqual(['/jwks'])
    keys = [first.jwk, second.jwk]
    expect(await attest(harness, await second.sign(harness))).toBe('unauthorized_credentials')
    harness.clock.advance(31_000)
    expect(await attest(harness, await second.sign(harness))).toBe('200')
    expect(server.requested).toHaveLength(2)
    await server.close()
    harness.clock.advance(11 * minute)
    expect(await attest(harness, await second.sign(harness))).toBe('200')
  })

  it.each([
    ['an error', { status: 500, body: '{}' }],
    ['invalid JSON', { status: 200, body: '<html>' }],
    ['invalid keys', { status: 200, body: '{"keys":7}' }],
    ['a response that is too large', { status: 200, body: `{"keys":[],"x":"${'x'.repeat(300_000)}"}` }],
    ['a redirect', { status: 302, body: '', location: 'http://127.0.0.1:1/' }],
  ])("rejects the token if the issuer's keys are answered with %s", async (_, answer) => {
    const server = await serveKeys(() => answer)
    const harness = await open(server.url)
    expect(await attest(harness, await (await createIssuer()).sign(harness))).toBe('service_unavailable')
    await server.close()
  })

  it('does not fetch keys from this machine or its private network', async () => {
    const server = await serveKeys(() => ({ status: 200, body: '{"keys":[]}' }))
    const addresses = [
      server.url,
      'https://127.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/',
      'file:///etc/passwd',
    ]
    for (const url of addresses) {
      const harness = await open(url, true)
      expect(await attest(harness, await (await createIssuer()).sign(harness))).toBe('service_unavailable')
    }
    expect(server.requested).toEqual([])
    await server.close()
  })

  it('requires public keys and an https URL in the settings', async () => {
    const { jwk } = await createIssuer()
    const refused = (change: Partial<AttestationProfile>) =>
      createHarness(storage, {
        settings: {
          attestationProfiles: [
            {
              id: 'p',
              issuer,
              audience,
              keys: { jwks: { keys: [jwk] } },
              trustsEmail: false,
              createsUsers: false,
              ...change,
            },
          ],
        },
      }).then(
        () => 'taken',
        (error: Error) => error.message.replace(/^.*attestationProfiles/, ''),
      )
    expect([
      await refused({}),
      await refused({ keys: { url: 'http://issuer.example/jwks' } }),
      await refused({ keys: { jwks: { keys: [{ ...jwk, d: 'x' }] } } }),
      await refused({ keys: { jwks: { keys: [{ kty: 'oct', k: 'x' }] } } }),
      await refused({ keys: { jwks: { keys: [] } } }),
      await refused({ issuer: '' }),
      await refused({ id: 'no spaces' }),
    ]).toEqual([
      'taken',
      expect.stringContaining('needs its keys by https'),
      expect.stringContaining('has a key that is not public'),
      expect.stringContaining('has a key that is not public'),
      expect.stringContaining('has no keys'),
      expect.stringContaining('needs an issuer and an audience'),
      expect.stringContaining('needs an id of letters'),
    ])
  })
})
