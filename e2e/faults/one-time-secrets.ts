import { createHash, randomUUID } from 'node:crypto'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createEthereumWallet, createSolanaWallet } from '@latchkey/testkit/wallets'
import { application, tokenForm } from '../fixtures/client-application.ts'
import { attestationProfile, attestedToken } from '../fixtures/trusted-issuer.ts'
import { currentStep, totpCode } from '../totp-code.ts'
import type { RawRequest } from './last-byte-race.ts'
import { codeIn, tokenIn } from './mail-sink.ts'
import { baseUrl, page } from './provider-process.ts'
import { fakeProviders, type Kind, type RacingSite, userAgent } from './racing-site.ts'

/** A request that redeems the secret. The requests of one secret may differ. */
export type Presentation = (attempt: number) => RawRequest

/** A secret that works once. */
export interface OneTimeSecret {
  name: string
  /** Accepted errors of all requests except the successful one. */
  refusals: readonly string[]
  /** The providers that support it, apart from the naive one. */
  kind: Exclude<Kind, 'naive'>
  /** The number of concurrent requests, if not the default. */
  concurrency?: number
  /** Why the naive provider passes too, if it does. */
  naiveDoesAsWell?: string
  /** Creates `count` secrets, each for another user, so that a wrong attempt does not affect the next secret. */
  prepare(site: RacingSite, kind: Kind, count: number): Promise<Presentation[]>
}

const duration = { session_duration_minutes: 60 }
// RFC 7636, appendix B.
const verifier = { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }
const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
const locked = 'user_lock_limit_reached'
/** The first success replaces the session token of the other requests. */
const replacedToken = 'step_up_required'

/** Prepares secrets with limited concurrency, enough to keep two processes busy. */
async function inLanes<T>(count: number, prepare: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) done[index] = await prepare(index)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  return done
}

/** Reads the mailed secret of each user. */
async function mailed(
  site: RacingSite,
  kind: Kind,
  count: number,
  send: (email: string) => RawRequest,
): Promise<{ text: string; data: Record<string, string> }[]> {
  const users = await site.createUsers(kind, count)
  return inLanes(count, async (index) => {
    const email = users[index]?.email ?? ''
    const data = await site.call(kind, send(email))
    return { text: (await site.sink.next(email)).text, data }
  })
}

function linkTokenIn(text: string, type: string): string {
  const token = new RegExp(`latchkey_token_type=${type}&token=([\\w-]+)`).exec(text)?.[1]
  if (!token) throw new Error(`no ${type} in: ${text}`)
  return token
}

interface Enrollment {
  session: string
  secret: string
  step: number
  codes: readonly string[]
}

/** Creates a user with a verified authenticator app. */
async function enroll(site: RacingSite, kind: Kind): Promise<Enrollment> {
  const session = await site.signIn(kind)
  const created = await site.call(kind, site.request('/totps', { expiration_minutes: 30 }, { session }))
  const [secret = '', step] = [created.secret, currentStep()]
  const body = { totp_code: totpCode(secret, step), ...duration }
  const proven = await site.call(kind, site.request('/totps/authenticate', body, { session }))
  return { session: proven.session_token ?? '', secret, step, codes: Object(created).recovery_codes }
}

const passkeyOptions = {
  domain: new URL(page).hostname,
  user_agent: userAgent,
  return_passkey_credential_options: true,
}

/** Creates a user with a started passkey registration. */
async function asked(site: RacingSite, kind: Kind) {
  // A synced passkey has no signature counter, so that only the challenge prevents a second use.
  const device = createAuthenticator(page, { isSynced: true })
  const session = await site.signIn(kind)
  const start = await site.call(kind, site.request('/webauthn/register/start', passkeyOptions, { session }))
  const public_key_credential = device.create(start.public_key_credential_creation_options ?? '')
  return { device, register: site.request('/webauthn/register', { public_key_credential }, { session }) }
}

/** Runs OAuth up to the callback of the identity provider: returns the URL and the cookie. */
async function consented(site: RacingSite, kind: Kind): Promise<RawRequest> {
  const [port] = await site.ports(kind)
  const query = new URLSearchParams({ public_token: site.tokens.usual, ...challenge })
  const started = await site.visit(`http://127.0.0.1:${port}/v1/public/oauth/github/start?${query}`)
  const authorization = new URL(started.headers.get('location') ?? '')
  const form = new URLSearchParams({ account: 'ada' })
  for (const [name, value] of authorization.searchParams) form.set(`request_${name}`, value)
  const page = `${site.fakesUrl}${authorization.pathname}`
  const chosen = await site.visit(page, { method: 'POST', body: form })
  const { pathname, search } = new URL(chosen.headers.get('location') ?? '')
  const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { path: `${pathname}${search}`, headers: { cookie, accept: 'application/json' } }
}

/** Grants consent and returns the authorization code. */
export async function authorizationCode(site: RacingSite, kind: Kind): Promise<string> {
  const session = await site.signIn(kind)
  const { redirectUri } = application
  const shown = {
    ...{ client_id: site.application.id, redirect_uri: redirectUri, response_type: 'code' },
    ...{ scopes: ['openid', 'offline_access'], ...challenge },
  }
  await site.call(kind, site.request('/idp/oauth/authorize/start', shown, { session }))
  const body = { ...shown, consent_granted: true }
  const { authorization_code = '' } = await site.call(
    kind,
    site.request('/idp/oauth/authorize/submit', body, { session }),
  )
  return authorization_code
}

function solve({ challenge, salt }: Record<string, string>): number {
  const hash = (number: number) => createHash('sha256').update(`${salt}${number}`).digest('hex')
  for (let number = 0; number <= 1_000; number += 1) if (hash(number) === challenge) return number
  throw new Error('the challenge has no solution')
}

export const oneTimeSecrets: readonly OneTimeSecret[] = [
  {
    name: 'magic link',
    kind: 'shipped',
    refusals: ['unable_to_auth_magic_link'],
    concurrency: 16,
    async prepare(site, kind, count) {
      const send = (email: string) => site.request('/magic_links/email/login_or_create', { email, ...challenge })
      const mails = await mailed(site, kind, count, send)
      return mails.map(({ text }) => {
        const body = { token: tokenIn(text), ...verifier, ...duration }
        return () => site.request('/magic_links/authenticate', body)
      })
    },
  },
  {
    name: 'passcode',
    kind: 'shipped',
    refusals: ['otp_code_not_found'],
    async prepare(site, kind, count) {
      const mails = await mailed(site, kind, count, (email) => site.request('/otps/email/login_or_create', { email }))
      return mails.map(({ text, data }) => {
        const body = { token: codeIn(text), method_id: data.method_id, ...duration }
        return () => site.request('/otps/authenticate', body)
      })
    },
  },
  {
    name: 'link to a new password',
    kind: 'shipped',
    refusals: ['unable_to_auth_magic_link'],
    // One per process, because each costs a slow hash. Races within one process have sixteen.
    concurrency: 2,
    naiveDoesAsWell: 'the hash stands between the barrier and the database; inside one process it stands before both',
    async prepare(site, kind, count) {
      const send = (email: string) => site.request('/passwords/email/reset/start', { email, ...challenge })
      const mails = await mailed(site, kind, count, send)
      return mails.map(({ text }) => (attempt) => {
        const password = `seven quiet lanterns ${attempt}`
        const body = { token: linkTokenIn(text, 'reset_password'), password, ...verifier, ...duration }
        return site.request('/passwords/email/reset', body)
      })
    },
  },
  {
    name: 'link in without the password',
    kind: 'shipped',
    refusals: ['unable_to_auth_magic_link'],
    async prepare(site, kind, count) {
      const send = (email: string) => site.request('/passwords/email/reset/start', { email, ...challenge })
      const mails = await mailed(site, kind, count, send)
      return mails.map(({ text }) => {
        const body = { token: linkTokenIn(text, 'login'), ...verifier, ...duration }
        return () => site.request('/magic_links/authenticate', body)
      })
    },
  },
  {
    name: "time step of an authenticator's code",
    kind: 'shipped',
    refusals: ['otp_code_not_found', replacedToken, locked],
    async prepare(site, kind, count) {
      const all = await inLanes(count, () => enroll(site, kind))
      return all.map(({ session, secret, step }) => () => {
        // The time step after the one that verified it, which is valid now.
        const totp_code = totpCode(secret, Math.max(step + 1, currentStep()))
        return site.request('/totps/authenticate', { totp_code, ...duration }, { session })
      })
    },
  },
  {
    name: 'recovery code',
    kind: 'shipped',
    refusals: ['recovery_code_not_found', replacedToken, locked],
    async prepare(site, kind, count) {
      const all = await inLanes(count, () => enroll(site, kind))
      return all.map(({ session, codes: [recovery_code] }) => {
        return () => site.request('/totps/recover', { recovery_code, ...duration }, { session })
      })
    },
  },
  {
    name: "challenge of a passkey's registration",
    kind: 'shipped',
    refusals: ['invalid_webauthn_credential', replacedToken],
    naiveDoesAsWell: 'a credential is registered once, whatever becomes of the challenge',
    async prepare(site, kind, count) {
      const all = await inLanes(count, () => asked(site, kind))
      return all.map(
        ({ register }) =>
          () =>
            register,
      )
    },
  },
  {
    name: "challenge of a passkey's sign-in",
    kind: 'shipped',
    refusals: ['invalid_webauthn_credential'],
    prepare: (site, kind, count) =>
      inLanes(count, async () => {
        const { device, register } = await asked(site, kind)
        await site.call(kind, register)
        const start = await site.call(kind, site.request('/webauthn/authenticate/start/primary', passkeyOptions))
        const public_key_credential = device.get(start.public_key_credential_request_options ?? '')
        const request = site.request('/webauthn/authenticate', { public_key_credential, ...duration })
        return () => request
      }),
  },
  {
    name: "nonce of a wallet's message",
    kind: 'shipped',
    refusals: ['invalid_signature'],
    prepare: (site, kind, count) =>
      inLanes(count, async (index) => {
        const wallet = index % 2 === 0 ? createEthereumWallet() : createSolanaWallet()
        const who = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
        const signed = async (): Promise<RawRequest> => {
          const { challenge = '' } = await site.call(
            kind,
            site.request('/crypto_wallets/authenticate/start/primary', who),
          )
          const signature = wallet.sign(challenge)
          return site.request('/crypto_wallets/authenticate', { ...who, signature, ...duration })
        }
        // An existing wallet: for a new one the unique key of the wallet would reject the others.
        await site.call(kind, await signed())
        const request = await signed()
        return () => request
      }),
  },
  {
    name: 'impersonation token',
    kind: 'shipped',
    refusals: ['unauthorized_credentials'],
    async prepare(site, kind, count) {
      const users = await site.createUsers(kind, count)
      return inLanes(count, async (index) => {
        const body = { user_id: users[index]?.userId, impersonator: 'races' }
        const { impersonation_token } = await site.administer(kind, '/impersonation_tokens', body)
        return () => site.request('/impersonation/authenticate', { impersonation_token })
      })
    },
  },
  {
    name: 'token of a trusted issuer',
    kind: 'shipped',
    refusals: ['unauthorized_credentials'],
    prepare: (site, kind, count) =>
      inLanes(count, async () => {
        const subject = randomUUID()
        const present = (): RawRequest => {
          const body = { profile_id: attestationProfile.profile_id, token: attestedToken(subject), ...duration }
          return site.request('/sessions/attest', body)
        }
        await site.call(kind, present())
        const request = present()
        return () => request
      }),
  },
  {
    name: 'proof of work',
    kind: 'shipped',
    refusals: ['Captcha required'],
    prepare: (site, kind, count) =>
      inLanes(count, async () => {
        const token = site.tokens.captcha
        const request = site.request('/captcha/challenge', { site_key: 'races', action: 'LOGIN' }, { token })
        const { algorithm, challenge, salt, signature, ...data } = await site.call(kind, request)
        const number = solve({ ...data, challenge: challenge ?? '', salt: salt ?? '' })
        const solution = JSON.stringify({ algorithm, challenge, salt, signature, number })
        const captcha_token = Buffer.from(solution).toString('base64')
        const body = { email: `${randomUUID()}@example.com`, captcha_token }
        return () => site.request('/users/search', body, { token })
      }),
  },
  {
    name: 'state of an OAuth sign-in',
    kind: 'faked',
    refusals: ['oauth_flow_callback_error'],
    prepare: (site, kind, count) =>
      inLanes(count, async () => {
        const request = await consented(site, kind)
        return () => request
      }),
  },
  {
    name: 'OAuth token',
    kind: 'faked',
    refusals: ['oauth_token_not_found'],
    async prepare(site, kind, count) {
      const landed = async (): Promise<RawRequest> => {
        const { path, headers = {} } = await consented(site, kind)
        const [port] = await site.ports(kind)
        const answer = await site.visit(`http://127.0.0.1:${port}${path}`, { headers })
        const token = new URL(answer.headers.get('location') ?? '').searchParams.get('token')
        return site.request('/oauth/authenticate', { token, ...verifier, ...duration })
      }
      // An existing user: for a new one the unique key of the identity would reject the others.
      await site.call(kind, await landed())
      return inLanes(count, async () => {
        const request = await landed()
        return () => request
      })
    },
  },
  {
    name: 'nonce of Google One Tap',
    kind: 'faked',
    refusals: ['oauth_flow_callback_error'],
    prepare: (site, kind, count) =>
      inLanes(count, async () => {
        const [google] = fakeProviders
        const from = { publicToken: site.tokens.usual, parentOrigin: page }
        const start = await site.call(kind, { path: '/v1/frame/one_tap/start', body: from })
        const prompt = await site.visit(`${site.fakesUrl}/dev/identity-providers/${google}/prompt`, {
          method: 'POST',
          body: JSON.stringify({ client_id: start.googleClientId, account: 'ada', nonce: start.csrfToken }),
        })
        const { credential } = (await prompt.json()) as { credential: string }
        const codeChallenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
        const body = { ...from, idToken: credential, oauthCallbackID: start.oauthCallbackId, codeChallenge }
        return () => ({ path: '/v1/frame/one_tap/submit', headers: { origin: baseUrl }, body })
      }),
  },
  {
    name: "application's authorization code",
    kind: 'shipped',
    refusals: ['invalid_grant'],
    prepare: (site, kind, count) =>
      inLanes(count, async () => {
        const code = await authorizationCode(site, kind)
        return () => site.tokenRequest(tokenForm(code))
      }),
  },
]
