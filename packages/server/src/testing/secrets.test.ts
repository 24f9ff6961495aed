import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSolanaWallet } from '@latchkey/testkit/wallets'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../node/system-clock.ts'
import { callback, createIdpHarness, type IdpHarness } from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes, begin, comeBack, consent, redeem } from '../products/oauth/oauth.suite.ts'
import { createSsoHarness } from '../products/sso/sso.suite.ts'
import { openPostgres, openSqlite } from '../storage/operations/open-storage.ts'
import { createReadyDatabase } from '../storage/testing/test-database.ts'
import { createImpersonationToken } from '../tokens/impersonation-token.ts'
import { dumpPostgres, dumpSqlite, secretsIn } from './at-rest.suite.ts'
import { basic, createHarness, type Harness, origin, pkcePair, tokenOf } from './harness.ts'

/** Uses every kind of secret and returns those that must never be stored in clear text. */
async function useEverySecret(harness: IdpHarness): Promise<string[]> {
  const secrets: string[] = []
  const pkce = pkcePair()
  await harness.call('POST', '/magic_links/email/login_or_create', { email: 'ada@example.com', ...pkce })
  const link = await harness.lastMessage('ada@example.com')
  secrets.push(tokenOf(link), pkce.code_verifier, ...link.links)
  const body = { token: tokenOf(link), session_duration_minutes: 30, code_verifier: pkce.code_verifier }
  await harness.call('POST', '/magic_links/authenticate', { ...body, code_verifier: 'wrong-verifier-canary' })
  const signedIn = await harness.call('POST', '/magic_links/authenticate', body)
  secrets.push('wrong-verifier-canary', signedIn.data.session_token, signedIn.data.session_jwt)
  secrets.push(basic(harness.project.publicToken, signedIn.data.session_token).slice('Basic '.length))
  const again = await harness.signIn('ada@example.com', { session: signedIn.data.session_token })
  secrets.push(again.token)
  const canaries = ['violet-password-canary', 'wrong-password-canary', 'second-password-canary']
  const who = { email: 'grace@example.com', session_duration_minutes: 30 }
  await harness.call('POST', '/passwords', { ...who, password: canaries[0] })
  await harness.call('POST', '/passwords/authenticate', { ...who, password: canaries[1] })
  await harness.call('POST', '/passwords/strength_check', { email: who.email, password: canaries[1] })
  await harness.call('POST', '/passwords/email/reset/start', who)
  const { links } = await harness.lastMessage(who.email)
  const reset = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  const changed = await harness.call('POST', '/passwords/email/reset', { ...who, token: reset, password: canaries[2] })
  if (changed.status !== 200) throw new Error(changed.text)
  secrets.push(...canaries, reset, ...links, changed.data.session_token)
  secrets.push(...(await useAuthenticators(harness, again.token)))
  // Sent but never redeemed: it stays in the outbox until it is delivered.
  await harness.call('POST', '/magic_links/email/login_or_create', { email: 'late@example.com' })
  await harness.call('POST', '/sessions/authenticate', {}, { session: again.token })
  await harness.call('POST', '/otps/authenticate', {
    token: 'not-a-code-canary',
    method_id: 'x',
    session_duration_minutes: 30,
  })
  secrets.push('not-a-code-canary', ...(await useImpersonation(harness)))
  secrets.push(...(await useClientApplications(harness, again.token)), ...(await useIdentityProvider(harness)))
  secrets.push(...(await useConnections(harness)))
  // Every sent passcode, and one that is still in the outbox.
  await harness.call('POST', '/otps/sms/login_or_create', { phone_number: '+15005550006' })
  return [...secrets, ...harness.sent.flatMap(({ codes }) => codes)]
}

/** The secrets of SSO connections, of which no response and no row has any. */
async function useConnections({ storage, logs }: Harness): Promise<string[]> {
  const business = await createSsoHarness(storage)
  const { admin, connection, createSaml, newIdentity } = business
  const { connection_id: oidc } = connection(await admin('POST', '/oidc', {}))
  const client_secret = 'violet-client-secret-canary'
  const own = newIdentity('own').privateKey
  const { connection_id: saml } = await createSaml()
  const answers = [
    await admin('PUT', `/oidc/${oidc}`, { client_secret }),
    await admin('PUT', `/saml/${saml}`, { signing_private_key: own, assertions_encrypted: true }),
    await admin('GET', ''),
  ]
  const secrets = [client_secret, own.split('\n')[1] ?? '']
  expect(answers.map(({ outcome, text }) => [outcome, secretsIn(text, secrets)])).toEqual(
    answers.map(() => ['200', []]),
  )
  logs.push(...business.logs)
  await business.provider.close()
  return secrets
}

/** The secrets of a client application that a user signs in to. */
async function useClientApplications(harness: IdpHarness, session: string): Promise<string[]> {
  const client = await harness.newClient()
  const { code_challenge, code_verifier } = pkcePair()
  const request = { client_id: client.id, code_challenge, scope: 'openid offline_access', nonce: 'n' }
  const { query } = await harness.consent(request, session)
  const unused = await harness.consent(request, session)
  const grant = { redirect_uri: callback, code_verifier }
  const redeemed = { grant_type: 'authorization_code', code: query.code, ...grant }
  const first = (await harness.token(client, redeemed)).json
  const next = (await harness.token(client, { grant_type: 'refresh_token', refresh_token: first.refresh_token })).json
  const tokens = [first, next].flatMap((one) => [one.access_token, one.refresh_token, one.id_token])
  return [client.secret, query.code, unused.query.code, code_verifier, ...tokens].map((secret) => secret ?? '')
}

/** The secrets of a sign-in at an identity provider, in the browser and in its responses. */
async function useIdentityProvider(harness: IdpHarness): Promise<string[]> {
  await addFakes(harness, harness.project)
  const pkce = pkcePair()
  const { location, browser } = await begin(harness, 'google', { code_challenge: pkce.code_challenge })
  const returned = await consent(harness, location)
  const landed = new URL((await comeBack(harness, returned, browser)).headers.get('location') ?? '')
  const token = landed.searchParams.get('token') ?? ''
  const { data } = await redeem(harness, token, { code_verifier: pkce.code_verifier })
  const { access_token, refresh_token, id_token } = Object(data.provider_values)
  const requested = new URL(location).searchParams
  const answered = new URL(returned.url).searchParams
  return [
    ...[token, pkce.code_verifier, data.session_token, data.session_jwt, access_token, refresh_token, id_token],
    ...[requested.get('state'), requested.get('nonce'), answered.get('code'), browser.cookie.split('=')[1]],
  ].filter((secret): secret is string => typeof secret === 'string' && secret !== '')
}

/** The secrets of impersonation, used or not. */
async function useImpersonation(harness: Harness): Promise<string[]> {
  const { storage, clock, project } = harness
  const { accountId } = await harness.signIn('ada@example.com')
  const source = { project, client: { ip: '', prefix: '', userAgent: '' }, requestId: 'request-id-test-x' }
  const create = () =>
    createImpersonationToken({ storage, clock, random: createRandom() }, source, { accountId, actor: 'ops' })
  const [used, unused] = [await create(), await create()]
  const body = { impersonation_token: used.token }
  const { data } = await harness.call('POST', '/impersonation/authenticate', body)
  return [used.token, unused.token, data.session_token, data.session_jwt]
}

/** TOTP secrets, recovery codes and unused challenges. */
async function useAuthenticators(harness: Harness, session: string): Promise<string[]> {
  const totp = Object((await harness.call('POST', '/totps', { expiration_minutes: 30 }, { session })).data)
  const wallet = createSolanaWallet()
  const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
  const started = await harness.call('POST', '/crypto_wallets/authenticate/start/primary', named)
  const nonce = /Nonce: (\w+)/.exec(Object(started.data).challenge)?.[1] ?? ''
  const page = { domain: new URL(origin).hostname, user_agent: 'x' }
  const passkey = Object((await harness.call('POST', '/webauthn/register/start', page, { session })).data)
  const { challenge } = JSON.parse(passkey.public_key_credential_creation_options)
  return [totp.secret, ...totp.recovery_codes, nonce, challenge]
}

function expectNone(where: string, text: string, secrets: readonly string[]): void {
  const codes = secrets.filter((secret) => secret.length < 11)
  expect(codes.length).toBeGreaterThan(1)
  expect(codes.filter((code) => !/^\d{6}$/.test(code))).toEqual([])
  expect(secrets.length - codes.length).toBeGreaterThan(30)
  expect([where, secretsIn(text, secrets)]).toEqual([where, []])
}

const metricsToken = 'a-token-for-metrics-and-no-more'

describe('secrets at rest', () => {
  it('the search for secrets finds one', () => {
    const token = 'latchkey_st_0123456789abcdef'
    const text = `[{"code":"042137","hash":"a1042138b2","at":1800000042139},{"link":"https://a.example/?token=${token}&b"}]`
    expect(secretsIn(text, ['042137', '042138', '042139', token, `${token}&c`])).toEqual([token, '042137'])
  })

  it('no secret is in clear text in the files of SQLite, the log, the metrics or the outbox', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'latchkey-secrets-'))
    try {
      const storage = await openSqlite({ path: join(directory, 'data.sqlite') })
      const harness = await createIdpHarness(storage, { config: { metricsToken } })
      const secrets = await useEverySecret(harness)
      const files = readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), 'latin1'))
        .join('')
      expect(files).toContain('ada@example.com')
      const rows = dumpSqlite(join(directory, 'data.sqlite'))
      const [waiting = ''] = (await harness.lastMessage('+15005550006')).codes
      const late = [tokenOf(await harness.lastMessage('late@example.com')), waiting]
      // Rows are searched too: in the bytes of a file, a code can be adjacent to other digits.
      expectNone('files', files, [...secrets, ...late])
      expectNone('rows', rows, [...secrets, ...late])
      expectNone('log', harness.logs.join(''), [...secrets, ...late])
      const asOperator = { headers: { authorization: `Bearer ${metricsToken}` } }
      const metrics = (await harness.fetch(new Request('https://auth.example.com/metrics', asOperator))).text
      expect(metrics).toContain('latchkey_')
      expectNone('metrics', metrics, [...secrets, ...late])
      expect(harness.logs.join('')).not.toContain('ada@example.com')
      expect(harness.logs.join('')).toContain('"endpoint":"magicLinksAuthenticate"')
      await storage.close()
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })

  it('no secret is in clear text in the tables of PostgreSQL', async () => {
    const url = await createReadyDatabase()
    const storage = await openPostgres({ url, answerWithinMs: null })
    const harness = await createIdpHarness(storage)
    const secrets = await useEverySecret(harness)
    const dump = await dumpPostgres(url)
    expect(dump).toContain('ada@example.com')
    const [waiting = ''] = (await harness.lastMessage('+15005550006')).codes
    expectNone('database', dump, [...secrets, waiting])
    await storage.close()
  })

  it('no response to a send contains the code or the link (A-7)', async () => {
    const storage = await openSqlite({ path: ':memory:' })
    const harness = await createHarness(storage)
    const paths = ['/otps/email/login_or_create', '/otps/sms/login_or_create', '/magic_links/email/login_or_create']
    for (const path of paths) {
      const to = path.includes('sms') ? '+15005550006' : 'ada@example.com'
      const answer = await harness.call('POST', path, { email: to, phone_number: to })
      const message = await harness.lastMessage(to)
      const response = `${answer.text}${JSON.stringify([...answer.headers])}`
      const secrets = [...message.codes, ...message.links.map((link) => new URL(link).searchParams.get('token') ?? '')]
      expect(secrets).toHaveLength(1)
      expect(secrets.filter((secret) => response.includes(secret))).toEqual([])
    }
    await storage.close()
  })
})
