import { createTestkit } from '@latchkey/testkit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LoginConfig } from '../../config/login.config.ts'
import type { LoginHarness } from '../../login/login-harness.suite.ts'
import { openLogin } from '../../login/login-harness.suite.ts'
import { ada } from '../../login/login-states.suite.ts'

const harnesses: LoginHarness[] = []
async function open(...given: Parameters<typeof openLogin>): Promise<LoginHarness> {
  const harness = await openLogin(...given)
  harnesses.push(harness)
  harness.start()
  return harness
}
afterEach(async () => {
  for (const { testkit } of harnesses.splice(0)) await testkit.close()
})

const passwords: LoginConfig = { products: ['passwords'] }
const secret = 'mossy lantern tide 42 correct'
const patience = 20_000

/** Types a password, and waits for its verdict. */
async function choose(harness: LoginHarness, password: string): Promise<void> {
  harness.send({ type: 'password_changed', value: password })
  await harness.testkit.clock.advance(500)
  await vi.waitFor(() => {
    const state = harness.state()
    expect('strength' in state && state.strength.status).toBe('known')
  }, patience)
}

/** Signs ada up with a password. */
async function signUp(harness: LoginHarness): Promise<void> {
  harness.submit(ada)
  await harness.reach('password_create_or_login')
  await choose(harness, secret)
  harness.send({ type: 'password_submitted' })
  await harness.reach('password_confirmation')
}

describe('a new password', () => {
  it('is created after user search and strength check, with the session duration [W-PWD-01] [W-PWD-02] [W-PWD-23] [W-CFG-14]', async () => {
    const harness = await open({ ...passwords, sessionOptions: { sessionDurationMinutes: 60 } })
    harness.submit(` ${ada} `)
    const { password } = await harness.reach('password_create_or_login')
    expect(password).toEqual({ email: ada, type: 'new' })
    await choose(harness, secret)
    harness.send({ type: 'password_submitted' })
    await harness.reach('password_confirmation')
    expect(harness.bodies('/users/search')).toEqual([{ email: ada }])
    expect(harness.bodies('/passwords')).toEqual([{ email: ada, password: secret, session_duration_minutes: 60 }])
    expect(harness.events).toEqual([
      { type: 'PASSWORD_CREATE', data: { email: ada } },
      { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
    ])
    expect(harness.testkit.client.user.getSync()?.emails[0]?.email).toBe(ada)
  })

  it('takes every field of the strength response [W-STR-04]', async () => {
    const settings = {
      passwordPolicy: {
        strength: 'luds' as const,
        minimumLength: 8,
        ludsComplexity: 3,
        ludsMinimumCount: 12,
        breachDetectionOnCreate: false,
        breachDetectionOnAuthentication: false,
      },
    }
    const harness = await open(passwords, { testkit: await createTestkit({ settings }) })
    harness.submit(ada)
    await harness.reach('password_create_or_login')
    await choose(harness, 'tidetide1')
    expect(harness.bodies('/passwords/strength_check')).toEqual([{ email: ada, password: 'tidetide1' }])
    const state = harness.state()
    expect('strength' in state && state.strength.verdict).toEqual({
      score: expect.any(Number),
      valid_password: false,
      strength_policy: 'luds',
      breached_password: false,
      feedback: {
        warning: expect.any(String),
        suggestions: expect.any(Array),
        luds_requirements: expect.objectContaining({ missing_characters: 3, missing_complexity: 1 }),
      },
    })
  })

  it('is checked once typing pauses, and only the newest response counts', async () => {
    const harness = await open(passwords)
    harness.submit(ada)
    await harness.reach('password_create_or_login')
    for (const value of ['m', 'mo', secret]) {
      harness.send({ type: 'password_changed', value })
      await harness.testkit.clock.advance(499)
    }
    expect(harness.bodies('/passwords/strength_check')).toEqual([])
    await harness.testkit.clock.advance(1)
    await vi.waitFor(() => expect(harness.bodies('/passwords/strength_check')).toHaveLength(1), patience)
    expect(harness.bodies('/passwords/strength_check')).toEqual([{ email: ada, password: secret }])
  })
})

describe('an existing password', () => {
  it('is sent with the session duration [W-PWD-23] [W-CFG-14]', async () => {
    const first = await open(passwords)
    await signUp(first)
    await first.testkit.client.session.revoke()
    const harness = await open(passwords, { testkit: first.testkit })
    harness.submit(ada)
    const { password } = await harness.reach('password_create_or_login')
    expect(password.type).toBe('password')
    harness.send({ type: 'password_changed', value: 'wrong' })
    harness.send({ type: 'password_submitted' })
    const { failure, typed } = await harness.reach('password_create_or_login')
    expect([failure?.error_type, typed]).toEqual(['unauthorized_credentials', 'wrong'])
    harness.send({ type: 'password_changed', value: secret })
    harness.send({ type: 'password_submitted' })
    await harness.reach('password_confirmation')
    expect(harness.bodies('/passwords/authenticate')).toEqual(
      ['wrong', secret].map((one) => ({ email: ada, password: one, session_duration_minutes: 30 })),
    )
  })

  it('is reset by an email with every option of the configuration [W-PWD-24] [W-CFG-13]', async () => {
    const login = 'https://app.example.com/in'
    const reset = 'https://app.example.com/reset'
    const testkit = await createTestkit({
      settings: { redirectUrls: { login: [login], signup: [], reset_password: [reset], logout: [] } },
    })
    const first = await open(passwords, { testkit })
    await signUp(first)
    await testkit.client.session.revoke()
    const harness = await open(
      {
        products: ['passwords'],
        passwordOptions: {
          loginRedirectURL: login,
          loginExpirationMinutes: 10,
          resetPasswordRedirectURL: reset,
          resetPasswordExpirationMinutes: 20,
        },
      },
      { testkit },
    )
    harness.submit(ada)
    await harness.reach('password_create_or_login')
    harness.send({ type: 'forgot_clicked' })
    expect(await harness.reach('password_forgot')).toMatchObject({ email: ada, resend: 'initial' })
    harness.send({ type: 'resend_clicked' })
    await vi.waitFor(() => expect(harness.successes).toEqual(['email_resent']), patience)
    expect(harness.bodies('/passwords/email/reset/start')).toEqual(
      [1, 2].map(() => ({
        email: ada,
        login_redirect_url: login,
        login_expiration_minutes: 10,
        reset_password_redirect_url: reset,
        reset_password_expiration_minutes: 20,
        code_challenge: expect.any(String),
      })),
    )
    expect(await testkit.follow(testkit.inbox.lastLink(ada))).toContain(reset)
  })

  it('sends the template of its email [W-CFG-13]', async () => {
    const first = await open(passwords)
    await signUp(first)
    await first.testkit.client.session.revoke()
    const harness = await open(
      { products: ['passwords'], passwordOptions: { resetPasswordTemplateId: 'template-1' } },
      { testkit: first.testkit },
    )
    harness.submit(ada)
    await harness.reach('password_create_or_login')
    harness.send({ type: 'forgot_clicked' })
    // The provider decides whether such a template exists.
    await vi.waitFor(
      () =>
        expect(harness.bodies('/passwords/email/reset/start')).toEqual([
          { email: ada, reset_password_template_id: 'template-1', code_challenge: expect.any(String) },
        ]),
      patience,
    )
  })
})
