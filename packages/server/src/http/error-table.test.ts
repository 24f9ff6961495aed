import { errorDocsPath, errorTable, type KnownErrorType } from '@latchkey/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, createOAuthHarness } from '../products/oauth/oauth.suite.ts'
import { defaultPasswordPolicy } from '../projects/default-settings.ts'
import type { Storage } from '../storage/storage.ts'
import { casesOn } from '../storage/testing/engine-cases.ts'
import {
  type Answer,
  createHarness,
  engines,
  type Harness,
  type HarnessOptions,
  openTestStorage,
  tokenOf,
} from '../testing/harness.ts'

const S = { session_duration_minutes: 30 }
const email = 'ada@example.com'
const password = 'violet-Otter.quilt-81'
const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { sends_per_address: generous, sends_per_ip: generous }

type Open = (options?: HarnessOptions) => Promise<Harness>

const post = (harness: Harness, path: string, body: object = {}, session?: string) =>
  harness.call('POST', path, body, session === undefined ? {} : { session })

const sms = (harness: Harness, phone_number: string) => post(harness, '/otps/sms/login_or_create', { phone_number })

/**
 * Every error type that a server can raise, and the request that makes a running provider raise it. The two about
 * members belong to the business provider.
 */
const catalogue = {
  invalid_email: async (open) => post(await open(), '/users/search', { email: 'no address' }),
  invalid_phone_number: async (open) => sms(await open(), '0151 234'),
  invalid_phone_number_country_code: async (open) => sms(await open(), '+999123456'),
  async unsubscribed_phone_number(open) {
    const hooks = { secret: 'a-long-enough-hook-secret' }
    const harness = await open({ config: { hooks } })
    const request = new Request(`https://auth.example.com/v1/hooks/messages?secret=${hooks.secret}`, {
      method: 'POST',
      body: JSON.stringify({ from: '+12025550111', text: 'STOP' }),
    })
    await harness.fetch(request)
    return sms(harness, '+12025550111')
  },
  async inactive_email(open) {
    const hooks = { secret: 'a-long-enough-hook-secret' }
    const harness = await open({ config: { hooks } })
    const request = new Request(`https://auth.example.com/v1/hooks/mail?secret=${hooks.secret}`, {
      method: 'POST',
      body: JSON.stringify({ email: 'gone@example.com', type: 'bounced' }),
    })
    await harness.fetch(request)
    return post(harness, '/magic_links/email/login_or_create', { email: 'gone@example.com' })
  },
  async unauthorized_credentials(open) {
    const harness = await open()
    await post(harness, '/passwords', { email, password, ...S })
    return post(harness, '/passwords/authenticate', { email, password: 'wrong', ...S })
  },
  user_unauthenticated: async (open) => (await open()).call('GET', '/users/me'),
  email_not_found: async (open) => post(await open(), '/otps/email/send/primary', { email }),
  async unable_to_auth_magic_link(open) {
    const harness = await open()
    await post(harness, '/magic_links/email/login_or_create', { email })
    const link = { token: tokenOf(await harness.lastMessage(email)), ...S }
    await post(harness, '/magic_links/authenticate', link)
    return post(harness, '/magic_links/authenticate', link)
  },
  async no_user_password(open) {
    const harness = await open()
    await harness.signIn(email)
    return post(harness, '/passwords/authenticate', { email, password, ...S })
  },
  breached_password: async (open) => post(await open(), '/passwords', { email, password: 'iloveyou', ...S }),
  async reset_password(open) {
    const harness = await open()
    await post(harness, '/passwords', { email, password, ...S })
    await harness.signIn(email)
    return post(harness, '/passwords/authenticate', { email, password, ...S })
  },
  async invalid_code(open) {
    const harness = await open()
    const { data } = await post(harness, '/otps/email/login_or_create', { email })
    return post(harness, '/otps/authenticate', { token: 'abc', method_id: data.method_id, ...S })
  },
  async user_lock_limit_reached(open) {
    const harness = await open()
    await post(harness, '/passwords', { email, password, ...S })
    const wrong = () => post(harness, '/passwords/authenticate', { email, password: 'wrong', ...S })
    for (let count = 0; count < 10; count += 1) await wrong()
    return wrong()
  },
  async otp_code_not_found(open) {
    const harness = await open()
    const { data } = await post(harness, '/otps/email/login_or_create', { email })
    const [code] = (await harness.lastMessage(email)).codes
    const token = code === '000000' ? '000001' : '000000'
    return post(harness, '/otps/authenticate', { token, method_id: data.method_id, ...S })
  },
  async webauthn_registration_not_found(open) {
    const harness = await open()
    const { token } = await harness.signIn(email)
    return harness.call('PUT', '/webauthn/update/webauthn-registration-test-x', { name: 'x' }, { session: token })
  },
  oauth_token_not_found: async (open) => post(await open(), '/oauth/authenticate', { token: 'x', ...S }),
  async oauth_flow_callback_error(_, storage) {
    const harness = await createOAuthHarness(storage)
    const { location } = await begin(harness, 'google')
    const callback = new URL(location).searchParams.get('redirect_uri')
    return harness.fetch(new Request(`${callback}?state=x&code=x`, { headers: { accept: 'application/json' } }))
  },
  async unauthorized_action(open) {
    const harness = await open({ settings: { dfp: { enabled: true, mode: 'DECISIONING' } } })
    return post(harness, '/users/search', { email, dfp_telemetry_id: 'telemetry-id-test-always-block' })
  },
  async invalid_session_token(open) {
    const { publicKey, privateKey } = await generateKeyPair('ES256')
    const keys = { jwks: { keys: [JSON.parse(JSON.stringify(await exportJWK(publicKey)))] } }
    const profile = {
      id: 'p',
      issuer: 'https://i.example',
      audience: 'a',
      keys,
      trustsEmail: false,
      createsUsers: true,
    }
    const harness = await open({ settings: { attestationProfiles: [profile] } })
    const token = await new SignJWT({ jti: '1', sub: 'x', iss: profile.issuer, aud: 'a' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuedAt(Math.floor(harness.clock.now() / 1_000))
      .setExpirationTime(Math.floor(harness.clock.now() / 1_000) + 60)
      .sign(privateKey)
    return post(harness, '/sessions/attest', { profile_id: 'p', token, session_token: 'gone' })
  },
  async session_not_found(open) {
    const harness = await open()
    const { token } = await harness.signIn(email)
    await post(harness, '/sessions/revoke', {}, token)
    return post(harness, '/sessions/authenticate', {}, token)
  },
  async invalid_secret_authentication(open) {
    const harness = await open()
    const authorization = `Basic ${Buffer.from(`${harness.project.id}:secret-test-x`).toString('base64')}`
    return harness.call('GET', '/v1/users', undefined, { origin: null, headers: { authorization } })
  },
} satisfies Partial<Record<KnownErrorType, (open: Open, storage: Storage) => Promise<Answer>>>

/** All error types of the specification, with its four unrecoverable types. */
const specified = [
  ...['invalid_email', 'invalid_phone_number', 'unsubscribed_phone_number', 'inactive_email'],
  ...['unauthorized_credentials', 'user_unauthenticated', 'email_not_found', 'unable_to_auth_magic_link'],
  ...['no_user_password', 'breached_password', 'reset_password', 'invalid_code', 'user_lock_limit_reached'],
  ...['otp_code_not_found', 'webauthn_registration_not_found', 'oauth_token_not_found', 'member_password_not_found'],
  ...['oauth_flow_callback_error', 'unauthorized_action', 'invalid_session_token', 'session_not_found'],
  ...['invalid_phone_number_country_code', 'duplicate_member_phone_number', 'invalid_secret_authentication'],
]
const aboutMembers = ['member_password_not_found', 'duplicate_member_phone_number']

it('serves a page for every error type at the address in its error_url', async () => {
  const storage = await openTestStorage('sqlite')
  const harness = await createHarness(storage)
  const { json } = await harness.call('POST', '/users/search', {}, { headers: { authorization: 'x' } })
  expect(json.error_url).toBe('https://auth.example.com/docs/errors/invalid_authorization_header')
  for (const [type, { message }] of Object.entries(errorTable)) {
    const page = await harness.fetch(new Request(json.error_url.replace('invalid_authorization_header', type)))
    expect([type, page.status, page.headers.get('content-type')]).toEqual([type, 200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (const part of [type, '<h2>Cause</h2>', '<h2>Fix</h2>', message.split(/['’]/)[0] ?? ''])
      expect(page.text).toContain(part)
  }
  const { text } = await harness.fetch(new Request('https://auth.example.com/docs/errors/unauthorized_origin'))
  expect(text).toContain('Run <code>latchkey</code> as <code>npx latchkey</code> in your project')
  const all = await harness.fetch(new Request('https://auth.example.com/docs/errors'))
  const links = [...all.text.matchAll(/href="\/docs\/errors\/(\w+)"/g)].map(([, type]) => type)
  expect(links).toEqual(Object.keys(errorTable))
  for (const name of ['%3Cscript%3E', '__proto__', 'constructor', 'toString']) {
    const unknown = await harness.fetch(new Request(`https://auth.example.com/docs/errors/${name}`))
    expect([unknown.outcome, unknown.text.includes('<script>')]).toEqual(['endpoint_not_found', false])
  }
  await storage.close()
})

it('covers every error type of the specification that is not about members', () => {
  expect(Object.keys(catalogue).sort()).toEqual(specified.filter((type) => !aboutMembers.includes(type)).sort())
})

describe.each(engines)('a running provider on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const passwordPolicy = { ...defaultPasswordPolicy, strength: 'luds' as const, ludsComplexity: 1 }
  const open: Open = ({ settings, ...options } = {}) =>
    createHarness(storage, { ...options, settings: { limits, passwordPolicy, ...settings } })

  it.each(casesOn(engine, Object.entries(catalogue)))(
    'responds to %s with the status and the body of the table',
    async (type, raise) => {
      const { status, headers, json } = await raise(open, storage)
      const known = errorTable[type as KnownErrorType]
      expect([status, json]).toEqual([
        known.status,
        {
          status_code: known.status,
          request_id: headers.get('x-request-id'),
          error_type: type,
          error_message: known.message,
          error_url: `https://auth.example.com${errorDocsPath}/${type}`,
        },
      ])
    },
  )

  it('requires a captcha with the text that clients look for', async () => {
    const harness = await open({ settings: { captcha: { enabled: true, siteKey: 's', secretSealed: '' } } })
    const { status, text, headers } = await post(harness, '/users/search', { email })
    expect([status, text, headers.get('content-type')]).toEqual([403, 'Captcha required', 'text/plain; charset=utf-8'])
  })
})
