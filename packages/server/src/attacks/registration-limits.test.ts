import type { JsonObject } from '@latchkey/contract'
import { adminEndpoints } from '@latchkey/contract/admin'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet } from '@latchkey/testkit/wallets'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminHarness, createAdminHarness } from '../admin/admin.suite.ts'
import { defaultLimits, type LimitName } from '../core/limits.ts'
import { registrationKinds } from '../methods/methods.ts'
import { addFakes, land, redeem } from '../products/oauth/oauth.suite.ts'
import { type Gate, raceAt, tally } from '../products/race.suite.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import { projectRealm } from '../storage/realm.ts'
import type { RegistrationKind } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn } from '../storage/testing/engine-cases.ts'
import { withBarrier } from '../testing/barrier.ts'
import { type Answer, engines, openTestStorage, origin } from '../testing/harness.ts'
import { noteVariants } from '../testing/variants.suite.ts'

const attempts = 12
const remaining = 4
const email = 'ada@example.com'
const issuer = 'https://issuer.example'
const lasting = { session_duration_minutes: 30 }
const page = { domain: 'app.example.com', user_agent: 'x', return_passkey_credential_options: true }
const generous = { limit: 1e6, windowMs: 60_000 }
const limits = Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous])) as Record<
  LimitName,
  typeof generous
>
const signer = generateKeyPair('ES256')

interface Owner {
  harness: AdminHarness
  accountId: string
  sessions: string[]
}

/** Starts one addition and returns the call that finishes it. */
type Preparation = (owner: Owner, index: number) => Promise<() => Promise<Answer>>

const post = ({ harness }: Owner, path: string, body: object, session = ''): Promise<Answer> =>
  harness.call('POST', path, body, session === '' ? {} : { session })

const additions: { name: string; kind: RegistrationKind; remaining?: number; prepare: Preparation }[] = [
  {
    ...{ name: 'passkeys', kind: 'webauthn' },
    async prepare(owner, index) {
      const session = owner.sessions[index]
      const { data } = await post(owner, '/webauthn/register/start', page, session)
      const made = createAuthenticator(origin).create(Object(data).public_key_credential_creation_options)
      return () => post(owner, '/webauthn/register', { public_key_credential: made }, session)
    },
  },
  {
    ...{ name: 'wallets', kind: 'crypto_wallet' },
    async prepare(owner, index) {
      const session = owner.sessions[index]
      const wallet = createEthereumWallet()
      const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
      const { data } = await post(owner, '/crypto_wallets/authenticate/start/secondary', named, session)
      const body = { ...named, signature: wallet.sign(Object(data).challenge), ...lasting }
      return () => post(owner, '/crypto_wallets/authenticate', body, session)
    },
  },
  {
    ...{ name: 'identities that are attached', kind: 'oauth' },
    async prepare(owner, index) {
      const session = owner.sessions[index] ?? ''
      const { data } = await post(owner, '/oauth/attach', { provider: 'google' }, session)
      const { oauth_attach_token } = Object(data)
      const identity = { email: `identity-${index}@example.org`, email_verified: 'true' }
      const { token } = await land(owner.harness, 'google', identity, { oauth_attach_token })
      return () => redeem(owner.harness, token, {}, { session })
    },
  },
  {
    ...{ name: 'identities with the address of the account', kind: 'oauth', remaining: 2 },
    async prepare({ harness }, index) {
      const providers = ['google', 'github', 'discord', 'gitlab', 'linkedin', 'slack'] as const
      const { token } = await land(harness, providers[index % providers.length] ?? 'google', { account: 'ada' })
      return () => redeem(harness, token)
    },
  },
  {
    ...{ name: 'identities of a trusted issuer', kind: 'oauth' },
    async prepare(owner, index) {
      const iat = Math.floor(owner.harness.clock.now() / 1_000)
      const claims = { iss: issuer, aud: 'a', sub: `sub-${index}`, email, email_verified: true, jti: `jti-${index}` }
      const token = await new SignJWT({ ...claims, iat, exp: iat + 600 })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .sign((await signer).privateKey)
      return () => post(owner, '/sessions/attest', { profile_id: 'p', token })
    },
  },
  {
    ...{ name: 'device keys', kind: 'biometric' },
    async prepare({ harness, accountId }, index) {
      const request = { public_key: Buffer.alloc(32, index + 1).toString('base64') }
      const params = { user_id: accountId }
      return () =>
        harness.admin(adminEndpoints.adminUsersCreateBiometricRegistration, {
          params,
          request,
        }) as unknown as Promise<Answer>
    },
  },
]

describe.each(engines)('registrations of one user on %s', (engine) => {
  let storage: Storage
  let gate: Gate
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    gate = withBarrier(storage)
  })
  afterAll(() => storage.close())

  /** A user who has many sessions and can add `left` more factors of a kind. */
  async function createOwner(kind: RegistrationKind, left: number): Promise<Owner> {
    const jwk = { ...(await exportJWK((await signer).publicKey)), kid: 'k1', alg: 'ES256' } as JsonObject
    const keys = { jwks: { keys: [jwk] } }
    const harness = await createAdminHarness(gate.storage, {
      config: { limits },
      settings: {
        limits,
        attestationProfiles: [{ id: 'p', issuer, audience: 'a', keys, trustsEmail: true, createsUsers: false }],
      },
    })
    await addFakes(harness, harness.project)
    const sessions: string[] = []
    let accountId = ''
    for (let index = 0; index < attempts; index += 1) {
      const signedIn = await harness.signIn(email)
      sessions.push(signedIn.token)
      accountId = signedIn.accountId
    }
    const now = harness.clock.now()
    const filled = Array.from({ length: (registrationKinds[kind].limit ?? 0) - left }, (_, index) => ({
      ...{
        id: `${kind}-filled-${index}`,
        ...projectRealm(harness.project.id),
        accountId,
        kind,
        uniqueKey: `filled-${index}`,
      },
      ...{ verified: true, details: {}, createdAt: now, verifiedAt: now },
    }))
    await storage.accounts.addRegistration(...filled)
    return { harness, accountId, sessions }
  }

  async function counted({ harness, accountId }: Owner, kind: RegistrationKind): Promise<number> {
    const account = await storage.accounts.get(harness.project.id, accountId)
    return account?.registrations.filter((one) => one.kind === kind && one.verified).length ?? 0
  }

  it.each(casesOn(engine, additions))(
    'stop at the limit when many $name are started before the first one finishes (R-16)',
    async ({ kind, remaining: left = remaining, prepare }) => {
      const owner = await createOwner(kind, left)
      const count = left === remaining ? attempts : 6
      const finish: (() => Promise<Answer>)[] = []
      for (let index = 0; index < count; index += 1) finish.push(await prepare(owner, index))
      const answers = await raceAt(gate, count, (index) => finish[index]?.() ?? Promise.reject(new Error('no call')))
      noteVariants(count - left)
      expect(tally(answers)).toEqual({ '200': left, registration_limit_reached: count - left })
      expect(await counted(owner, kind)).toBe(registrationKinds[kind].limit)
    },
  )

  it('stop at the limit when many authenticator apps are started and verified at once (R-16)', async () => {
    const owner = await createOwner('totp', 1)
    const secrets: string[] = []
    // All but one of the secrets are void, so this must be fewer than the wrong codes that lock an account.
    const begun = await raceAt(gate, 6, (index) =>
      post(owner, '/totps', { expiration_minutes: 30 }, owner.sessions[index]),
    )
    for (const { data } of begun) secrets.push(Object(data).secret)
    const step = Math.floor(owner.harness.clock.now() / 30_000)
    for (const [index, secret] of secrets.entries())
      await post(
        owner,
        '/totps/authenticate',
        { totp_code: await totpCode(secret, step), ...lasting },
        owner.sessions[index],
      )
    expect(await counted(owner, 'totp')).toBe(registrationKinds.totp.limit)
    const more = await post(owner, '/totps', { expiration_minutes: 30 }, owner.sessions.at(-2))
    expect([more.outcome, await counted(owner, 'totp')]).toEqual([
      ...['registration_limit_reached', registrationKinds.totp.limit],
    ])
  })
})

it('tries every kind of factor that has a limit (R-16)', () => {
  // Identities of SSO connections belong to members: organizations/single-sign-on.test.ts.
  const tried = new Set<string>([...additions.map(({ kind }) => kind), 'totp', 'sso'])
  const limited = Object.entries(registrationKinds).filter(([, { limit }]) => limit !== undefined)
  expect([...tried].sort()).toEqual(limited.map(([kind]) => kind).sort())
})
