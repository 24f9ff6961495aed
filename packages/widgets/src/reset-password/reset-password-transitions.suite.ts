import type { CreateTransition, FlowTransition } from '../flow/explore.suite.ts'
import { createTransition } from '../flow/explore.suite.ts'
import { bad, good } from '../methods/passwords/passwords-states.suite.ts'
import type { Strength } from '../methods/passwords/strength.flow.ts'
import type {
  AskForEmail,
  ResetError,
  ResetForm,
  ResetMail,
  ResetPasswordEffect,
  ResetPasswordEvent,
  ResetPasswordState,
  TokenLogin,
} from './reset-password.flow.ts'

export type Transition = FlowTransition<ResetPasswordState, ResetPasswordEvent, ResetPasswordEffect>
const transition: CreateTransition<ResetPasswordState, ResetPasswordEvent, ResetPasswordEffect> = createTransition

export const ada = 'ada@example.com'
export const token = 'token-1'
export const unanswered = { name: 'UnreachableError', error_message: 'Unable to contact our servers.' } as const
export const otherDevice = { name: 'ApiError', error_type: 'pkce_mismatch', error_message: 'Elsewhere.' } as const
export const weak = { name: 'ApiError', error_type: 'weak_password', error_message: 'Weak.' } as const
export const verdicts = [good, bad]

/** The form in each state of the password check, which is call 2. */
export function resetForm(status: Strength['status'], change: Partial<ResetForm> = {}): ResetForm {
  return {
    screen: 'password_reset_form',
    token,
    email: ada,
    typed: 'tide',
    strength: { status, verdict: status === 'known' ? good : null, call: 2 },
    status: 'editing',
    failure: null,
    calls: 2,
    sendCall: 0,
    ...change,
  }
}

export const loggingIn: TokenLogin = {
  screen: 'logged_in',
  token,
  email: ada,
  status: 'verifying',
  account: '',
  calls: 1,
}
export const noToken: ResetError = { screen: 'error', token: null, email: '', failure: null, calls: 1 }
const flowComplete = { type: 'emit', event: { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} } } as const
const mailedEffects = [
  { type: 'log', name: 'email_sent', details: { email: ada, type: 'password_reset' } },
  { type: 'emit', event: { type: 'PASSWORD_RESET_BY_EMAIL_START', data: { email: ada } } },
] as const

/** All expected transitions. The exploration of the flow checks that none is missing. */
export const transitions: readonly Transition[] = [...formTransitions(), ...loginTransitions(), ...newLinkTransitions()]

function formTransitions(): Transition[] {
  const statuses: Strength['status'][] = ['unknown', 'waiting', 'checking', 'known']
  const sending = resetForm('known', { status: 'verifying', calls: 3, sendCall: 3 })
  return [
    ...statuses.flatMap((status) => {
      const from = resetForm(status, { failure: weak })
      return [
        transition(
          from,
          { type: 'password_changed', value: '' },
          { ...from, typed: '', strength: { status: 'unknown', verdict: null, call: 0 }, failure: null },
        ),
        transition(
          from,
          { type: 'password_changed', value: 'tides' },
          {
            ...from,
            ...{ typed: 'tides', failure: null, calls: 3 },
            strength: { status: 'waiting', verdict: from.strength.verdict, call: 3 },
          },
          { type: 'wait', ms: 500, next: 'strength_due', call: 3 },
        ),
      ]
    }),
    transition(resetForm('waiting'), { type: 'strength_due', call: 2, at: 0 }, resetForm('checking'), {
      ...{ type: 'check_strength', call: 2, email: ada, password: 'tide' },
    }),
    transition(resetForm('checking'), { type: 'strength_known', call: 2, verdict: good }, resetForm('known')),
    transition(
      resetForm('checking'),
      { type: 'strength_not_known', call: 2, failure: unanswered },
      resetForm('unknown', { failure: unanswered }),
    ),
    transition(
      resetForm('unknown', { failure: unanswered }),
      { type: 'check_again_clicked' },
      resetForm('checking', { strength: { status: 'checking', verdict: null, call: 3 }, calls: 3 }),
      { type: 'check_strength', call: 3, email: ada, password: 'tide' },
    ),
    transition(resetForm('known', { failure: unanswered }), { type: 'password_submitted' }, sending, {
      ...{ type: 'reset_password', call: 3, token, password: 'tide' },
    }),
    transition(
      sending,
      { type: 'token_accepted', call: 3 },
      { screen: 'password_reset_verify_confirmation', status: 'success', calls: 3 },
      { type: 'emit', event: { type: 'PASSWORD_RESET_BY_EMAIL', data: {} } },
      flowComplete,
    ),
    transition(
      sending,
      { type: 'token_refused', call: 3, failure: weak },
      resetForm('known', { failure: weak, calls: 3, sendCall: 3 }),
    ),
    transition(
      sending,
      { type: 'token_refused', call: 3, failure: otherDevice },
      { screen: 'error', token, email: ada, failure: otherDevice, calls: 3 },
    ),
  ]
}

function loginTransitions(): Transition[] {
  const unconfirmed: TokenLogin = { ...loggingIn, status: 'unconfirmed', account: 'ada@example.com' }
  const failed: ResetError = { screen: 'error', token, email: ada, failure: unanswered, calls: 1 }
  return [
    transition(loggingIn, { type: 'token_accepted', call: 1 }, { ...loggingIn, status: 'success' }, flowComplete),
    transition(loggingIn, { type: 'token_refused', call: 1, failure: unanswered }, failed),
    transition(loggingIn, { type: 'token_unconfirmed', call: 1, account: 'ada@example.com' }, unconfirmed),
    transition(
      unconfirmed,
      { type: 'confirm_clicked' },
      { ...loggingIn, calls: 2 },
      {
        ...{ type: 'log_in_by_token', call: 2, token },
      },
    ),
    transition(
      failed,
      { type: 'try_again_clicked' },
      { ...loggingIn, calls: 2 },
      {
        ...{ type: 'log_in_by_token', call: 2, token },
      },
    ),
  ]
}

function asking(change: Partial<AskForEmail> = {}): AskForEmail {
  return {
    screen: 'password_email',
    email: '',
    status: 'editing',
    failure: null,
    origin: noToken,
    calls: 2,
    ...change,
  }
}

/** Another link, from the error screen and back there. */
function newLinkTransitions(): Transition[] {
  const typed = asking({ email: ada })
  const sending = asking({ email: ada, status: 'sending', calls: 3 })
  const known = { ...noToken, email: ada }
  const mail = (resend: ResetMail['resend'], calls: number): ResetMail => ({
    ...{ screen: 'password_forgot', email: ada, resend, calls, origin: noToken },
  })
  return [
    transition(noToken, { type: 'new_link_clicked' }, asking()),
    transition(known, { type: 'new_link_clicked' }, asking({ email: ada, origin: known })),
    ...[typed, sending].flatMap((from) => [
      transition(from, { type: 'email_changed', value: 'a' }, { ...from, email: 'a' }),
      transition(from, { type: 'back_clicked' }, { ...noToken, calls: from.calls + 1 }),
    ]),
    transition(
      asking({ email: 'not an address' }),
      { type: 'email_submitted' },
      asking({
        email: 'not an address',
        failure: { name: 'ValidationError', error_type: 'invalid_email', error_message: '' },
      }),
    ),
    transition(typed, { type: 'email_submitted' }, sending, { type: 'send_reset_email', call: 3, email: ada }),
    transition(sending, { type: 'reset_email_sent', call: 3, email: ada }, mail('initial', 3), ...mailedEffects),
    transition(
      sending,
      { type: 'reset_email_refused', call: 3, failure: unanswered },
      asking({ email: ada, failure: unanswered, calls: 3 }),
    ),
    transition(mail('initial', 3), { type: 'resend_clicked' }, mail('sending', 4), {
      ...{ type: 'send_reset_email', call: 4, email: ada },
    }),
    transition(
      mail('sending', 4),
      { type: 'reset_email_sent', call: 4, email: ada },
      mail('sent', 4),
      ...mailedEffects,
      {
        type: 'success_notice',
        message: 'email_resent',
      },
    ),
    transition(mail('sent', 4), { type: 'resend_clicked' }, mail('sending', 5), {
      ...{ type: 'send_reset_email', call: 5, email: ada },
    }),
    transition(mail('sending', 4), { type: 'reset_email_refused', call: 4, failure: unanswered }, mail('initial', 4), {
      ...{ type: 'notice', failure: unanswered },
    }),
    ...[mail('initial', 3), mail('sending', 4), mail('sent', 4)].map((from) =>
      transition(from, { type: 'back_clicked' }, { ...noToken, calls: from.calls + 1 }),
    ),
  ]
}
