import { createHash } from 'node:crypto'
import type { BootstrapResponse } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { clientInternals } from '../../context/client-internals.ts'
import type { Client } from '../../create-client.ts'
import { createTestSetup, fail, makeAuth, makeBootstrap, publicToken, rejection } from '../../test-setup.suite.ts'

const email = 'a@example.com'
const password = 'correct horse battery staple'
const minutes = { session_duration_minutes: 30 }
const resetStart = '/passwords/email/reset/start'
const reset = '/passwords/email/reset'

function createHarness(settings: Partial<BootstrapResponse> = {}) {
  const setup = createTestSetup()
  setup.script.on(`/projects/bootstrap/${publicToken}`, { data: makeBootstrap(settings) })
  for (const path of ['', '/authenticate', '/email/reset', '/existing_password/reset', '/session/reset']) {
    setup.script.on(`/passwords${path}`, { data: makeAuth('s1') })
  }
  setup.script.on(resetStart, { data: {} })
  const { client } = setup.open()
  const { pkce } = clientInternals(client)
  const bodies = (path: string): unknown[] => setup.script.to(path).map(({ body }) => body)
  return { setup, client, pkce, bodies }
}

const withPkce = { pkce_required_for_password_resets: true }

describe('passwords', () => {
  it('signs up with a password [C-CALL-56]', async () => {
    const { client, bodies } = createHarness()
    const data = await client.passwords.create({ email, password, ...minutes })
    expect(bodies('/passwords')).toEqual([{ email, password, ...minutes }])
    expect([data.session_token, client.session.getSync()?.session_id]).toEqual(['token-s1', 'session-test-s1'])
  })

  it('signs in with a password [C-CALL-57]', async () => {
    const { client, bodies } = createHarness()
    await client.passwords.authenticate({ email, password, ...minutes })
    expect(bodies('/passwords/authenticate')).toEqual([{ email, password, ...minutes }])
    expect(client.session.getTokens()).toEqual({ session_token: 'token-s1', session_jwt: 'jwt-s1' })
  })

  it('replaces a password with the current one [C-CALL-61]', async () => {
    const { client, bodies } = createHarness()
    const given = { email, existing_password: 'old', new_password: 'new' }
    await client.passwords.resetByExistingPassword(given)
    await client.passwords.resetByExistingPassword({ ...given, ...minutes })
    expect(bodies('/passwords/existing_password/reset')).toEqual([given, { ...given, ...minutes }])
    expect(client.session.getSync()).not.toBeNull()
  })

  it('replaces a password with a session [C-CALL-62]', async () => {
    const { client, bodies } = createHarness()
    await client.passwords.resetBySession({ password })
    await client.passwords.resetBySession({ password, ...minutes })
    expect(bodies('/passwords/session/reset')).toEqual([{ password }, { password, ...minutes }])
  })

  it('lets the provider alone check the strength of a password [C-CALL-63] [C-VAL-35]', async () => {
    const { client, setup, bodies } = createHarness({ password_config: { luds_complexity: 4, luds_minimum_count: 99 } })
    const verdict = { valid_password: false, score: 0, strength_policy: 'luds' }
    setup.script.on('/passwords/strength_check', { data: verdict })
    expect(await client.passwords.strengthCheck({ password: '' })).toMatchObject(verdict)
    await client.passwords.strengthCheck({ password: 'a', email })
    expect(bodies('/passwords/strength_check')).toEqual([{ password: '' }, { password: 'a', email }])
    await client.passwords.create({ email, password: '', ...minutes })
    expect(bodies('/passwords')).toEqual([{ email, password: '', ...minutes }])
  })
})

describe('a reset by email', () => {
  const options = {
    login_redirect_url: 'https://app.example.com/in',
    login_expiration_minutes: 60,
    reset_password_redirect_url: 'https://app.example.com/reset',
    reset_password_expiration_minutes: 15,
    reset_password_template_id: 'template-1',
    locale: 'pt-br',
  }

  it('starts with all its options and a new challenge [C-CALL-58] [C-CALL-59] [C-PKCE-05]', async () => {
    const { client, pkce, bodies } = createHarness(withPkce)
    await client.passwords.resetByEmailStart({ email, ...options })
    const pair = pkce.find('password_resets')
    expect(bodies(resetStart)).toEqual([{ email, ...options, code_challenge: pair?.code_challenge }])
    expect(pair?.code_challenge).toBe(
      createHash('sha256')
        .update(pair?.code_verifier ?? '')
        .digest('base64url'),
    )
  })

  it('only identifies the browser if the project does not require PKCE [C-PKCE-08]', async () => {
    const { client, pkce, bodies } = createHarness()
    await client.passwords.resetByEmailStart({ email })
    const browser_challenge = pkce.find('password_resets')?.code_challenge
    expect(bodies(resetStart)).toEqual([{ email, browser_challenge }])
  })

  it('keeps its pair as long as the longer of both links is valid', async () => {
    const { client, pkce, setup } = createHarness(withPkce)
    await client.passwords.resetByEmailStart({ email, ...options })
    setup.clock.tick(59 * 60_000)
    expect(pkce.find('password_resets')).toBeDefined()
    setup.clock.tick(60_000)
    expect(pkce.find('password_resets')).toBeUndefined()
  })

  it('completes with the verifier and clears the pair [C-CALL-60] [C-PKCE-11]', async () => {
    const { client, pkce, bodies } = createHarness(withPkce)
    await client.passwords.resetByEmailStart({ email })
    const code_verifier = pkce.find('password_resets')?.code_verifier
    await client.passwords.resetByEmail({ token: 'token-1', password, ...minutes })
    expect(bodies(reset)).toEqual([{ token: 'token-1', password, ...minutes, code_verifier }])
    expect([pkce.find('password_resets'), client.session.getSync()?.session_id]).toEqual([undefined, 'session-test-s1'])
  })

  it('completes without a verifier if there is no pair', async () => {
    const { client, bodies } = createHarness(withPkce)
    await client.passwords.resetByEmail({ token: 'token-1', password, ...minutes })
    expect(bodies(reset)).toEqual([{ token: 'token-1', password, ...minutes }])
  })

  it('keeps the pair of a failed reset, and does not retry with that of a magic link [C-PKCE-12]', async () => {
    const { client, pkce, setup, bodies } = createHarness(withPkce)
    await client.passwords.resetByEmailStart({ email })
    await pkce.create('magic_links', 30)
    setup.script.on(reset, fail('pkce_mismatch'))
    const error = await rejection(client.passwords.resetByEmail({ token: 'token-1', password, ...minutes }))
    expect(error).toMatchObject({ error_type: 'pkce_mismatch' })
    // The second request has no verifier, because the reset may have started in a browser without a pair.
    expect(bodies(reset).map((body) => 'code_verifier' in Object(body))).toEqual([true, false])
    expect(pkce.find('password_resets')).toBeDefined()
  })
})

describe('the arguments of passwords', () => {
  type Call = keyof Client['passwords']
  const numbers = { email: 1, password: 1, token: 1, existing_password: 1, new_password: 1, ...minutes }
  const strings = { email, password, token: 't', existing_password: 'a', new_password: 'b', ...minutes }
  const rows: [Call, string][] = [
    ['create', 'email password session_duration_minutes'],
    ['authenticate', 'email password session_duration_minutes'],
    ['resetByEmailStart', 'email'],
    ['resetByEmail', 'token password session_duration_minutes'],
    ['resetByExistingPassword', 'email existing_password new_password'],
    ['resetBySession', 'password'],
    ['strengthCheck', 'password'],
  ]

  it.each(rows)(
    'checks the arguments of %s before a request [C-VAL-07] [C-VAL-29] [C-VAL-30] [C-VAL-31] [C-VAL-32]',
    async (name, fields) => {
      const { client, setup } = createHarness()
      await client.bootstrap.get()
      const before = setup.script.sent.length
      const call = client.passwords[name] as (options: unknown) => Promise<unknown>
      for (const field of fields.split(' ')) {
        const isNumber = field === 'session_duration_minutes'
        for (const wrong of [isNumber ? '30' : numbers[field as 'email'], undefined, null]) {
          expect((await rejection(call({ ...strings, [field]: wrong }))).message).toBe(
            `Invalid call to passwords.${name}\n${field} must be a ${isNumber ? 'number' : 'string'}`,
          )
        }
      }
      expect((await rejection(call(undefined))).message).toContain(`Invalid call to passwords.${name}\n`)
      expect(setup.script.sent.length).toBe(before)
    },
  )
})
