import type { PasswordlessMethod } from '../../config/login.config.ts'
import type { LoginEvent, LoginState, LoginStateOf } from '../../login/login.flow.ts'
import type { LoginFlowPart, Transition } from '../../login/login-flow-part.suite.ts'
import { afterSignIn, mainAfter, transition } from '../../login/login-flow-part.suite.ts'
import {
  ada,
  emailConfirmation,
  flowComplete,
  main,
  minute,
  noon,
  otpAuthenticate,
  sentEffects,
  sentPasscode,
  unanswered,
} from '../../login/login-states.suite.ts'
import type { MailScreen } from './passwords.flow.ts'
import {
  bad,
  breached,
  chosen,
  creating,
  passwordForm as form,
  good,
  loggingIn,
  mailed,
  mailedEffects,
  mustReset,
  noStrength,
  wrongPassword,
} from './passwords-states.suite.ts'
import type { Strength } from './strength.flow.ts'

const searching = main({ form, status: 'sending', calls: 4 })
const methods: PasswordlessMethod[] = ['passcode', 'magic_link', 'reset_email']

export const passwordPart: LoginFlowPart = {
  first: searching,
  moves: [
    { type: 'submitted' },
    ...['', 'tide', 'tides'].map((value) => ({ type: 'password_changed', value }) as const),
    { type: 'password_submitted' },
    { type: 'forgot_clicked' },
    { type: 'check_again_clicked' },
    { type: 'resend_clicked' },
  ],
  outcomes: (call) => [
    ...(['new', 'password'] as const).map((userType) => found(call, userType)),
    ...methods.map((method) => found(call, 'passwordless', method)),
    { type: 'user_search_refused', call, failure: unanswered },
    { type: 'strength_due', call, at: noon },
    ...[good, bad].map((verdict) => ({ type: 'strength_known', call, verdict }) as const),
    { type: 'strength_not_known', call, failure: unanswered },
    { type: 'password_accepted', call },
    ...[wrongPassword, mustReset, breached].map((failure) => ({ type: 'password_refused', call, failure }) as const),
    { type: 'reset_email_sent', call, email: ada },
    { type: 'reset_email_refused', call, failure: unanswered },
  ],
  transitions: [
    ...searchTransitions(),
    ...choosingTransitions(),
    ...sendingTransitions(),
    ...mailingTransitions(),
    ...mailTransitions(),
  ],
}

type Entry = LoginStateOf<'password_create_or_login'>

function found(
  call: number,
  userType: 'new' | 'password' | 'passwordless',
  passwordless: PasswordlessMethod = 'reset_email',
): LoginEvent {
  return { type: 'user_found', call, email: ada, userType, passwordless }
}

/** Back, and a sign-in elsewhere, work on every screen. */
function leavingTransitions(from: LoginState): Transition[] {
  return [
    transition(from, { type: 'back_clicked' }, mainAfter(from)),
    transition(from, { type: 'session_began' }, ...afterSignIn(from)),
  ]
}

function searchTransitions(): Transition[] {
  const busy = main({ form, status: 'sending', calls: 5 })
  return [
    transition(searching, found(4, 'new'), creating()),
    transition(searching, found(4, 'password'), loggingIn()),
    transition(searching, found(4, 'passwordless', 'passcode'), busy, {
      ...{ type: 'send_passcode', call: 5, channel: 'email', to: ada },
    }),
    transition(searching, found(4, 'passwordless', 'magic_link'), busy, {
      type: 'send_magic_link',
      call: 5,
      email: ada,
    }),
    transition(searching, found(4, 'passwordless', 'reset_email'), busy, {
      type: 'send_reset_email',
      call: 5,
      email: ada,
    }),
    transition(
      busy,
      sentPasscode(5),
      otpAuthenticate({
        ...{ status: 'sent', remainingMs: 5 * minute, calls: 5, sendCall: 5, passcodeCall: 5, form },
        otp: { type: 'email', methodId: 'method-5', otpDestination: ada },
      }),
      ...sentEffects(5),
    ),
    transition(
      busy,
      { type: 'magic_link_sent', call: 5, email: ada },
      emailConfirmation({ form, calls: 5 }),
      { type: 'log', name: 'email_sent', details: { email: ada, type: 'magic_link' } },
      { type: 'emit', event: { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email: ada } } },
    ),
    transition(busy, { type: 'reset_email_sent', call: 5, email: ada }, mailed('password_set_new'), ...mailedEffects),
    transition(
      searching,
      { type: 'user_search_refused', call: 4, failure: unanswered },
      main({ form, failure: unanswered, calls: 4 }),
    ),
    transition(
      busy,
      { type: 'reset_email_refused', call: 5, failure: unanswered },
      main({ form, failure: unanswered, calls: 5 }),
    ),
  ]
}

/** A new password, in every state of its check. */
function choosingTransitions(): Transition[] {
  const statuses: Strength['status'][] = ['unknown', 'waiting', 'checking', 'known']
  const checking = chosen('checking')
  return [
    ...statuses.flatMap((status) => {
      const from = chosen(status, { failure: wrongPassword })
      return [
        ...leavingTransitions(from),
        transition(
          from,
          { type: 'password_changed', value: '' },
          { ...from, typed: '', strength: noStrength, failure: null },
        ),
        transition(
          from,
          { type: 'password_changed', value: 'tides' },
          {
            ...from,
            ...{ typed: 'tides', failure: null, calls: 6 },
            strength: { status: 'waiting', verdict: from.strength.verdict, call: 6 },
          },
          { type: 'wait', ms: 500, next: 'strength_due', call: 6 },
        ),
      ]
    }),
    transition(chosen('waiting'), { type: 'strength_due', call: 5, at: noon }, checking, {
      ...{ type: 'check_strength', call: 5, password: 'tide', email: ada },
    }),
    transition(checking, { type: 'strength_known', call: 5, verdict: good }, chosen('known')),
    transition(
      checking,
      { type: 'strength_not_known', call: 5, failure: unanswered },
      chosen('unknown', { failure: unanswered }),
    ),
    transition(
      chosen('unknown', { failure: unanswered }),
      { type: 'check_again_clicked' },
      chosen('checking', { strength: { status: 'checking', verdict: null, call: 6 }, calls: 6 }),
      { type: 'check_strength', call: 6, password: 'tide', email: ada },
    ),
  ]
}

/** Call 6 sends the password, new or existing. */
function sendingTransitions(): Transition[] {
  const own = loggingIn({ typed: 'tide', calls: 5 })
  return [
    ...leavingTransitions(own),
    transition(
      { ...own, failure: wrongPassword },
      { type: 'password_changed', value: 'tides' },
      { ...own, typed: 'tides' },
    ),
    transition(
      loggingIn(),
      { type: 'password_submitted' },
      loggingIn({ failure: { name: 'ValidationError', error_type: 'password_required', error_message: '' } }),
    ),
    ...([own, chosen('known')] as Entry[]).flatMap((from) => {
      const isNew = from.password.type === 'new'
      const sending: Entry = { ...from, status: 'verifying', calls: 6, sendCall: 6 }
      const signedIn: Entry = { ...sending, isSignedIn: true }
      return [
        transition({ ...from, failure: wrongPassword }, { type: 'password_submitted' }, sending, {
          ...{ type: isNew ? 'create_password' : 'authenticate_password', call: 6, email: ada, password: 'tide' },
        }),
        transition(sending, { type: 'back_clicked' }, mainAfter(sending)),
        transition(sending, { type: 'session_began' }, signedIn),
        transition(signedIn, { type: 'session_ended' }, sending),
        transition(signedIn, { type: 'back_clicked' }, ...afterSignIn(sending)),
        transition(
          signedIn,
          { type: 'password_refused', call: 6, failure: mustReset },
          ...afterSignIn({ ...sending, calls: 7 }),
        ),
        transition(
          signedIn,
          { type: 'password_accepted', call: 6 },
          { screen: 'password_confirmation', status: 'success', calls: 6, form },
          {
            type: 'emit',
            event: { type: isNew ? 'PASSWORD_CREATE' : 'PASSWORD_AUTHENTICATE', data: { email: ada } },
          },
          flowComplete,
        ),
        transition(
          sending,
          { type: 'password_refused', call: 6, failure: wrongPassword },
          { ...from, failure: wrongPassword, calls: 6, sendCall: 6 },
        ),
        transition(
          sending,
          { type: 'password_refused', call: 6, failure: mustReset },
          { ...sending, status: 'mailing', next: 'password_dedupe', calls: 7, sendCall: 7 },
          { type: 'send_reset_email', call: 7, email: ada },
        ),
      ]
    }),
    transition(
      { screen: 'password_confirmation', status: 'success', calls: 6, form },
      { type: 'session_ended' },
      mainAfter(main({ form, calls: 6 })),
    ),
  ]
}

/** Call 6 sends an email, for any reason. */
function mailingTransitions(): Transition[] {
  const own = loggingIn({ typed: 'tide', calls: 5 })
  const mailing = (from: Entry, next: MailScreen): Entry => ({
    ...from,
    status: 'mailing',
    next,
    calls: 6,
    sendCall: 6,
  })
  const breach = loggingIn({ typed: 'tide', status: 'verifying', calls: 5, sendCall: 5 })
  return [
    transition(own, { type: 'forgot_clicked' }, mailing(own, 'password_forgot'), {
      ...{ type: 'send_reset_email', call: 6, email: ada },
    }),
    transition(
      breach,
      { type: 'password_refused', call: 5, failure: breached },
      mailing({ ...breach, failure: null }, 'password_breached'),
      { type: 'send_reset_email', call: 6, email: ada },
    ),
    ...[mailing(own, 'password_forgot'), mailing(chosen('known'), 'password_dedupe')].flatMap((from) => [
      ...leavingTransitions(from),
      transition(
        from,
        { type: 'reset_email_refused', call: 6, failure: unanswered },
        { ...from, status: 'editing', failure: unanswered },
      ),
    ]),
    ...(['password_forgot', 'password_breached', 'password_dedupe'] as const).map((next) =>
      transition(
        mailing(own, next),
        { type: 'reset_email_sent', call: 6, email: ada },
        mailed(next, { calls: 6 }),
        ...mailedEffects,
      ),
    ),
    transition(
      mailing(chosen('known'), 'password_dedupe'),
      { type: 'reset_email_sent', call: 6, email: ada },
      mailed('password_dedupe', { calls: 6 }),
      ...mailedEffects,
    ),
  ]
}

function mailTransitions(): Transition[] {
  const names: MailScreen[] = ['password_forgot', 'password_breached', 'password_dedupe', 'password_set_new']
  return names.flatMap((name) => {
    const from = mailed(name)
    const sending = mailed(name, { resend: 'sending', calls: 6 })
    const sent = mailed(name, { resend: 'sent', calls: 6 })
    return [
      ...leavingTransitions(from),
      ...leavingTransitions(sending),
      transition(from, { type: 'resend_clicked' }, sending, { type: 'send_reset_email', call: 6, email: ada }),
      ...leavingTransitions(sent),
      transition(sending, { type: 'reset_email_sent', call: 6, email: ada }, sent, ...mailedEffects, {
        type: 'success_notice',
        message: 'email_resent',
      }),
      transition(sent, { type: 'resend_clicked' }, mailed(name, { resend: 'sending', calls: 7 }), {
        ...{ type: 'send_reset_email', call: 7, email: ada },
      }),
      transition(sending, { type: 'reset_email_refused', call: 6, failure: unanswered }, mailed(name, { calls: 6 }), {
        ...{ type: 'notice', failure: unanswered },
      }),
    ]
  })
}
