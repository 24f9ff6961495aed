import type { EndpointName } from '@latchkey/contract/endpoints'
import { createAuthenticator } from '@latchkey/testkit/authenticator'
import { createSolanaWallet } from '@latchkey/testkit/wallets'
import { createRandom } from '../node/system-clock.ts'
import { land } from '../products/oauth/oauth.suite.ts'
import { totpCode } from '../products/totps/totp-code.ts'
import { type Answer, type Harness, origin, tokenOf } from '../testing/harness.ts'
import { createImpersonationToken } from '../tokens/impersonation-token.ts'
import { type FuzzHarness, goodPassword } from './fuzz-harness.suite.ts'
import type { Pool } from './requests.suite.ts'

/** A secret that works, for one call. */
interface Live {
  /** What has to stand in the fields of the request. */
  fields: Record<string, string>
  /** Whose session it takes beside it, where one is needed. */
  session?: string
}

interface Prepared {
  /** The fields that a secret is presented in. */
  names: readonly string[]
  /** What else a request has to say to be answered with a session. */
  rest: object
  make(harness: Harness, email: string): Promise<Live>
}

const lasting = { session_duration_minutes: 30 }
const page = { domain: new URL(origin).hostname, user_agent: 'x', return_passkey_credential_options: true }

async function succeed(answer: Promise<Answer>): Promise<Answer['data']> {
  const { status, text, data } = await answer
  if (status !== 200) throw new Error(text)
  return data
}

async function withPassword(harness: Harness, email: string): Promise<void> {
  await succeed(harness.call('POST', '/passwords', { email, password: goodPassword, ...lasting }))
}

async function withTotp(harness: Harness, email: string) {
  const { token: session } = await harness.signIn(email)
  const made = Object(await succeed(harness.call('POST', '/totps', { expiration_minutes: 30 }, { session })))
  const totp_code = await totpCode(made.secret, Math.floor(harness.clock.now() / 30_000))
  const proven = await succeed(harness.call('POST', '/totps/authenticate', { totp_code, ...lasting }, { session }))
  // A code works once, so the next has to be another.
  harness.clock.advance(30_000)
  return { session: proven.session_token, secret: String(made.secret), recovery: String(made.recovery_codes[0]) }
}

/** How a secret is had for each call that checks one, and by somebody new each time: locks of others are not ours. */
const prepared: Partial<Record<EndpointName, Prepared>> = {
  otpsAuthenticate: {
    names: ['token', 'method_id'],
    rest: lasting,
    async make(harness, email) {
      const { method_id } = await succeed(harness.call('POST', '/otps/email/login_or_create', { email }))
      const [token = ''] = (await harness.lastMessage(email)).codes
      return { fields: { token, method_id } }
    },
  },
  magicLinksAuthenticate: {
    names: ['token'],
    rest: lasting,
    async make(harness, email) {
      await succeed(harness.call('POST', '/magic_links/email/login_or_create', { email }))
      return { fields: { token: tokenOf(await harness.lastMessage(email)) } }
    },
  },
  oauthAuthenticate: {
    names: ['token'],
    rest: lasting,
    async make(harness, email) {
      const { token } = await land(harness, 'google', { email, email_verified: 'true' })
      return { fields: { token } }
    },
  },
  passwordsAuthenticate: {
    names: ['email', 'password'],
    rest: lasting,
    async make(harness, email) {
      await withPassword(harness, email)
      return { fields: { email, password: goodPassword } }
    },
  },
  passwordsEmailReset: {
    names: ['token'],
    rest: { password: 'violet-Otter.quilt-82', ...lasting },
    async make(harness, email) {
      await withPassword(harness, email)
      await succeed(harness.call('POST', '/passwords/email/reset/start', { email }))
      return { fields: { token: tokenOf(await harness.lastMessage(email)) } }
    },
  },
  passwordsExistingPasswordReset: {
    names: ['email', 'existing_password'],
    rest: { new_password: 'violet-Otter.quilt-82', ...lasting },
    async make(harness, email) {
      await withPassword(harness, email)
      return { fields: { email, existing_password: goodPassword } }
    },
  },
  totpsAuthenticate: {
    names: ['totp_code'],
    rest: lasting,
    async make(harness, email) {
      const { session, secret } = await withTotp(harness, email)
      return { session, fields: { totp_code: await totpCode(secret, Math.floor(harness.clock.now() / 30_000)) } }
    },
  },
  totpsRecover: {
    names: ['recovery_code'],
    rest: lasting,
    async make(harness, email) {
      const { session, recovery } = await withTotp(harness, email)
      return { session, fields: { recovery_code: recovery } }
    },
  },
  webauthnAuthenticate: {
    names: ['public_key_credential'],
    rest: lasting,
    async make(harness, email) {
      const device = createAuthenticator(origin)
      const { token: session } = await harness.signIn(email)
      const asked = Object(await succeed(harness.call('POST', '/webauthn/register/start', page, { session })))
      const made = { public_key_credential: device.create(asked.public_key_credential_creation_options) }
      await succeed(harness.call('POST', '/webauthn/register', made, { session }))
      const start = Object(await succeed(harness.call('POST', '/webauthn/authenticate/start/primary', page)))
      return { fields: { public_key_credential: device.get(start.public_key_credential_request_options) } }
    },
  },
  cryptoWalletsAuthenticate: {
    names: ['crypto_wallet_address', 'crypto_wallet_type', 'signature'],
    rest: lasting,
    async make(harness) {
      const wallet = createSolanaWallet()
      const named = { crypto_wallet_address: wallet.address, crypto_wallet_type: wallet.type }
      const start = Object(await succeed(harness.call('POST', '/crypto_wallets/authenticate/start/primary', named)))
      return { fields: { ...named, signature: wallet.sign(start.challenge) } }
    },
  },
  impersonationAuthenticate: {
    names: ['impersonation_token'],
    rest: {},
    async make(harness, email) {
      const { userId } = await harness.signIn(email)
      const source = { ...harness, client: { ip: '', prefix: '', userAgent: '' }, requestId: 'request-id-test-x' }
      const context = { ...harness, random: createRandom() }
      const { token } = await createImpersonationToken(context, source, { userId, actor: 'ops' })
      return { fields: { impersonation_token: token } }
    },
  },
}

/** Goes with a secret, and is none. */
const open = new Set(['email', 'method_id', 'crypto_wallet_address', 'crypto_wallet_type'])

/** Requests that are refused before one secret is given up for the next: some end after five wrong tries. */
const triesEach = 4

/** Stands in a generated request for what is known only when it is sent, so that a case can be drawn again. */
const placeOf = (name: string): string => `live-${name}-here`

export interface Presented {
  payload: Buffer
  session: string | undefined
  /** Everything that proves something is in it: with less than that nobody may be let in. */
  isWhole: boolean
}

/** The right secrets for one endpoint: a fuzzer that holds none never gets past the door. */
export interface LiveSecrets {
  pool: Pool
  /** A request that is right in everything. */
  example: string
  /** Puts the secrets where they belong; null where the request has none of them. */
  present(payload: string | Uint8Array): Promise<Presented | null>
  /** What was presented has been spent. */
  spent(): void
}

export function liveSecretsFor(name: EndpointName, harness: FuzzHarness): LiveSecrets | null {
  const how = prepared[name]
  if (!how) return null
  const places = Object.fromEntries(how.names.map((field) => [field, placeOf(field)]))
  const mixed = how.names.map((field) => {
    const live = placeOf(field)
    return [field, [live, live, live, ...(harness.pool[field] ?? []).slice(0, 1)]]
  })
  let live: Live | null = null
  let people = 0
  let tries = 0
  return {
    pool: { ...harness.pool, ...Object.fromEntries(mixed) },
    example: JSON.stringify({ ...places, ...how.rest }),
    async present(payload) {
      const text = Buffer.from(payload).toString('latin1')
      if (!how.names.some((field) => text.includes(placeOf(field)))) return null
      if (live === null || tries >= triesEach) {
        people += 1
        live = await how.make(harness, `live-${name.toLowerCase()}-${people}@example.com`)
        tries = 0
        for (const [field, secret] of Object.entries(live.fields)) if (!open.has(field)) harness.secrets.add(secret)
      }
      tries += 1
      const filled = Object.entries(live.fields).reduce(
        (sent, [field, secret]) => sent.replaceAll(placeOf(field), () => JSON.stringify(secret).slice(1, -1)),
        text,
      )
      // A wallet's type is one of two, and may be right by chance.
      const isWhole = how.names.every((field) => field === 'crypto_wallet_type' || text.includes(placeOf(field)))
      return { payload: Buffer.from(filled, 'latin1'), session: live.session, isWhole }
    },
    spent() {
      live = null
    },
  }
}
