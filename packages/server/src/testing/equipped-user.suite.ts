import { createAuthenticator, type SoftwareAuthenticator } from '@latchkey/testkit/authenticator'
import { totpCode } from '../products/totps/totp-code.ts'
import type { ProjectRecord } from '../storage/records.ts'
import { type Answer, type Harness, origin } from './harness.ts'

const domain = 'app.example.com'

interface CredentialData {
  secret: string
  recovery_codes: string[]
  public_key_credential_creation_options: string
  public_key_credential_request_options: string
}

const data = (answer: Answer): CredentialData => answer.data as unknown as CredentialData

/** A user with a session and every kind of credential that the database stores. */
export interface EquippedUser {
  project: ProjectRecord
  email: string
  password: string
  token: string
  secret: string
  recoveryCodes: string[]
  device: SoftwareAuthenticator
}

export async function equip(harness: Harness, email = 'ada@example.com'): Promise<EquippedUser> {
  const { project } = harness
  const password = 'a long and unusual sentence of 1815'
  const user = await harness.signIn(email, { minutes: 600 })
  let { token } = user
  const call = async (path: string, body: object): Promise<Answer> => {
    const answer = await harness.call('POST', path, body, { session: token })
    if (answer.outcome !== '200') throw new Error(`${path}: ${answer.text}`)
    if (answer.data.session_token) token = answer.data.session_token
    return answer
  }
  const session_duration_minutes = 600
  await call('/passwords/session/reset', { password, session_duration_minutes })
  const totp = data(await call('/totps', { expiration_minutes: 30 }))
  await call('/totps/authenticate', { totp_code: await codeAt(harness, totp.secret), session_duration_minutes })
  const registration = { domain, user_agent: 'Tests/1.0', return_passkey_credential_options: true }
  const device = createAuthenticator(origin)
  const options = data(await call('/webauthn/register/start', registration)).public_key_credential_creation_options
  await call('/webauthn/register', { public_key_credential: device.create(options) })
  harness.clock.advance(90_000)
  return { project, email, password, token, secret: totp.secret, recoveryCodes: totp.recovery_codes, device }
}

/** The outcome of each credential at another provider, on the same database or a copy of it. */
export async function proveAll(harness: Harness, user: EquippedUser): Promise<Record<string, string>> {
  const { project } = user
  const post = (path: string, body: object, session?: string) =>
    harness.call('POST', path, { ...body, session_duration_minutes: 30 }, { project, session: session ?? null })
  const session = await harness.call('POST', '/sessions/authenticate', {}, { project, session: user.token })
  const password = await post('/passwords/authenticate', { email: user.email, password: user.password })
  const own = password.data?.session_token ?? ''
  const start = await harness.call(
    'POST',
    '/webauthn/authenticate/start/primary',
    { domain, return_passkey_credential_options: true },
    { project },
  )
  const credential = user.device.get(data(start).public_key_credential_request_options)
  const passkey = await post('/webauthn/authenticate', { public_key_credential: credential })
  const totp = await post('/totps/authenticate', { totp_code: await codeAt(harness, user.secret) }, own)
  const recovery = await post(
    '/totps/recover',
    { recovery_code: user.recoveryCodes[0] ?? '' },
    totp.data?.session_token,
  )
  const outcomes = { session, password, passkey, totp, recovery }
  return Object.fromEntries(Object.entries(outcomes).map(([name, { outcome }]) => [name, outcome]))
}

export const allProven = { session: '200', password: '200', passkey: '200', totp: '200', recovery: '200' }

function codeAt(harness: Harness, secret: string): Promise<string> {
  return Promise.resolve(totpCode(secret, Math.floor(harness.clock.now() / 30_000)))
}
