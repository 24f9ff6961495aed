import type { Client } from '@latchkey/client'
import type { PasswordsStrengthCheckRequest } from '@latchkey/contract'
import type { LoginPlan } from '../../config/login.config.ts'
import type { LoginRunners, MethodDeps } from '../../login/login-method.ts'
import { runCall } from '../../widget/run-call.ts'
import type { PasswordOutcome, SearchUser, SendPassword, SendResetEmail } from './passwords.flow.ts'
import { recallResetEmail, rememberResetEmail } from './reset-email.ts'
import type { CheckStrength, StrengthEvent, Verdict } from './strength.flow.ts'

/** The dependencies of password calls, for all widgets. */
export interface PasswordDeps {
  readonly client: Client
  readonly plan: Pick<LoginPlan, 'passwords' | 'passwordless' | 'sessionDurationMinutes'>
  /** Passes a failed call to the host page. */
  readonly reportError: (error: unknown) => void
  readonly locale: MethodDeps['locale']
}

type Outcome = PasswordOutcome | StrengthEvent

function searchUser({ call, email }: SearchUser, deps: PasswordDeps, send: (outcome: Outcome) => void): Promise<void> {
  const { client, plan, reportError } = deps
  return runCall<Outcome>({ reportError, send, call, refused: 'user_search_refused' }, async () => {
    const { userType } = await client.user.search(email)
    return { type: 'user_found', call, email, userType, passwordless: plan.passwordless }
  })
}

function sendPassword(effect: SendPassword, deps: PasswordDeps, send: (outcome: Outcome) => void): Promise<void> {
  const { call, email, password } = effect
  const { client, plan, reportError } = deps
  return runCall<Outcome>({ reportError, send, call, refused: 'password_refused' }, async () => {
    const method = effect.type === 'create_password' ? 'create' : 'authenticate'
    await client.passwords[method]({ email, password, session_duration_minutes: plan.sessionDurationMinutes })
    return { type: 'password_accepted', call }
  })
}

export function sendResetEmail(
  { call, email }: SendResetEmail,
  {
    client,
    plan: { passwords: options },
    reportError,
    locale,
  }: Pick<PasswordDeps, 'client' | 'reportError' | 'locale'> & { readonly plan: Pick<LoginPlan, 'passwords'> },
  send: (outcome: Outcome) => void,
): Promise<void> {
  return runCall<Outcome>({ reportError, send, call, refused: 'reset_email_refused' }, async () => {
    const before = recallResetEmail(client)
    await client.passwords.resetByEmailStart({
      email,
      login_redirect_url: options.loginRedirectURL,
      login_expiration_minutes: options.loginExpirationMinutes,
      reset_password_redirect_url: options.resetPasswordRedirectURL,
      reset_password_expiration_minutes: options.resetPasswordExpirationMinutes,
      reset_password_template_id: options.resetPasswordTemplateId,
      locale: locale(),
    })
    rememberResetEmail(client, email, before)
    return { type: 'reset_email_sent', call, email }
  })
}

export function checkStrength(
  { call, email, password }: CheckStrength,
  {
    strengthCheck,
    reportError,
  }: Pick<PasswordDeps, 'reportError'> & {
    readonly strengthCheck: (options: PasswordsStrengthCheckRequest) => Promise<Verdict>
  },
  send: (outcome: Outcome) => void,
): Promise<void> {
  return runCall<Outcome>({ reportError, send, call, refused: 'strength_not_known' }, async () => {
    const { score, feedback, valid_password, strength_policy, breached_password } = await strengthCheck({
      email,
      password,
    })
    const verdict = { score, feedback, valid_password, strength_policy, breached_password }
    return { type: 'strength_known', call, verdict }
  })
}

function signIn(effect: SendPassword, deps: MethodDeps, settle: (outcome: Outcome) => void): Promise<void> {
  deps.beginSignIn()
  return sendPassword(effect, deps, settle)
}

export const passwordRunners: LoginRunners = {
  search_user: searchUser,
  create_password: signIn,
  authenticate_password: signIn,
  send_reset_email: sendResetEmail,
  check_strength: (effect, { client, reportError }, settle) =>
    checkStrength(effect, { strengthCheck: client.passwords.strengthCheck, reportError }, settle),
}
