import { adminEndpoints } from '@latchkey/contract/admin'
import { createAdministration } from '../admin/administration.ts'
import { defaultLimits, type Limit, type LimitName } from '../core/limits.ts'
import { createRandom } from '../node/system-clock.ts'
import {
  callback,
  createIdpHarness,
  type IdpHarness,
  identityProvider,
  loggedOut,
} from '../oidc-provider/oidc-provider.suite.ts'
import { addFakes } from '../products/oauth/oauth.suite.ts'
import type { Storage } from '../storage/storage.ts'
import { landing, type SignedInUser } from '../testing/harness.ts'
import type { Pool } from './requests.suite.ts'

/** Part of all data of the other user: a response that contains it leaks data of another user. */
export const canary = 'zq-canary-of-another'
export const goodPassword = 'violet-Otter.quilt-81'
const generous = { limit: 1e9, windowMs: 60_000 }

/** A provider with all features enabled, a signed-in user, and another user whose data must not change. */
export interface FuzzHarness extends IdpHarness {
  own: SignedInUser
  other: SignedInUser
  pool: Pool
  /** The `Authorization` header of the backend. */
  secretKey: string
  /** Issued secrets that must not be stored in clear text. */
  secrets: Set<string>
  /** Signs in again if the session has ended. */
  keepSignedIn(): Promise<void>
}

/** Limits that are never reached. */
const noLimits = (): Partial<Record<LimitName, Limit>> =>
  Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, generous]))

export async function createFuzzHarness(storage: Storage, limits = noLimits()): Promise<FuzzHarness> {
  const idp = await createIdpHarness(storage, {
    config: {
      limits,
      hooks: { secret: 'a-long-enough-hook-secret', twilioAuthToken: 'a-long-enough-auth-token' },
    },
    settings: { identityProvider: { ...identityProvider, dynamicRegistration: true } },
  })
  await addFakes(idp, idp.project)
  const context = {
    storage,
    vault: idp.vault,
    clock: idp.clock,
    random: createRandom(),
    baseUrl: 'https://auth.example.com',
  }
  const administration = createAdministration(context, { operator: 'cli:tests' })
  const { secret } = await administration.createSecretKey(idp.project, 'Fuzz')
  const signInOwn = () => idp.signIn('own@example.com', { minutes: 527_040 })
  const own = await signInOwn()
  const other = await idp.signIn('other@example.com', { minutes: 527_040 })
  const request = { name: { first_name: canary }, trusted_metadata: { note: canary }, external_id: canary }
  const params = { user_id: other.accountId }
  await administration.call(adminEndpoints.adminUsersUpdate, { project: idp.project, params, request })
  const client = await idp.newClient({ client_name: 'Notes' })
  const [ownCode, otherCode] = [
    await idp.call('POST', '/otps/email/login_or_create', { email: 'own@example.com' }),
    await idp.call('POST', '/otps/email/login_or_create', { email: 'other@example.com' }),
  ]
  const { data } = await idp.call('POST', '/sessions/authenticate', {}, { session: own.token })
  const ids = [
    own.accountId,
    own.emailId,
    own.sessionId,
    other.accountId,
    other.emailId,
    other.sessionId,
    'email-test-x',
  ]
  const emails = [
    'own@example.com',
    'other@example.com',
    'fresh-1@example.com',
    'Fresh-2@EXAMPLE.com',
    'a+b@example.com',
  ]
  const credential = (part: object) =>
    JSON.stringify({ id: 'YWJj', rawId: 'YWJj', type: 'public-key', clientExtensionResults: {}, ...part })
  const clientData = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge: 'YWJj', origin: 'https://app.example.com' }),
  ).toString('base64url')
  const pool: Pool = {
    id: ids,
    ...{ user_id: ids, session_id: ids, email_id: ids, query: [...emails, 'own', ''], external_id: [canary, 'ext-1'] },
    ...{ email: emails, email_address: emails, phone_number: ['+15005550006', '+12025550123', '+447400123456'] },
    token: ['a'.repeat(43), '123456', '000000', data.session_jwt, 'e30.e30.e30'],
    ...{ session_token: [own.token, 'latchkey_st_x'], session_jwt: [data.session_jwt, 'e30.e30.e30'] },
    ...{ method_id: [ownCode.data.method_id, otherCode.data.method_id], password: [goodPassword, 'weak'] },
    ...{ existing_password: [goodPassword, 'wrong'], new_password: [goodPassword], totp_code: ['000000', '123456'] },
    ...{ recovery_code: ['abcde-fgh23'], public_token: [idp.project.publicToken], locale: ['en', 'de', 'xx'] },
    ...{ login_magic_link_url: [landing], signup_magic_link_url: [landing], login_redirect_url: [landing, callback] },
    reset_password_redirect_url: ['https://app.example.com/reset'],
    ...{ code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'], code_challenge_method: ['S256', 'plain'] },
    ...{ code_verifier: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'], domain: ['app.example.com', 'example.com'] },
    public_key_credential: [
      credential({
        response: { clientDataJSON: clientData, authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
      }),
      credential({ response: { clientDataJSON: clientData, attestationObject: 'o2NmbXRkbm9uZQ' } }),
    ],
    ...{
      crypto_wallet_address: ['0x52908400098527886E0F7030069857D2E4169EE7', '1'.repeat(32)],
      crypto_wallet_type: ['ethereum', 'solana'],
    },
    ...{
      signature: [`0x${'1'.repeat(130)}`, '1'.repeat(88)],
      client_id: [client.id],
      redirect_uri: [callback, `${callback}?x=1`],
    },
    ...{
      response_type: ['code', 'token'],
      scope: ['openid', 'openid notes:read offline_access'],
      scopes: ['openid', 'notes:read'],
    },
    ...{
      prompt: ['none', 'login', 'consent'],
      max_age: ['0', '60'],
      grant_type: ['authorization_code', 'refresh_token', 'client_credentials'],
    },
    ...{
      code: ['a'.repeat(43)],
      refresh_token: ['a'.repeat(43)],
      client_secret: [client.secret, 'wrong'],
      state: ['s'],
      nonce: ['n'],
    },
    ...{
      id_token_hint: [data.session_jwt],
      post_logout_redirect_uri: [loggedOut],
      resource: ['https://api.example.net/'],
    },
    ...{ access_token: [data.session_jwt], provider: ['google', 'apple', 'github'], project_id: [idp.project.id] },
    __Authorization: [`Basic ${Buffer.from(`${idp.project.publicToken}:${own.token}`).toString('base64')}`],
    kind: ['passcode', 'magic_link', 'password_reset'],
  }
  const harness: FuzzHarness = {
    ...{ ...idp, own, other, pool },
    secretKey: `Basic ${Buffer.from(`${idp.project.id}:${secret}`).toString('base64')}`,
    secrets: new Set([own.token, other.token, secret, client.secret, goodPassword]),
    async keepSignedIn() {
      const me = await idp.call('GET', '/users/me', undefined, { session: harness.own.token })
      if (me.status === 200) return
      // Sends earlier codes first, because only the newest works.
      await idp.provider.outbox.drain()
      harness.own = await signInOwn()
      harness.secrets.add(harness.own.token)
    },
  }
  return harness
}
