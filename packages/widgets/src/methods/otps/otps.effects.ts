import type { Client } from '@latchkey/client'
import type { Clock } from '@latchkey/client/internal'
import { otpExpirationMinutes } from '@latchkey/contract'
import type { LoginPlan } from '../../config/login.config.ts'
import type { LoginRunners, MethodDeps } from '../../login/login-method.ts'
import { runCall } from '../../widget/run-call.ts'
import type { CheckPasscode, OtpOutcome, SendPasscode } from './otps.flow.ts'

export interface OtpDeps {
  readonly client: Pick<Client, 'otps'>
  readonly plan: Pick<LoginPlan, 'otp' | 'sessionDurationMinutes'>
  readonly clock: Pick<Clock, 'now'>
  /** Reports a failed call to the host page. */
  readonly reportError: (error: unknown) => void
  readonly locale: MethodDeps['locale']
}

export function runOtpEffect(
  effect: SendPasscode | CheckPasscode,
  deps: OtpDeps,
  send: (outcome: OtpOutcome) => void,
): Promise<void> {
  const { call } = effect
  const { reportError } = deps
  return effect.type === 'send_passcode'
    ? runCall({ reportError, send, call, refused: 'passcode_not_sent' }, () => sendPasscode(effect, deps))
    : runCall({ reportError, send, call, refused: 'code_refused' }, () => checkPasscode(effect, deps))
}

async function sendPasscode(
  { call, channel, to }: SendPasscode,
  { client, plan, clock, locale }: OtpDeps,
): Promise<OtpOutcome> {
  const minutes = plan.otp.expirationMinutes ?? otpExpirationMinutes
  const templates = { login_template_id: plan.otp.loginTemplateId, signup_template_id: plan.otp.signupTemplateId }
  const { method_id } = await client.otps[channel].loginOrCreate(to, {
    expiration_minutes: minutes,
    locale: locale(),
    // Templates are for email only.
    ...(channel === 'email' ? templates : {}),
  })
  const at = clock.now()
  return { type: 'passcode_sent', call, channel, to, methodId: method_id, at, expiresAt: at + minutes * 60_000 }
}

async function checkPasscode({ call, code, methodId }: CheckPasscode, { client, plan }: OtpDeps): Promise<OtpOutcome> {
  await client.otps.authenticate(code, methodId, { session_duration_minutes: plan.sessionDurationMinutes })
  return { type: 'code_accepted', call, methodId }
}

export const otpRunners: LoginRunners = {
  send_passcode: runOtpEffect,
  check_passcode(effect, deps, settle) {
    deps.beginSignIn()
    return runOtpEffect(effect, deps, settle)
  },
}
