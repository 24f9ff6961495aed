import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import type { JsonObject } from '@latchkey/contract'
import { adminEndpoints } from '@latchkey/contract/admin'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createAdministration } from '../admin/administration.ts'
import { createRandom } from '../node/system-clock.ts'
import { asClient, createIdpHarness, host, type IdpHarness, loggedOut } from '../oidc-provider/oidc-provider.suite.ts'
import { createSigningKeys, type TokenType } from '../signing/signing-keys.ts'
import type { ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn, takeTurns } from '../storage/testing/engine-cases.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  openTestStorage,
  origin,
  tokenOf,
} from '../testing/harness.ts'

const lasting = { session_duration_minutes: 30 }
const password = 'violet kettle ambles north'
const another = 'seven quiet lanterns drift'
const email = 'ada@example.com'
const domain = new URL(origin).hostname
const outcomeOf = async (answer: Promise<Answer>): Promise<string> => (await answer).outcome
const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const decode = (part = ''): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())

/** Tokens that an attacker can make without the private key, from a token, the public key and a foreign token. */
function forgeries(token: string, published: JsonWebKey, foreign: string): Record<string, string> {
  const [head = '', body = '', signature = ''] = token.split('.')
  const [header, claims] = [decode(head), decode(body)]
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = own.publicKey.export({ format: 'jwk' })
  const signed = (change: object, changed: object = {}, key: KeyObject = own.privateKey) => {
    const text = `${encode({ ...header, ...change })}.${encode({ ...claims, ...changed })}`
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const spki = createPublicKey({ key: published, format: 'jwk' })
  const pem = spki.export({ type: 'spki', format: 'pem' }).toString()
  const confused = (secret: string | Buffer) => {
    const text = `${encode({ ...header, alg: 'HS256' })}.${body}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  return {
    ...{ 'no algorithm': `${encode({ ...header, alg: 'none' })}.${body}.`, 'no signature': `${head}.${body}.` },
    'an algorithm without capitals': `${encode({ ...header, alg: 'nOnE' })}.${body}.${signature}`,
    'the published key as a secret': confused(JSON.stringify(published)),
    'the published key as a list': confused(JSON.stringify({ keys: [published] })),
    'the published key as PEM': confused(pem),
    'the published key as PEM, without its last line break': confused(pem.trimEnd()),
    'the published key as PEM, without its frame': confused(pem.replace(/-----[^-]+-----|\n/g, '')),
    'the published key as SPKI': confused(spki.export({ type: 'spki', format: 'der' })),
    'an empty secret': confused(''),
    'a key of its own': signed({}),
    'a key in its header': signed({ jwk, kid: undefined }),
    'a key at an address': signed({ jku: 'https://evil.example/jwks', kid: 'evil' }),
    'a certificate at an address': signed({ x5u: 'https://evil.example/x5u', kid: 'evil' }),
    'a key in a file': signed({ kid: '../../../../dev/null' }),
    'a key by a query': signed({ kid: "' or 1=1 --" }),
    'a key that is a list': signed({ kid: [header.kid] }),
    'an unknown key': signed({ kid: 'unknown' }),
    'a critical header': signed({ crit: ['b64'], b64: false }),
    'another user': `${head}.${encode({ ...claims, sub: 'user-test-eve' })}.${signature}`,
    'another time': `${head}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    'another signature': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    'a part too many': `${token}.${signature}`,
    'another project': foreign,
    nothing: '..',
  }
}

const issuerKey = {
  ...(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }) as JsonObject),
  ...{ kid: 'k1', alg: 'ES256' },
}
/** Makes the project accept a session JWT together with the token of a trusted issuer. */
const attestationProfiles: ProjectSettings['attestationProfiles'] = [
  {
    ...{ id: 'p', issuer: 'https://issuer.example', audience: 'a', keys: { jwks: { keys: [issuerKey] } } },
    ...{ trustsEmail: false, createsUsers: false },
  },
]

/** The issuer's token is invalid. It is only checked after the session JWT is accepted. */
const attest = (harness: Harness, session_jwt: string): Promise<Answer> =>
  harness.call('POST', '/sessions/attest', { profile_id: 'p', token: 'x', session_jwt })
const accepted = 'unauthorized_credentials'
const rejected = 'invalid_session_token'

/** Tokens that the project's own key has signed, each with one wrong claim or type; `nothing` has none. */
async function misfits(harness: IdpHarness, token: string, foreign: string): Promise<Record<string, string>> {
  const keys = createSigningKeys(harness)
  const [{ alg, typ }, claims] = [decode(token.split('.')[0]), decode(token.split('.')[1])]
  const { iss, aud } = decode(foreign.split('.')[1])
  const signed = (change: object, as = typ as TokenType) =>
    keys.sign(harness.project.id, alg as 'ES256', { ...claims, ...change }, as)
  const types = (['JWT', 'at+jwt', 'logout+jwt'] as const).filter((one) => one !== typ)
  return {
    nothing: await signed({}),
    'another issuer': await signed({ iss: 'https://evil.example' }),
    'the issuer of another project': await signed({ iss }),
    'no issuer': await signed({ iss: undefined }),
    'another audience': await signed({ aud: 'https://evil.example' }),
    'the audience of another project': await signed({ aud }),
    'no audience': await signed({ aud: undefined }),
    'its time': await signed({ exp: harness.clock.now() / 1_000 - 120 }),
    ...Object.fromEntries(await Promise.all(types.map(async (one) => [`its type: ${one}`, await signed({}, one)]))),
  }
}

describe.each(engines)('attacks on sessions on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const me = (harness: Harness, session: string) => outcomeOf(harness.call('GET', '/users/me', undefined, { session }))

  it('a changed password ends every other session at once, and the old token after a minute (S-2)', async () => {
    const harness = await createHarness(storage)
    await harness.signIn(email)
    const changes: [string, (session: string) => Promise<Answer>][] = [
      [
        'by the session',
        (session) => harness.call('POST', '/passwords/session/reset', { password, ...lasting }, { session }),
      ],
      [
        'by the old one',
        (session) =>
          harness.call(
            'POST',
            '/passwords/existing_password/reset',
            { email, existing_password: password, new_password: another, ...lasting },
            { session },
          ),
      ],
      [
        'by a mail',
        async (session) => {
          await harness.call('POST', '/passwords/email/reset/start', { email })
          await harness.provider.outbox.drain()
          const mail = harness.sent.findLast(({ links }) => links.length === 2)
          const token = new URL(mail?.links[0] ?? '').searchParams.get('token')
          return harness.call('POST', '/passwords/email/reset', { token, password, ...lasting }, { session })
        },
      ],
    ]
    for (const [name, change] of changes) {
      const [own, other] = [await harness.signIn(email), await harness.signIn(email)]
      const { outcome, data } = await change(own.token)
      expect([name, outcome, await me(harness, other.token), await me(harness, data.session_token)]).toEqual([
        ...[name, '200', 'user_unauthenticated', '200'],
      ])
      harness.clock.advance(60_000)
      expect([name, await me(harness, own.token), await me(harness, data.session_token)]).toEqual([
        ...[name, 'user_unauthenticated', '200'],
      ])
      harness.clock.advance(15 * 60_000)
    }
  })

  it.each(casesOn(engine, ['disabled', 'deleted'] as const))(
    'no secret or token of a user who was %s is accepted (S-4)',
    async (fate) => {
      const harness = await createIdpHarness(storage, { settings: { attestationProfiles } })
      const { project, vault, clock } = harness
      const ada = await harness.signIn(email)
      const page = { domain, user_agent: 'x', return_passkey_credential_options: true }
      const client = await harness.newClient()
      const granted = (await harness.signInto(client, ada.token, { scope: 'openid offline_access' })).json
      const set = { password, ...lasting }
      const changed = await harness.call('POST', '/passwords/session/reset', set, { session: ada.token })
      const own = { session: changed.data.session_token }
      const wallet = createEthereumWallet()
      const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
      const start = async (kind: string, options = {}) =>
        Object((await harness.call('POST', `/crypto_wallets/authenticate/start/${kind}`, named, options)).data)
          .challenge
      const added = { ...named, signature: wallet.sign(await start('secondary', own)), ...lasting }
      const session = (await harness.call('POST', '/crypto_wallets/authenticate', added, own)).data.session_token
      const device = createAuthenticator(origin)
      const started = Object((await harness.call('POST', '/webauthn/register/start', page, { session })).data)
      const made = device.create(started.public_key_credential_creation_options)
      await harness.call('POST', '/webauthn/register', { public_key_credential: made }, { session })
      const jwt = (await harness.call('POST', '/sessions/authenticate', {}, { session })).data.session_jwt
      expect(await outcomeOf(attest(harness, jwt))).toBe(accepted)

      // Starts every sign-in that could be in progress.
      const sent = await harness.call('POST', '/otps/email/login_or_create', { email })
      const [code] = (await harness.lastMessage(email)).codes
      await harness.call('POST', '/magic_links/email/login_or_create', { email })
      const link = tokenOf(await harness.lastMessage(email))
      await harness.call('POST', '/passwords/email/reset/start', { email })
      const reset = tokenOf(await harness.lastMessage(email))
      const request = Object((await harness.call('POST', '/webauthn/authenticate/start/primary', page)).data)
      const passkey = device.get(request.public_key_credential_request_options)
      const signature = wallet.sign(await start('primary'))

      const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
      const administration = createAdministration(context, { operator: 'cli:tests' })
      const end = fate === 'disabled' ? adminEndpoints.adminUsersDisable : adminEndpoints.adminUsersDelete
      await administration.call<unknown, unknown>(end, {
        project,
        params: { user_id: ada.accountId },
        request: undefined,
      })

      const tries: Promise<Answer>[] = [
        harness.call('GET', '/users/me', undefined, { session }),
        attest(harness, jwt),
        harness.call('POST', '/sessions/authenticate', {}, { session }),
        harness.call('POST', '/otps/authenticate', { token: code, method_id: sent.data.method_id, ...lasting }),
        harness.call('POST', '/magic_links/authenticate', { token: link, ...lasting }),
        harness.call('POST', '/passwords/email/reset', { token: reset, password: another, ...lasting }),
        harness.call('POST', '/passwords/authenticate', { email, password, ...lasting }),
        harness.call('POST', '/webauthn/authenticate', { public_key_credential: passkey, ...lasting }),
        harness.call('POST', '/crypto_wallets/authenticate', { ...named, signature, ...lasting }),
        harness.call('POST', '/sessions/exchange_access_token', { access_token: granted.access_token, ...lasting }),
      ]
      const answers = await Promise.all(tries)
      expect(answers.filter(({ text }) => text.includes('"session_token"'))).toEqual([])
      expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual(answers.map(() => true))
      expect(answers[1]?.outcome).toBe(rejected)
      const bearer = { authorization: `Bearer ${granted.access_token}` }
      const renewed = { grant_type: 'refresh_token', refresh_token: granted.refresh_token }
      const looked = await harness.post(
        '/oauth2/introspect',
        { token: granted.access_token },
        { authorization: asClient(client) },
      )
      expect([
        (await harness.get('/oauth2/userinfo', bearer)).status,
        (await harness.token(client, renewed)).json.error,
        looked.json.active,
      ]).toEqual([401, 'invalid_grant', false])
    },
  )

  it.inTurn('a token with another key, algorithm, issuer, audience, type or time is rejected (S-6)', async () => {
    const scopes = ['openid', 'full_access']
    const harness = await createIdpHarness(storage, { settings: { attestationProfiles } })
    const live = await createIdpHarness(storage, { environment: 'live' })
    const tokens = async (one: typeof harness) => {
      const client = await one.newClient({ client_type: 'first_party', scopes })
      const { token } = await one.signIn(email)
      const { json } = await one.signInto(client, token, { scope: scopes.join(' ') })
      const jwt = (await one.call('POST', '/sessions/authenticate', {}, { session: token })).data.session_jwt
      return { client, token, jwt, access: json.access_token ?? '', id: json.id_token ?? '' }
    }
    const [own, foreign] = [await tokens(harness), await tokens(live)]
    const { text } = await harness.fetch(new Request(`${host}/v1/sessions/jwks/${harness.project.id}`))
    const published = (JSON.parse(text).keys as JsonWebKey[]).find(
      ({ kid }) => kid === decode(own.jwt.split('.')[0]).kid,
    )
    if (!published) throw new TypeError('the key that signs is not published')

    const userinfo = async (token: string) =>
      (await harness.get('/oauth2/userinfo', { authorization: `Bearer ${token}` })).status
    const exchange = (access_token: string) =>
      outcomeOf(harness.call('POST', '/sessions/exchange_access_token', { access_token, ...lasting }))
    const introspect = async (token: string) =>
      (await harness.post('/oauth2/introspect', { token }, { authorization: asClient(own.client) })).json.active
    /** Whether the user must confirm. A valid hint with the user's session makes that unnecessary. */
    const logout = async (id_token_hint: string) => {
      const body = { client_id: own.client.id, post_logout_redirect_uri: loggedOut, id_token_hint }
      const { outcome, data } = await harness.call('POST', '/oauth/logout/start', body, { session: own.token })
      return outcome === '200' ? Object(data).consent_required : outcome
    }
    const shown = (jwt: string) => outcomeOf(attest(harness, jwt))
    // Each kind of token works for its own purpose only.
    expect([await userinfo(own.access), await introspect(own.access), await logout(own.id)]).toEqual([200, true, false])
    expect([await shown(own.jwt), await shown(own.id), await shown(own.access), await me(harness, own.jwt)]).toEqual([
      ...[accepted, rejected, rejected, 'user_unauthenticated'],
    ])
    expect([await userinfo(own.id), await userinfo(own.jwt), await exchange(own.id), await exchange(own.jwt)]).toEqual([
      ...[401, 401, 'invalid_access_token', 'invalid_access_token'],
    ])
    for (const [name, token] of Object.entries(forgeries(own.access, published, foreign.access)))
      expect([name, await userinfo(token), await exchange(token), await introspect(token)]).toEqual([
        ...[name, 401, 'invalid_access_token', false],
      ])
    for (const [name, token] of Object.entries(forgeries(own.id, published, foreign.id)))
      expect([name, await logout(token)]).toEqual([name, 'oauth_invalid_request'])
    for (const [name, token] of Object.entries(forgeries(own.jwt, published, foreign.jwt)))
      expect([name, await shown(token), await me(harness, token)]).toEqual([name, rejected, 'user_unauthenticated'])
    // Signed with the right key, each with one wrong claim or type. The one without a change is accepted.
    const { nothing: access = '', ...accessTokens } = await misfits(harness, own.access, foreign.access)
    expect([await userinfo(access), await introspect(access)]).toEqual([200, true])
    // A token for another API is rejected here, but introspection reports it as active, with its audience.
    const forOthers = ['another audience', 'the audience of another project']
    for (const [name, token] of Object.entries(accessTokens))
      expect([name, await userinfo(token), await exchange(token), await introspect(token)]).toEqual([
        ...[name, 401, 'invalid_access_token', forOthers.includes(name)],
      ])
    const { nothing: jwt = '', ...jwts } = await misfits(harness, own.jwt, foreign.jwt)
    expect(await shown(jwt)).toBe(accepted)
    for (const [name, token] of Object.entries(jwts)) expect([name, await shown(token)]).toEqual([name, rejected])
    const { nothing: id = '', 'its time': late = '', ...ids } = await misfits(harness, own.id, foreign.id)
    // An expired ID token does not replace the confirmation.
    expect([await logout(id), await logout(late)]).toEqual([false, true])
    for (const [name, token] of Object.entries(ids))
      expect([name, await logout(token)]).toEqual([
        name,
        expect.toSatisfy((outcome) => outcome !== false && outcome !== true),
      ])
    expect(await me(harness, foreign.token)).toBe('user_unauthenticated')
    expect(await exchange(own.access)).toBe('200')
  })
})
