import type { Client } from '@latchkey/client'
import { failureOf } from '../../flow/failure.ts'
import type { LoginPlan } from '../../login/login.config.ts'
import type { LoginRunners } from '../../login/login-method.ts'
import type { PasswordOutcome, SearchUser, SendPassword, SendResetEmail } from './passwords.flow.ts'
import type { CheckStrength, StrengthEvent } from './strength.flow.ts'

/** What password calls need, of whichever widget. */
export interface PasswordDeps {
  readonly client: Pick<Client, 'passwords' | 'user'>
  readonly plan: Pick<LoginPlan, 'passwords' | 'passwordless' | 'sessionDurationMinutes'>
  /** Tells the host page of a call that did not work. */
  readonly report: (error: unknown) => void
}

type Outcome = PasswordOutcome | StrengthEvent

/** Answers with one event, and never rejects. */
async function answer(
  { report }: Pick<PasswordDeps, 'report'>,
  send: (outcome: Outcome) => void,
  call: () => Promise<Outcome>,
  refused: (failure: ReturnType<typeof failureOf>) => Outcome,
): Promise<void> {
  let outcome: Outcome
  try {
    outcome = await call()
  } catch (error) {
    report(error)
    outcome = refused(failureOf(error))
  }
  send(outcome)
}

function searchUser({ call, email }: SearchUser, deps: PasswordDeps, send: (outcome: Outcome) => void): Promise<void> {
  const { client, plan } = deps
  return answer(
    deps,
    send,
    async () => {
      const { userType } = await client.user.search(email)
      return { type: 'user_found', call, email, userType, passwordless: plan.passwordless }
    },
    (failure) => ({ type: 'user_search_refused', call, failure }),
  )
}

function sendPassword(effect: SendPassword, deps: PasswordDeps, send: (outcome: Outcome) => void): Promise<void> {
  const { call, email, password } = effect
  const { client, plan } = deps
  return answer(
    deps,
    send,
    async () => {
      const method = effect.type === 'create_password' ? 'create' : 'authenticate'
      await client.passwords[method]({ email, password, session_duration_minutes: plan.sessionDurationMinutes })
      return { type: 'password_accepted', call }
    },
    (failure) => ({ type: 'password_refused', call, failure }),
  )
}

export function sendResetEmail(
  { call, email }: SendResetEmail,
  deps: Pick<PasswordDeps, 'report'> & {
    readonly client: Pick<Client, 'passwords'>
    readonly plan: Pick<LoginPlan, 'passwords'>
  },
  send: (outcome: Outcome) => void,
): Promise<void> {
  const { passwords: options } = deps.plan
  return answer(
    deps,
    send,
    async () => {
      await deps.client.passwords.resetByEmailStart({
        email,
        login_redirect_url: options.loginRedirectURL,
        login_expiration_minutes: options.loginExpirationMinutes,
        reset_password_redirect_url: options.resetPasswordRedirectURL,
        reset_password_expiration_minutes: options.resetPasswordExpirationMinutes,
        reset_password_template_id: options.resetPasswordTemplateId,
      })
      return { type: 'reset_email_sent', call, email }
    },
    (failure) => ({ type: 'reset_email_refused', call, failure }),
  )
}

export function checkStrength(
  { call, email, password }: CheckStrength,
  deps: Pick<PasswordDeps, 'report'> & { readonly client: Pick<Client, 'passwords'> },
  send: (outcome: Outcome) => void,
): Promise<void> {
  return answer(
    deps,
    send,
    async () => {
      const { score, feedback, valid_password, strength_policy, breached_password } =
        await deps.client.passwords.strengthCheck({ email, password })
      return {
        type: 'strength_known',
        call,
        verdict: { score, feedback, valid_password, strength_policy, breached_password },
      }
    },
    (failure) => ({ type: 'strength_not_known', call, failure }),
  )
}

export const passwordRunners: LoginRunners = {
  search_user: searchUser,
  create_password: sendPassword,
  authenticate_password: sendPassword,
  send_reset_email: sendResetEmail,
  check_strength: checkStrength,
}
