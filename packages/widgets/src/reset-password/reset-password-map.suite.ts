import type { FlowMap } from '../flow/explore.suite.ts'
import { callsIn, keyByRank, mapFlow } from '../flow/explore.suite.ts'
import type { ResetPasswordEvent, ResetPasswordState } from './reset-password.flow.ts'
import { resetPasswordFlow, startResetPassword } from './reset-password.flow.ts'
import { ada, otherDevice, token, transitions, unanswered, verdicts, weak } from './reset-password-transitions.suite.ts'

/** Where the user is, in words. */
export function situationOf(state: ResetPasswordState): string {
  switch (state.screen) {
    case 'password_reset_form':
      return `${state.screen}/${state.status}/${state.strength.status}`
    case 'password_forgot':
      return `${state.screen}/${state.resend}`
    default:
      return 'status' in state ? `${state.screen}/${state.status}` : state.screen
  }
}

function eventsIn(state: ResetPasswordState): ResetPasswordEvent[] {
  return [
    ...['', 'tide', 'tides'].map((value) => ({ type: 'password_changed', value }) as const),
    { type: 'password_submitted' },
    { type: 'check_again_clicked' },
    { type: 'resend_clicked' },
    { type: 'try_again_clicked' },
    { type: 'confirm_clicked' },
    { type: 'new_link_clicked' },
    ...['not an address', ada].map((value) => ({ type: 'email_changed', value }) as const),
    { type: 'email_submitted' },
    { type: 'back_clicked' },
    ...[state.calls - 1, ...callsIn(state), state.calls + 1].flatMap((call): ResetPasswordEvent[] => [
      { type: 'token_accepted', call },
      { type: 'token_unconfirmed', call, account: 'ada@example.com' },
      ...[unanswered, otherDevice, weak].map((failure) => ({ type: 'token_refused', call, failure }) as const),
      { type: 'strength_due', call, at: 0 },
      ...verdicts.map((verdict) => ({ type: 'strength_known', call, verdict }) as const),
      { type: 'strength_not_known', call, failure: unanswered },
      { type: 'reset_email_sent', call, email: ada },
      { type: 'reset_email_refused', call, failure: unanswered },
    ]),
  ]
}

/** Compares the reachable transitions of the reset-password flow with the tested ones. */
export function mapResetPassword(): FlowMap {
  const landings = [
    { token, isLogin: false },
    { token, isLogin: true },
    { token: null, isLogin: false },
    { token: null, isLogin: false, errorType: 'unable_to_auth_magic_link' },
  ]
  const goals = ['password_reset_verify_confirmation/success', 'logged_in/success', 'password_forgot/initial']
  return mapFlow(
    resetPasswordFlow,
    landings.flatMap((landing) => ['', ada].map((email) => startResetPassword(landing, email).state)),
    { eventsIn, keyOf: (state) => keyByRank(state), situationOf },
    transitions,
    goals,
  )
}
