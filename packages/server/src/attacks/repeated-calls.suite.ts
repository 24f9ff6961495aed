import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import type { AuditEvent } from '../audit/audit.ts'
import {
  asClient,
  callback,
  createIdpHarness,
  type IdpHarness,
  identityProvider,
  type TestClient,
} from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes } from '../products/oauth/oauth.suite.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import { projectRealm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { createBusinessHarness } from '../testing/business-harness.ts'
import { type Answer, type Harness, origin, pkcePair } from '../testing/harness.ts'
import { secondFactorCalls } from '../testing/second-factor-calls.suite.ts'

const lasting = { session_duration_minutes: 527_040 }
const password = 'violet kettle ambles north'
const domain = new URL(origin).hostname

/** A client application that registers itself, as any caller can. */
export async function registerClient(harness: IdpHarness, metadata: object): Promise<TestClient> {
  const body = JSON.stringify({ redirect_uris: [callback], ...metadata })
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`${harness.issuer}/oauth2/register`, { method: 'POST', headers, body })
  const { json } = await harness.fetch(request)
  const made = json as unknown as { client_id: string; client_secret?: string }
  return { id: made.client_id, secret: made.client_secret ?? '' }
}

export interface RepeatedCall {
  name: string
  /** The event of the rows that a success adds; null if it is not audited. */
  event: AuditEvent | null
  /**
   * `rows`: every call succeeds, and above a budget a sample is audited. `changes`: every success is audited, and the
   * calls are limited. `other`: another limit ends them, or they store nothing.
   */
  bound: 'rows' | 'changes' | 'other'
  call(index: number): Promise<{ status: number }>
}

/**
 * An attacker with a free account, at production limits: one call for each row that a caller without operator rights can
 * add again and again.
 */
export interface Insider {
  harness: IdpHarness
  /** The session of the attacker, which rotates. */
  session(): string
  calls: RepeatedCall[]
}

export async function createInsider(storage: Storage): Promise<Insider> {
  const harness = await createIdpHarness(storage, {
    config: { limits: {} },
    settings: { identityProvider: { ...identityProvider, dynamicRegistration: true } },
  })
  await addFakes(harness, harness.project)
  const { call, project } = harness
  const email = 'insider@example.com'
  let session = (await harness.signIn(email, { minutes: 527_040 })).token
  const own = () => ({ session })
  /** Keeps the token of a session that was rotated. */
  async function post(path: string, body: object, method = 'POST'): Promise<Answer> {
    const answer = await call(method, path, body, own())
    if (typeof answer.data?.session_token === 'string') session = answer.data.session_token
    return answer
  }
  const require = (answer: Answer): Record<string, never> => {
    if (answer.status !== 200) throw new Error(answer.text)
    return Object(answer.data)
  }
  const page = { domain, user_agent: 'x', return_passkey_credential_options: true }

  const device = createAuthenticator(origin)
  const wallet = createEthereumWallet()
  const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
  async function addPasskey(authenticator = createAuthenticator(origin)): Promise<Answer> {
    const started = await post('/webauthn/register/start', page)
    if (started.status !== 200) return started
    const options = Object(started.data).public_key_credential_creation_options
    return post('/webauthn/register', { public_key_credential: authenticator.create(options) })
  }
  async function addWallet(): Promise<Answer> {
    const other = createEthereumWallet()
    const names = { crypto_wallet_address: other.address, crypto_wallet_type: other.type }
    const started = await post('/crypto_wallets/authenticate/start/secondary', names)
    if (started.status !== 200) return started
    const body = { ...names, signature: other.sign(Object(started.data).challenge), ...lasting }
    return post('/crypto_wallets/authenticate', body)
  }
  async function proveWallet(): Promise<Answer> {
    const started = await post('/crypto_wallets/authenticate/start/primary', named)
    if (started.status !== 200) return started
    const body = { ...named, signature: wallet.sign(Object(started.data).challenge), ...lasting }
    return post('/crypto_wallets/authenticate', body)
  }
  require(await post('/passwords/session/reset', { password, ...lasting }))
  const passkeyId = String(require(await addPasskey(device)).webauthn_registration_id)
  const secondary = require(await post('/crypto_wallets/authenticate/start/secondary', named))
  require(
    await post('/crypto_wallets/authenticate', {
      ...named,
      signature: wallet.sign(String(secondary.challenge)),
      ...lasting,
    }),
  )
  const totp = require(await post('/totps', { expiration_minutes: 30 }))
  const code = async () => totpCode(totp.secret ?? '', Math.floor(harness.clock.now() / 30_000))
  require(await post('/totps/authenticate', { totp_code: await code(), ...lasting }))

  const confidential = await registerClient(harness, {})
  const open = await registerClient(harness, { token_endpoint_auth_method: 'none' })
  const ofOperator = await harness.newClient()
  const offline = { scope: 'openid offline_access' }
  const tokens = {
    confidential: (await harness.signInto(confidential, session, offline)).json.refresh_token,
    open: (await harness.signInto(open, session, offline)).json.refresh_token,
  }
  async function refresh(which: keyof typeof tokens, client: typeof open): Promise<{ status: number }> {
    const form = { grant_type: 'refresh_token', refresh_token: tokens[which] }
    const { status, json } = await harness.token(client, form)
    if (json.refresh_token !== undefined) tokens[which] = json.refresh_token
    return { status }
  }
  async function authorize(client: { id: string }, scope: string): Promise<{ status: number; grant: object | null }> {
    const { code_challenge, code_verifier } = pkcePair()
    const fields = { client_id: client.id, redirect_uri: callback, response_type: 'code', scope, code_challenge }
    const opened = await harness.open(fields, session)
    if (opened.status !== 200) return { status: opened.status, grant: null }
    const { answer, query } = await harness.answer({ ...fields, consent_granted: 'true' }, session)
    if (query.code === undefined) return { status: Math.max(answer.status, 400), grant: null }
    const grant = { grant_type: 'authorization_code', code: query.code, redirect_uri: callback, code_verifier }
    return { status: 200, grant }
  }
  const account = await storage.accounts.findByRegistration(projectRealm(project.id), 'email', email)
  // More messages than unknown networks can request together: the owner gets a link that works for a day.
  for (let count = 0; count < 16; count += 1)
    await call('POST', '/otps/email/login_or_create', { email }, { peerAddress: `198.51.100.${count % 4}` })
  await harness.provider.outbox.drain()
  const networkLink = harness.sent.flatMap(({ links }) => links).find((link) => link.includes('/networks/allow')) ?? ''

  const calls: RepeatedCall[] = [
    {
      ...{ name: 'PUT /users/me', event: 'user_update', bound: 'rows' },
      call: (index) => post('/users/me', { name: { first_name: `A${index}` } }, 'PUT'),
    },
    {
      ...{ name: 'PUT /webauthn/update', event: 'factor_update', bound: 'rows' },
      call: (index) => post(`/webauthn/update/${passkeyId}`, { name: `Key ${index}` }, 'PUT'),
    },
    {
      ...{ name: 'POST /networks/allow', event: 'network_allow', bound: 'rows' },
      call: () => harness.fetch(new Request(networkLink, { method: 'POST' })),
    },
    {
      ...{ name: 'POST /webauthn/authenticate in a session', event: 'webauthn_authenticate', bound: 'rows' },
      async call() {
        const started = await post('/webauthn/authenticate/start/secondary', page)
        if (started.status !== 200) return started
        const options = Object(started.data).public_key_credential_request_options
        return post('/webauthn/authenticate', { public_key_credential: device.get(options), ...lasting })
      },
    },
    {
      ...{ name: 'POST /crypto_wallets/authenticate in a session', event: 'crypto_wallet_authenticate', bound: 'rows' },
      async call() {
        // Challenges of one wallet are limited to 20 in five minutes.
        harness.clock.advance(15_000)
        return proveWallet()
      },
    },
    {
      ...{ name: 'POST /totps/authenticate', event: 'totp_authenticate', bound: 'rows' },
      async call() {
        harness.clock.advance(30_000)
        return post('/totps/authenticate', { totp_code: await code(), ...lasting })
      },
    },
    {
      ...{ name: 'POST /oauth/authorize', event: 'oauth_authorize', bound: 'rows' },
      call: () => authorize(ofOperator, 'openid'),
    },
    {
      ...{ name: 'POST /oauth2/token by an own client application', event: 'oauth_token', bound: 'rows' },
      call: () => refresh('confidential', confidential),
    },
    {
      ...{ name: 'POST /oauth2/token by a public client application', event: 'oauth_token', bound: 'rows' },
      call: () => refresh('open', open),
    },
    {
      ...{ name: 'POST /oauth2/revoke', event: 'oauth_revoke', bound: 'rows' },
      async call() {
        const form = { token: tokens.confidential ?? '' }
        return harness.post('/oauth2/revoke', form, { authorization: asClient(confidential) })
      },
    },
    {
      ...{ name: 'POST /totps', event: 'totp_create', bound: 'changes' },
      call: () => post('/totps', { expiration_minutes: 30 }),
    },
    {
      ...{ name: 'POST /totps/recovery_codes', event: 'recovery_codes_show', bound: 'changes' },
      call: () => post('/totps/recovery_codes', {}),
    },
    {
      ...{ name: 'POST /oauth/attach', event: 'oauth_attach_token_create', bound: 'changes' },
      call: () => post('/oauth/attach', { provider: 'google' }),
    },
    {
      ...{ name: 'POST /passwords/session/reset', event: 'password_change', bound: 'changes' },
      call: (index) => post('/passwords/session/reset', { password: `${password} ${index}`, ...lasting }),
    },
    {
      ...{ name: 'add and remove a passkey', event: 'webauthn_register', bound: 'changes' },
      async call() {
        const added = await addPasskey()
        if (added.status !== 200) return added
        return call(
          'DELETE',
          `/users/webauthn_registrations/${Object(added.data).webauthn_registration_id}`,
          undefined,
          own(),
        )
      },
    },
    {
      ...{ name: 'add and remove a wallet', event: 'factor_add', bound: 'changes' },
      async call() {
        const added = await addWallet()
        if (added.status !== 200) return added
        const found = await storage.accounts.get(project.id, account?.id ?? '')
        const last = found?.registrations.filter(({ kind }) => kind === 'crypto_wallet').at(-1)
        return call('DELETE', `/users/crypto_wallets/${last?.id}`, undefined, own())
      },
    },
    {
      ...{ name: 'consents that stay, and their codes', event: null, bound: 'changes' },
      async call() {
        const { status, grant } = await authorize(open, offline.scope)
        return grant === null ? { status } : harness.token(open, { ...grant })
      },
    },
    {
      ...{ name: 'POST /webauthn/register/start', event: null, bound: 'other' },
      call: () => post('/webauthn/register/start', page),
    },
    {
      ...{ name: 'POST /crypto_wallets/authenticate/start/secondary', event: null, bound: 'other' },
      call() {
        const { address, type } = createEthereumWallet()
        const names = { crypto_wallet_address: address, crypto_wallet_type: type }
        return post('/crypto_wallets/authenticate/start/secondary', names)
      },
    },
    {
      ...{ name: 'POST /oauth/authorize/start', event: null, bound: 'other' },
      call(index) {
        const fields = { client_id: open.id, redirect_uri: callback, response_type: 'code', scope: 'openid' }
        return harness.open({ ...fields, state: `s${index}` }, session)
      },
    },
  ]
  return { harness, session: () => session, calls }
}

/** The same for a member of an organization. */
export async function createMemberInsider(storage: Storage): Promise<Pick<Insider, 'calls'> & { harness: Harness }> {
  const harness = await createBusinessHarness(storage, { config: { limits: {} } })
  const organization = await harness.addOrganization('acme')
  const email = 'insider@acme.example'
  const member = await harness.addMember(organization, email)
  const own = { session: (await harness.signInTo(organization, email)).session_token }
  const { signedIn } = await secondFactorCalls(harness, organization, member).enrollTotp(own, lasting)
  const session = { session: signedIn.session_token }
  const calls: RepeatedCall[] = [
    {
      ...{ name: 'PUT /b2b/organizations/members/update', event: 'member_update', bound: 'rows' },
      call: (index) => harness.call('PUT', '/b2b/organizations/members/update', { name: `A${index}` }, session),
    },
    {
      ...{ name: 'POST /b2b/recovery_codes/rotate', event: 'recovery_codes_rotate', bound: 'changes' },
      call: () => harness.call('POST', '/b2b/recovery_codes/rotate', {}, session),
    },
  ]
  return { harness, calls }
}
