import type { JsonObject } from '@latchkey/contract'
import { adminEndpoints } from '@latchkey/contract/admin'
import { createAuthenticator, type SoftwareAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { CompactSign, exportJWK, generateKeyPair } from 'jose'
import { createAdministration } from '../admin/administration.ts'
import { defaultLimits, type LimitName } from '../core/limits.ts'
import { fakeAccounts } from '../dev/social-login/fake-accounts.ts'
import { createRandom } from '../node/system-clock.ts'
import { callback, createIdpHarness, type IdpHarness, type TestClient } from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes, begin, comeBack, consent, land, redeem } from '../products/oauth/oauth.suite.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import type { OneTimePurpose, RegistrationKind } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { type Answer, origin, pkcePair, tokenOf } from '../testing/harness.ts'

export const email = 'ada@example.com'
export const phone = '+12025550123'
const password = 'violet kettle ambles north'
const lasting = { session_duration_minutes: 30 }
const page = {
  ...{ domain: new URL(origin).hostname, user_agent: 'x', return_passkey_credential_options: true },
}
const generous = { limit: 1e6, windowMs: 60_000 }
const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous])) as Record<
  LimitName,
  typeof generous
>
const issuer = 'https://issuer.example'

/** A user with every kind of factor, in a separate provider. */
export interface Owner {
  harness: IdpHarness
  client: TestClient
  wallet: ReturnType<typeof createEthereumWallet>
  device: SoftwareAuthenticator
  accountId: string
  totpSecret: string
  recoveryCodes: string[]
  /** A session with every factor. */
  session: string
  registrations: Record<RegistrationKind, string>
  /** Returns a new session with the password as its only factor. */
  signIn(): Promise<string>
  /** A token of the trusted issuer for the user's address, valid for ten minutes. */
  attested(change?: object): Promise<string>
}

/**
 * Redeems what was issued and returns true if it was accepted. `session` belongs to the account that exists at that
 * time, if there is one.
 */
export type Redemption = (session: string | null) => Promise<boolean>

export interface Kind {
  purposes?: OneTimePurpose[]
  /** Issued before the account existed, so it is not bound to an account. */
  isEarly?: boolean
  /** Is valid until its factor is removed or the account is deleted; disabling and enabling does not end it. */
  credential?: RegistrationKind
  issue(owner: Owner): Promise<Redemption>
}

const isOk = async (answer: Promise<Answer>): Promise<boolean> => (await answer).status === 200

function post(owner: Owner, path: string, body: object, session?: string | null): Promise<Answer> {
  return owner.harness.call('POST', path, body, session ? { session } : {})
}

async function data(answer: Promise<Answer>): Promise<Record<string, string> & { recovery_codes: string[] }> {
  const { outcome, text, data } = await answer
  if (outcome !== '200') throw new Error(text)
  return Object(data)
}

async function passcode(owner: Owner, path: string, to: object, session?: string): Promise<Redemption> {
  const { method_id } = await data(post(owner, path, to, session))
  const [address = ''] = Object.values(to) as string[]
  await owner.harness.provider.outbox.drain()
  const message = owner.harness.sent.findLast(({ to, codes }) => to === address && codes.length > 0)
  const body = { token: message?.codes[0], method_id, ...lasting }
  return () => isOk(post(owner, '/otps/authenticate', body, session))
}

async function link(owner: Owner, path: string, to: string, session?: string): Promise<Redemption> {
  const token = await linkToken(owner, path, { email: to }, session)
  return () => isOk(post(owner, '/magic_links/authenticate', { token, ...lasting }, session))
}

async function linkToken(owner: Owner, path: string, body: { email: string }, session?: string): Promise<string> {
  await data(post(owner, path, body, session))
  await owner.harness.provider.outbox.drain()
  // A notice may have been sent after it, so it need not be the last message.
  const message = owner.harness.sent.findLast((one) => one.to === body.email && one.links.length === 1)
  if (!message) throw new Error(`no link was sent to ${body.email}`)
  return tokenOf(message)
}

/** False if the call that returns the address of a link answers exactly as it does for an unknown token. */
function inspection(owner: Owner, token: string): Redemption {
  const inspect = async (inspected: string): Promise<object> => {
    const { status, text } = await post(owner, '/magic_links/inspect', { token: inspected })
    return { status, ...JSON.parse(text), request_id: '' }
  }
  return async () =>
    JSON.stringify(await inspect(token)) !== JSON.stringify(await inspect(token.split('').reverse().join('')))
}

/** The links whose address the provider returns, with and without a code challenge. */
const inspections: Record<string, Kind> = {
  'address of a sign-up link from before the account': {
    isEarly: true,
    issue: async (owner) => inspection(owner, await linkToken(owner, '/magic_links/email/login_or_create', { email })),
  },
  'address of a sign-up link with a challenge': {
    isEarly: true,
    async issue(owner) {
      const body = { email, code_challenge: pkcePair().code_challenge }
      return inspection(owner, await linkToken(owner, '/magic_links/email/login_or_create', body))
    },
  },
  'address of a magic link': {
    issue: async (owner) => inspection(owner, await linkToken(owner, '/magic_links/email/login_or_create', { email })),
  },
  'address of a magic link to an existing user': {
    issue: async (owner) => inspection(owner, await linkToken(owner, '/magic_links/email/send/primary', { email })),
  },
  'address of a magic link with a challenge': {
    async issue(owner) {
      const body = { email, code_challenge: pkcePair().code_challenge }
      return inspection(owner, await linkToken(owner, '/magic_links/email/login_or_create', body))
    },
  },
  'further address of a magic link': {
    async issue(owner) {
      const further = { email: 'fourth@example.com' }
      const token = await linkToken(owner, '/magic_links/email/send/secondary', further, await owner.signIn())
      return inspection(owner, token)
    },
  },
  'address of a sign-in link of a reset mail': {
    async issue(owner) {
      const [, token = ''] = await resetLinks(owner)
      return inspection(owner, token)
    },
  },
}

async function resetLinks(owner: Owner): Promise<string[]> {
  await data(post(owner, '/passwords/email/reset/start', { email }))
  await owner.harness.provider.outbox.drain()
  const mail = owner.harness.sent.findLast(({ links }) => links.length === 2)
  return (mail?.links ?? []).map((url) => new URL(url).searchParams.get('token') ?? '')
}

async function walletProof(owner: Owner, wallet: Owner['wallet'], session?: string): Promise<Redemption> {
  const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
  const mode = session ? 'secondary' : 'primary'
  const { challenge = '' } = await data(post(owner, `/crypto_wallets/authenticate/start/${mode}`, named, session))
  const body = { ...named, signature: wallet.sign(challenge), ...lasting }
  return () => isOk(post(owner, '/crypto_wallets/authenticate', body, session))
}

async function assertion(owner: Owner, session?: string): Promise<Redemption> {
  const mode = session ? 'secondary' : 'primary'
  const started = await data(post(owner, `/webauthn/authenticate/start/${mode}`, page, session))
  const signed = owner.device.get(started.public_key_credential_request_options ?? '')
  return () => isOk(post(owner, '/webauthn/authenticate', { public_key_credential: signed, ...lasting }, session))
}

async function oneTap({ harness }: Owner, codeChallenge = pkcePair().code_challenge): Promise<() => Promise<Answer>> {
  const send = (path: string, body: object) =>
    harness.fetch(
      new Request(`https://auth.example.com/v1/frame/one_tap/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://auth.example.com' },
        body: JSON.stringify({ publicToken: harness.project.publicToken, parentOrigin: origin, ...body }),
      }),
    )
  const started = JSON.parse((await send('start', {})).text)
  if (!fakeAccounts.ada) throw new TypeError('the fake provider has no user ada')
  const idToken = await harness.fakes.oneTapToken(fakeAccounts.ada, { nonce: started.csrfToken })
  return () => send('submit', { idToken, oauthCallbackID: started.oauthCallbackId, codeChallenge })
}

async function attachToken(owner: Owner, session: string): Promise<string> {
  const { oauth_attach_token = '' } = await data(post(owner, '/oauth/attach', { provider: 'google' }, session))
  return oauth_attach_token
}

const isLanded = ({ headers }: Answer): boolean =>
  new URL(headers.get('location') ?? 'https://none.example').searchParams.has('token')

function administration({ storage, vault, clock }: IdpHarness) {
  const context = { storage, vault, clock, random: createRandom(), baseUrl: 'https://auth.example.com' }
  return createAdministration(context, { operator: 'cli:tests' })
}

type UserEndpoint = 'adminUsersDelete' | 'adminUsersDisable' | 'adminUsersEnable' | 'adminUsersUnlock'

export async function administer({ harness, accountId }: Owner, name: UserEndpoint): Promise<null> {
  const { project } = harness
  await administration(harness).call<unknown, unknown>(adminEndpoints[name], {
    ...{ project, params: { user_id: accountId }, request: undefined },
  })
  return null
}

/** Imports a user with the id of the account that was deleted. */
export async function importAgain({ harness, accountId }: Owner): Promise<null> {
  const request = { users: [{ user_id: accountId, email: 'imported@example.com' }] }
  const { results } = await administration(harness).call(adminEndpoints.adminUsersImport, {
    ...{ project: harness.project, request },
  })
  if (results[0]?.user_id !== accountId) throw new Error(JSON.stringify(results))
  return null
}

/** The link that makes a network known. It is mailed when wrong passwords lock the account for unknown networks. */
async function networkLink(owner: Owner): Promise<Redemption> {
  const { harness } = owner
  const peerAddress = '198.51.100.77'
  for (let guess = 0; guess < 10; guess += 1)
    await harness.call('POST', '/passwords/authenticate', { email, password: 'wrong', ...lasting }, { peerAddress })
  await harness.provider.outbox.drain()
  const mail = harness.sent.findLast(({ to, links }) => to === email && links[0]?.includes('/networks/allow'))
  if (!mail?.links[0]) throw new Error('no network link was sent')
  const [address] = mail.links
  await administer(owner, 'adminUsersUnlock')
  return () => isOk(harness.fetch(new Request(address, { method: 'POST' }), '198.51.100.78'))
}

async function granted(owner: Owner, scope: string): Promise<Record<string, string>> {
  return (await owner.harness.signInto(owner.client, owner.session, { scope })).json
}

/** Values of `iat` that do not show when a token was issued. JSON has no NaN; `1e999` is read as infinity. */
export const unusableTimes: Record<string, (seconds: number) => unknown> = {
  missing: () => undefined,
  text: String,
  'empty text': () => '',
  null: () => null,
  boolean: () => true,
  list: (seconds) => [seconds],
  future: (seconds) => seconds + 121,
  'distant future': () => 1e15,
  infinity: () => '1e999',
  NaN: () => 'NaN',
}

/** Every kind of secret that the provider issues. The test fails if a kind is missing here. */
export const kinds: Record<string, Kind> = {
  ...inspections,
  'sign-up link from before the account': {
    purposes: ['magic_link_signup'],
    isEarly: true,
    issue: (owner) => link(owner, '/magic_links/email/login_or_create', email),
  },
  'passcode from before the account': {
    purposes: ['otp_whatsapp'],
    isEarly: true,
    issue: (owner) => passcode(owner, '/otps/whatsapp/login_or_create', { phone_number: phone }),
  },
  'OAuth token from before the account': {
    purposes: ['oauth_signup'],
    isEarly: true,
    async issue({ harness }) {
      const { token } = await land(harness, 'google', { account: 'ada' })
      return () => isOk(redeem(harness, token))
    },
  },
  'wallet challenge from before the account': {
    purposes: ['crypto_wallet_primary'],
    isEarly: true,
    issue: (owner) => walletProof(owner, owner.wallet),
  },
  'magic link': {
    purposes: ['magic_link_login'],
    issue: (owner) => link(owner, '/magic_links/email/login_or_create', email),
  },
  'magic link for a further address': {
    purposes: ['magic_link_secondary'],
    issue: async (owner) =>
      link(owner, '/magic_links/email/send/secondary', 'second@example.com', await owner.signIn()),
  },
  'passcode by email': {
    purposes: ['otp_email'],
    issue: (owner) => passcode(owner, '/otps/email/login_or_create', { email }),
  },
  'passcode for a further address': {
    issue: async (owner) =>
      passcode(owner, '/otps/email/send/secondary', { email: 'third@example.com' }, await owner.signIn()),
  },
  'passcode by SMS': {
    purposes: ['otp_sms'],
    issue: (owner) => passcode(owner, '/otps/sms/login_or_create', { phone_number: phone }),
  },
  'network link': { issue: networkLink },
  'sign-in link of a reset mail': {
    purposes: ['password_reset_login'],
    async issue(owner) {
      const [, token] = await resetLinks(owner)
      return () => isOk(post(owner, '/magic_links/authenticate', { token, ...lasting }))
    },
  },
  'wallet challenge': { issue: (owner) => walletProof(owner, owner.wallet) },
  'challenge for a further wallet': {
    purposes: ['crypto_wallet_secondary'],
    issue: async (owner) => walletProof(owner, createEthereumWallet(), await owner.signIn()),
  },
  'passkey registration': {
    purposes: ['webauthn_register'],
    async issue(owner) {
      const session = await owner.signIn()
      const started = await data(post(owner, '/webauthn/register/start', page, session))
      const made = createAuthenticator(origin).create(started.public_key_credential_creation_options ?? '')
      return () => isOk(post(owner, '/webauthn/register', { public_key_credential: made }, session))
    },
  },
  'passkey assertion': { purposes: ['webauthn_primary'], issue: (owner) => assertion(owner) },
  'passkey assertion as a second factor': {
    purposes: ['webauthn_secondary'],
    issue: async (owner) => assertion(owner, await owner.signIn()),
  },
  'OAuth token': {
    purposes: ['oauth_login'],
    async issue({ harness }) {
      const { token } = await land(harness, 'google', { account: 'ada' })
      return () => isOk(redeem(harness, token))
    },
  },
  'OAuth token of One Tap': {
    purposes: ['one_tap'],
    async issue(owner) {
      const { code_challenge, code_verifier } = pkcePair()
      const submitted = await (await oneTap(owner, code_challenge))()
      const token = new URL(JSON.parse(submitted.text).redirect_url).searchParams.get('token') ?? ''
      return () => isOk(redeem(owner.harness, token, { code_verifier }))
    },
  },
  'OAuth attach token': {
    purposes: ['oauth_attach'],
    async issue(owner) {
      const oauth_attach_token = await attachToken(owner, await owner.signIn())
      return async () => (await begin(owner.harness, 'google', { oauth_attach_token })).location !== ''
    },
  },
  'OAuth flow that attaches': {
    purposes: ['oauth_state'],
    async issue(owner) {
      const oauth_attach_token = await attachToken(owner, await owner.signIn())
      const { location, browser } = await begin(owner.harness, 'google', { oauth_attach_token })
      const returned = await consent(owner.harness, location, { account: 'grace' })
      return async () => isLanded(await comeBack(owner.harness, returned, browser))
    },
  },
  'OAuth token that attaches': {
    async issue(owner) {
      const session = await owner.signIn()
      const query = { oauth_attach_token: await attachToken(owner, session) }
      const { token } = await land(owner.harness, 'google', { account: 'alan' }, query)
      return () => isOk(redeem(owner.harness, token, {}, { session }))
    },
  },
  'impersonation token': {
    purposes: ['impersonation'],
    async issue({ harness, accountId }) {
      const request = { user_id: accountId, impersonator: 'ops@example.com' }
      const made = await administration(harness).call(adminEndpoints.adminImpersonationTokensCreate, {
        ...{ project: harness.project, request },
      })
      const { impersonation_token } = made
      return () => isOk(harness.call('POST', '/impersonation/authenticate', { impersonation_token }))
    },
  },
  'consent request': {
    purposes: ['oauth_request'],
    async issue({ harness, client, session }) {
      const { code_challenge } = pkcePair()
      const { query } = await harness.authorizePage({ client_id: client.id, code_challenge, scope: 'openid' })
      return async () => {
        // If the account has ended, the consent page itself is rejected.
        await harness.open(query, session)
        return 'code' in (await harness.answer({ ...query, consent_granted: 'true' }, session)).query
      }
    },
  },
  'request that a consent page shows': {
    purposes: ['oauth_consent'],
    async issue({ harness, client, session }) {
      const { code_challenge } = pkcePair()
      const started = { client_id: client.id, redirect_uri: callback, response_type: 'code', scope: 'openid' }
      await harness.open({ ...started, code_challenge }, session)
      const answer = { ...started, code_challenge, consent_granted: 'true' }
      return async () => 'code' in (await harness.answer(answer, session)).query
    },
  },
  'authorization code': {
    purposes: ['oauth_code'],
    async issue({ harness, client, session }) {
      const { code_challenge, code_verifier } = pkcePair()
      const { query } = await harness.consent({ client_id: client.id, code_challenge, scope: 'openid' }, session)
      const form = { grant_type: 'authorization_code', code: query.code, redirect_uri: callback, code_verifier }
      return async () => (await harness.token(client, form)).status === 200
    },
  },
  'refresh token of an application': {
    async issue(owner) {
      const { refresh_token } = await granted(owner, 'openid offline_access')
      const form = { grant_type: 'refresh_token', refresh_token }
      return async () => (await owner.harness.token(owner.client, form)).status === 200
    },
  },
  'access token of an application': {
    async issue(owner) {
      const { access_token } = await granted(owner, 'openid')
      const headers = { authorization: `Bearer ${access_token}` }
      return async () => (await owner.harness.get('/oauth2/userinfo', headers)).status === 200
    },
  },
  'access token exchanged for a session': {
    async issue(owner) {
      const { access_token } = await granted(owner, 'openid full_access')
      return () => isOk(post(owner, '/sessions/exchange_access_token', { access_token, ...lasting }))
    },
  },
  'session begun with an access token': {
    async issue(owner) {
      const { access_token } = await granted(owner, 'openid full_access')
      const begun = await data(post(owner, '/sessions/exchange_access_token', { access_token, ...lasting }))
      return () => isOk(owner.harness.call('GET', '/users/me', undefined, { session: begun.session_token ?? '' }))
    },
  },
  'session token': {
    issue:
      async ({ harness, session }) =>
      () =>
        isOk(harness.call('GET', '/users/me', undefined, { session })),
  },
  'session JWT': {
    async issue(owner) {
      const { session_jwt } = await data(post(owner, '/sessions/authenticate', {}, owner.session))
      // `token` is invalid. It is only checked after the session is accepted, so this error means an accepted session.
      const body = { profile_id: 'p', token: 'x', session_jwt }
      return async () => (await post(owner, '/sessions/attest', body)).outcome === 'unauthorized_credentials'
    },
  },
  'token of a trusted issuer': {
    async issue(owner) {
      const token = await owner.attested()
      return () => isOk(post(owner, '/sessions/attest', { profile_id: 'p', token }))
    },
  },
  'token of a trusted issuer with milliseconds': {
    async issue(owner) {
      const token = await owner.attested({ iat: owner.harness.clock.now() / 1_000 - 0.001 })
      return () => isOk(post(owner, '/sessions/attest', { profile_id: 'p', token }))
    },
  },
  'token of a trusted issuer whose clock is fast': {
    async issue(owner) {
      const token = await owner.attested({ iat: Math.floor(owner.harness.clock.now() / 1_000) + 60 })
      return () => isOk(post(owner, '/sessions/attest', { profile_id: 'p', token }))
    },
  },
  'authenticator app that was not proven': {
    async issue(owner) {
      const { secret = '' } = await data(post(owner, '/totps', { expiration_minutes: 30 }, await owner.signIn()))
      return async (session) =>
        session !== null && isOk(post(owner, '/totps/authenticate', await codeNow(owner, secret), session))
    },
  },
  password: {
    credential: 'password',
    issue: async (owner) => () => isOk(post(owner, '/passwords/authenticate', { email, password, ...lasting })),
  },
  'authenticator app': {
    credential: 'totp',
    issue: async (owner) => async (session) =>
      session !== null && isOk(post(owner, '/totps/authenticate', await codeNow(owner, owner.totpSecret), session)),
  },
  'recovery code': {
    credential: 'totp',
    async issue(owner) {
      const body = { recovery_code: owner.recoveryCodes.pop(), ...lasting }
      return async (session) => session !== null && isOk(post(owner, '/totps/recover', body, session))
    },
  },
  // Comes last because it ends the sessions that the other kinds use.
  'reset link': {
    purposes: ['password_reset'],
    async issue(owner) {
      const [token] = await resetLinks(owner)
      return () => isOk(post(owner, '/passwords/email/reset', { token, password, ...lasting }))
    },
  },
}

async function codeNow({ harness }: Owner, secret: string): Promise<object> {
  // A code works once, so the next one needs a new time step.
  harness.clock.advance(31_000)
  return { totp_code: await totpCode(secret, Math.floor(harness.clock.now() / 30_000)), ...lasting }
}

/** Issues the kinds that do not need an account, and then creates the account with every factor. */
export async function createOwner(storage: Storage): Promise<Owner & { early: Map<string, Redemption> }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256' } as JsonObject
  const keys = { jwks: { keys: [jwk] } }
  const harness = await createIdpHarness(storage, {
    config: { limits },
    settings: {
      limits,
      attestationProfiles: [{ ...{ id: 'p', issuer, audience: 'a', keys }, trustsEmail: true, createsUsers: false }],
    },
  })
  await addFakes(harness, harness.project)
  const owner: Owner = {
    ...{ harness, wallet: createEthereumWallet(), device: createAuthenticator(origin) },
    client: await harness.newClient({
      ...{ client_type: 'first_party', scopes: ['openid', 'offline_access', 'full_access'] },
    }),
    ...{ accountId: '', totpSecret: '', recoveryCodes: [], session: '', registrations: {} as Owner['registrations'] },
    async signIn() {
      const signedIn = await data(post(owner, '/passwords/authenticate', { email, password, ...lasting }))
      return signedIn.session_token ?? ''
    },
    attested(change) {
      const iat = Math.floor(harness.clock.now() / 1_000)
      const claims = { iss: issuer, aud: 'a', sub: 'ada', email, email_verified: true, jti: crypto.randomUUID(), iat }
      // An issuer may sign any text; SignJWT rejects some claims.
      const text = JSON.stringify({ ...claims, exp: iat + 600, ...change }).replace('"1e999"', '1e999')
      return new CompactSign(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .sign(privateKey)
    },
  }
  const early = new Map<string, Redemption>()
  for (const [name, kind] of Object.entries(kinds)) if (kind.isEarly) early.set(name, await kind.issue(owner))
  await equip(owner)
  return Object.assign(owner, { early })
}

async function equip(owner: Owner): Promise<void> {
  const { harness, device, wallet } = owner
  const { token, accountId } = await harness.signIn(email, { minutes: 600 })
  owner.session = token
  owner.accountId = accountId
  const prove = async (path: string, body: object): Promise<Record<string, string> & { recovery_codes: string[] }> => {
    const answer = await data(post(owner, path, body, owner.session))
    owner.session = answer.session_token || owner.session
    return answer
  }
  await prove('/passwords/session/reset', { password, ...lasting })
  await addPhone(owner)
  const totp = await prove('/totps', { expiration_minutes: 30 })
  owner.totpSecret = totp.secret ?? ''
  owner.recoveryCodes = totp.recovery_codes
  await prove('/totps/authenticate', await codeNow(owner, owner.totpSecret))
  const started = await prove('/webauthn/register/start', page)
  const made = device.create(started.public_key_credential_creation_options ?? '')
  await prove('/webauthn/register', { public_key_credential: made })
  await addWallet(owner, wallet)
  const { token: oauth } = await land(harness, 'google', { account: 'ada' })
  await prove('/oauth/authenticate', { token: oauth, ...lasting })
  await prove('/sessions/attest', { profile_id: 'p', token: await owner.attested() })
  const account = await harness.storage.accounts.get(harness.project.id, accountId)
  for (const { kind, id, details } of account?.registrations ?? [])
    if (details.provider_type !== 'trusted_auth_token') owner.registrations[kind] = id
}

/** Adds the address to the account of `owner.session`. */
export async function addEmail(owner: Owner): Promise<void> {
  await add(owner, '/otps/email/send/secondary', { email }, email)
}

export async function addPhone(owner: Owner): Promise<void> {
  await add(owner, '/otps/sms/send/secondary', { phone_number: phone }, phone)
}

async function add(owner: Owner, path: string, to: object, address: string): Promise<void> {
  const { method_id } = await data(post(owner, path, to, owner.session))
  await owner.harness.provider.outbox.drain()
  const message = owner.harness.sent.findLast((one) => one.to === address && one.codes.length > 0)
  const token = message?.codes[0]
  const added = await data(post(owner, '/otps/authenticate', { token, method_id, ...lasting }, owner.session))
  owner.session = added.session_token ?? ''
}

export async function addWallet(owner: Owner, wallet: Owner['wallet']): Promise<void> {
  const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
  const start = await data(post(owner, '/crypto_wallets/authenticate/start/secondary', named, owner.session))
  const body = { ...named, signature: wallet.sign(start.challenge ?? ''), ...lasting }
  owner.session = (await data(post(owner, '/crypto_wallets/authenticate', body, owner.session))).session_token ?? ''
}

export async function addIdentity(owner: Owner): Promise<void> {
  const query = { oauth_attach_token: await attachToken(owner, owner.session) }
  const { token } = await land(owner.harness, 'google', { account: 'ada' }, query)
  owner.session = (await data(redeem(owner.harness, token, {}, { session: owner.session }))).session_token ?? ''
}

/** Other users register every address, number, identity and wallet of the account. Returns a session of the first. */
export async function takeOver({ harness, wallet }: Owner): Promise<string> {
  const { token } = await harness.signIn(email)
  const fresh = { harness, wallet } as Owner
  await (await passcode(fresh, '/otps/sms/login_or_create', { phone_number: phone }))(null)
  await (await walletProof(fresh, wallet))(null)
  const { token: oauth } = await land(harness, 'google', { account: 'ada' })
  await redeem(harness, oauth)
  return token
}
