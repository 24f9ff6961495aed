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

/** A valid secret for one request. */
interface Live {
  /** The required fields of the request. */
  fields: Record<string, string>
  /** The session token, if the request needs one. */
  session?: string
}

interface Prepared {
  /** The fields that contain the secret. */
  names: readonly string[]
  /** The other fields that the request needs to get a session. */
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
  // A code works once, so the next one must differ.
  harness.clock.advance(30_000)
  return { session: proven.session_token, secret: String(made.secret), recovery: String(made.recovery_codes[0]) }
}

/** Creates a valid secret for each endpoint that checks one, with a new user each time to avoid lock-outs. */
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
      const options = Object(await succeed(harness.call('POST', '/webauthn/register/start', page, { session })))
      const made = { public_key_credential: device.create(options.public_key_credential_creation_options) }
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
      const { accountId } = await harness.signIn(email)
      const source = { ...harness, client: { ip: '', prefix: '', userAgent: '' }, requestId: 'request-id-test-x' }
      const context = { ...harness, random: createRandom() }
      const { token } = await createImpersonationToken(context, source, { accountId, actor: 'ops' })
      return { fields: { impersonation_token: token } }
    },
  },
}

/** Fields that accompany a secret but are not secret. */
const publicFields = new Set(['email', 'method_id', 'crypto_wallet_address', 'crypto_wallet_type'])

/** Rejected requests per secret: some secrets become invalid after five wrong attempts. */
const triesEach = 4

/** A placeholder for a value that is known only when the request is sent, so that cases can be replayed. */
const placeholder = (name: string): string => `live-${name}-here`

export interface Presented {
  payload: Buffer
  session: string | undefined
  /** True if it contains the complete proof: a request with less must be rejected. */
  isWhole: boolean
}

/** Valid secrets for one endpoint: without them, every generated request would be rejected early. */
export interface LiveSecrets {
  pool: Pool
  /** A valid request. */
  example: string
  /** Replaces placeholders by secrets; null if the request has none. */
  present(payload: string | Uint8Array): Promise<Presented | null>
  /** The secret was used. */
  spent(): void
}

export function liveSecretsFor(name: EndpointName, harness: FuzzHarness): LiveSecrets | null {
  const preparation = prepared[name]
  if (!preparation) return null
  const placeholders = Object.fromEntries(preparation.names.map((field) => [field, placeholder(field)]))
  const mixed = preparation.names.map((field) => {
    const live = placeholder(field)
    return [field, [live, live, live, ...(harness.pool[field] ?? []).slice(0, 1)]]
  })
  let live: Live | null = null
  let users = 0
  let tries = 0
  return {
    pool: { ...harness.pool, ...Object.fromEntries(mixed) },
    example: JSON.stringify({ ...placeholders, ...preparation.rest }),
    async present(payload) {
      const text = Buffer.from(payload).toString('latin1')
      if (!preparation.names.some((field) => text.includes(placeholder(field)))) return null
      if (live === null || tries >= triesEach) {
        users += 1
        live = await preparation.make(harness, `live-${name.toLowerCase()}-${users}@example.com`)
        tries = 0
        for (const [field, secret] of Object.entries(live.fields))
          if (!publicFields.has(field)) harness.secrets.add(secret)
      }
      tries += 1
      const filled = Object.entries(live.fields).reduce(
        (sent, [field, secret]) => sent.replaceAll(placeholder(field), () => JSON.stringify(secret).slice(1, -1)),
        text,
      )
      // The type of a wallet is one of two and may be right by chance.
      const isWhole = preparation.names.every(
        (field) => field === 'crypto_wallet_type' || text.includes(placeholder(field)),
      )
      return { payload: Buffer.from(filled, 'latin1'), session: live.session, isWhole }
    },
    spent() {
      live = null
    },
  }
}
