import { describe, expect, it } from 'vitest'
import { ada, main } from '../login-states.suite.ts'
import { loginFlow } from '../whole-login.ts'
import { landingFailed, startLanding } from './landing.flow.ts'
import { fallbackOf } from './landing.method.ts'
import { failedLanding, landing } from './landing-transitions.suite.ts'

const { form } = main()
const failure = (error_type?: string) => ({ name: 'ApiError', error_type, error_message: '' }) as const

describe('a landing that failed', () => {
  it.each([
    ['unable_to_auth_magic_link', 'expired'],
    ['pkce_mismatch', 'other_browser'],
    ['pkce_required', 'other_browser'],
    ['oauth_access_denied', 'canceled'],
    ['oauth_flow_callback_error', 'failed'],
    ['user_lock_limit_reached', 'failed'],
  ])('with %s is shown as %s', (type, problem) => {
    expect(landingFailed(startLanding(null, 1), failure(type)).problem).toBe(problem)
  })

  it('offers to redeem the same token again without a response, whatever else could be offered', () => {
    const { remedy } = landingFailed(startLanding({ type: 'start_oauth', provider: 'google' }, 1), failure())
    expect(remedy).toEqual({ type: 'authenticate_landing' })
  })

  it('goes to the provider again from Main', () => {
    const state = failedLanding({ type: 'start_oauth', provider: 'github' })
    expect(loginFlow(state, { type: 'landing_retried' })).toEqual({
      state: main({ form, status: 'sending', pressed: 'github', calls: 6 }),
      effects: [{ type: 'start_oauth', call: 6, provider: 'github' }],
    })
  })

  it('sends a new link with the form that such links belong to', () => {
    const state = failedLanding({ type: 'send_reset_email', email: 'bob@example.com', tab: 'email_password' })
    expect(loginFlow(state, { type: 'landing_retried' })).toEqual({
      state: main({
        ...{ form: { ...form, email: 'bob@example.com', tab: 'email_password' }, status: 'sending', calls: 6 },
      }),
      effects: [{ type: 'send_reset_email', call: 6, email: 'bob@example.com' }],
    })
  })

  it('ignores another try without a remedy', () => {
    const state = failedLanding(null)
    expect(loginFlow(state, { type: 'landing_retried' })).toEqual({ state, effects: [] })
  })
})

it('ignores the response to an earlier call', () => {
  const state = landing()
  for (const type of ['landing_accepted', 'landing_absent', 'landing_refused'] as const) {
    expect(loginFlow(state, { type, call: 3, failure: failure() }).state).toBe(state)
  }
})

describe('the fallback of a landing', () => {
  const plan = { tabs: ['sms', 'email_magic_link'], passwordless: 'magic_link', oauth: { providers: [] } } as const
  const pending = { method: 'email_magic_link', email: ada }

  it('is a new link to the address that the last one went to', () => {
    expect(fallbackOf('magic_links', plan, pending)).toEqual({
      ...{ type: 'send_magic_link', email: ada, tab: 'email_magic_link' },
    })
  })

  it('is another message for a password if that is how the link was sent', () => {
    const passwords = { ...plan, tabs: ['email_password'], passwordless: 'reset_email' } as const
    expect(fallbackOf('login', passwords, pending)).toEqual({
      ...{ type: 'send_reset_email', email: ada, tab: 'email_password' },
    })
  })

  it('is the provider that the user was sent to', () => {
    const oauth = { providers: [{ type: 'google' }, { type: 'github' }] } as const
    expect(fallbackOf('oauth', { ...plan, oauth }, { method: 'github' })).toEqual({
      ...{ type: 'start_oauth', provider: 'github' },
    })
  })

  it.each([
    ['nothing is remembered', 'magic_links', plan, null],
    ['such links are not configured', 'magic_links', { ...plan, passwordless: 'reset_email' } as const, pending],
    ['there is no email form', 'magic_links', { ...plan, tabs: ['sms'] } as const, pending],
    ['passwords are not configured', 'login', plan, pending],
    ['the provider is not configured', 'oauth', plan, { method: 'google' }],
    ['the token is for impersonation', 'impersonation', plan, pending],
  ])('is nothing if %s', (_, tokenType, given, remembered) => {
    expect(fallbackOf(tokenType, given, remembered)).toBeNull()
  })
})
