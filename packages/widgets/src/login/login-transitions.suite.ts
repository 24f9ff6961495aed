import type { PasscodeStatus, ResendStatus } from '../methods/otps/otps.flow.ts'
import type { LoginStateOf } from './login.flow.ts'
import type { LoginFlowPart, Transition } from './login-flow-part.suite.ts'
import { afterSignIn, mainAfter, transition } from './login-flow-part.suite.ts'
import {
  ada,
  dead,
  emailConfirmation,
  flowComplete,
  loggedIn,
  main,
  minute,
  noon,
  otpAuthenticate,
  otpConfirmation,
  refused,
  sentEffects,
  sentPasscode,
  unanswered,
} from './login-states.suite.ts'
import { startMain } from './main/main.flow.ts'

/** Links and passcodes by email. */
export const emailPart: LoginFlowPart = {
  first: startMain(['email_magic_link', 'email_otp']),
  moves: [
    ...(['email_magic_link', 'email_otp'] as const).map((tab) => ({ type: 'tab_selected', tab }) as const),
    ...['not an address', ada].map((value) => ({ type: 'email_changed', value }) as const),
    { type: 'phone_changed', value: '2' },
    { type: 'submitted' },
    { type: 'try_again_clicked' },
    ...['', '123', '123456'].map((value) => ({ type: 'code_changed', value }) as const),
    { type: 'code_submitted' },
    { type: 'resend_clicked' },
  ],
  outcomes: (call) => [
    { type: 'magic_link_sent', call, email: ada },
    { type: 'magic_link_refused', call, failure: refused },
    {
      ...{ type: 'passcode_sent', call, channel: 'email', to: ada, methodId: `method-${call}` },
      ...{ at: noon, expiresAt: noon + 5 * minute },
    },
    { type: 'passcode_not_sent', call, failure: refused },
    { type: 'code_accepted', call, methodId: `method-${call}` },
    { type: 'code_refused', call, failure: refused },
    { type: 'code_refused', call, failure: unanswered },
    { type: 'code_refused', call, failure: dead },
    { type: 'ticked', call, at: noon + minute },
    { type: 'ticked', call, at: noon + 5 * minute },
    { type: 'label_shown', call, at: noon + 2_000 },
  ],
  transitions: [...mainTransitions(), ...confirmationTransitions(), ...passcodeTransitions()],
}

function mainTransitions(): Transition[] {
  const form = { tab: 'email_magic_link', email: ada, phone: '', country: 'US' } as const
  const editing = main({ form, failure: refused })
  const sending = main({ form, status: 'sending', calls: 4 })
  const sendingCode = main({ status: 'sending', calls: 4 })
  return [
    ...[editing, sending].flatMap((from) => [
      transition(from, { type: 'tab_selected', tab: 'sms' }, mainAfter({ ...from, form: { ...form, tab: 'sms' } })),
      transition(
        from,
        { type: 'email_changed', value: 'a' },
        { ...from, form: { ...form, email: 'a' }, failure: null },
      ),
      transition(
        from,
        { type: 'phone_changed', value: '2' },
        { ...from, form: { ...form, phone: '2' }, failure: null },
      ),
      transition(from, { type: 'session_began' }, ...afterSignIn(from)),
    ]),
    transition(editing, { type: 'submitted' }, sending, { type: 'send_magic_link', call: 4, email: ada }),
    transition(
      main({ form: { ...form, email: 'not an address' } }),
      { type: 'submitted' },
      main({
        form: { ...form, email: 'not an address' },
        failure: { name: 'ValidationError', error_type: 'invalid_email', error_message: '' },
      }),
    ),
    transition(
      sending,
      { type: 'magic_link_sent', call: 4, email: ada },
      emailConfirmation({ form }),
      { type: 'log', name: 'email_sent', details: { email: ada, type: 'magic_link' } },
      { type: 'emit', event: { type: 'MAGIC_LINK_LOGIN_OR_CREATE', data: { email: ada } } },
    ),
    transition(
      sending,
      { type: 'magic_link_refused', call: 4, failure: refused },
      main({ form, failure: refused, calls: 4 }),
    ),
    transition(
      sendingCode,
      sentPasscode(4),
      otpAuthenticate({ status: 'sent', remainingMs: 5 * minute }),
      ...sentEffects(4),
    ),
    transition(
      sendingCode,
      { type: 'passcode_not_sent', call: 4, failure: unanswered },
      main({ failure: unanswered, calls: 4 }),
    ),
  ]
}

function confirmationTransitions(): Transition[] {
  const waiting = emailConfirmation()
  return [
    transition(waiting, { type: 'back_clicked' }, mainAfter(waiting)),
    ...[otpConfirmation(), loggedIn()].map((from) => transition(from, { type: 'session_ended' }, mainAfter(from))),
    transition(waiting, { type: 'session_began' }, ...afterSignIn(waiting)),
    transition(
      waiting,
      { type: 'try_again_clicked' },
      mainAfter({ ...waiting, form: { ...waiting.form, email: '' } }),
      {
        type: 'log',
        name: 'email_try_again_clicked',
        details: { email: ada, type: 'magic_link' },
      },
    ),
  ]
}

type Entering = LoginStateOf<'otp_authenticate'>

/** The passcode screen: the status of the code times the status of the resend. */
function passcodeTransitions(): Transition[] {
  const statuses: Exclude<PasscodeStatus, 'success'>[] = ['sent', 'counting_down', 'expired', 'dead', 'verifying']
  const resends: ResendStatus[] = ['initial', 'sending', 'sent', 'waiting']
  return statuses.flatMap((status) =>
    resends.flatMap((resend) => {
      const from = entering(status, resend)
      return [
        transition(from, { type: 'back_clicked' }, mainAfter(from)),
        ...(status === 'verifying' ? answerTransitions(from) : []),
        // A code without attempts left takes no input and has no countdown.
        ...(status === 'dead' ? [transition(from, { type: 'session_began' }, ...afterSignIn(from))] : []),
        ...(status === 'verifying' || status === 'dead' ? [] : typingTransitions(from)),
        ...(status === 'expired' || status === 'dead' ? [] : tickTransitions(from)),
        ...resendTransitions(from),
      ]
    }),
  )
}

/** A passcode of call 4; call 5 requests another, call 6 checks the code. */
function entering(status: Entering['status'], resend: ResendStatus): Entering {
  return otpAuthenticate({
    status,
    resend,
    remainingMs: status === 'expired' ? 0 : 4 * minute,
    calls: 6,
    sendCall: 5,
    ...(resend === 'sending' || resend === 'initial'
      ? {}
      : { passcodeCall: 5, otp: { type: 'email', methodId: 'method-5', otpDestination: ada } }),
    ...(status === 'verifying' ? { code: '123456', checkCall: 6 } : {}),
  })
}

function typingTransitions(from: Entering): Transition[] {
  const check = { type: 'check_passcode', call: 7, code: '123456', methodId: from.otp.methodId } as const
  const verifying: Entering = { ...from, code: '123456', status: 'verifying', calls: 7, checkCall: 7 }
  const unansweredOnce: Entering = { ...from, code: '123456', failure: unanswered }
  return [
    transition({ ...from, failure: refused }, { type: 'code_changed', value: '12x' }, { ...from, code: '12' }),
    transition({ ...from, code: '12345' }, { type: 'code_changed', value: '123456' }, verifying, check),
    transition(from, { type: 'session_began' }, ...afterSignIn(from)),
    // A call cannot have failed without a response before the first second is over.
    ...(from.status === 'sent' ? [] : [transition(unansweredOnce, { type: 'code_submitted' }, verifying, check)]),
  ]
}

function answerTransitions(from: Entering): Transition[] {
  const late: Entering = { ...from, remainingMs: 0 }
  const signedIn: Entering = { ...from, isSignedIn: true }
  return [
    transition(from, { type: 'session_began' }, signedIn),
    transition(signedIn, { type: 'session_ended' }, from),
    transition(signedIn, { type: 'back_clicked' }, ...afterSignIn(from)),
    transition(signedIn, { type: 'code_refused', call: 6, failure: refused }, ...afterSignIn(from)),
    transition(
      from,
      { type: 'code_accepted', call: 6, methodId: from.otp.methodId },
      otpConfirmation({ calls: 6 }),
      { type: 'emit', event: { type: 'OTP_AUTHENTICATE', data: { method_id: from.otp.methodId } } },
      flowComplete,
    ),
    transition(
      from,
      { type: 'code_refused', call: 6, failure: refused },
      { ...from, code: '', status: 'counting_down', failure: refused },
    ),
    transition(from, { type: 'code_refused', call: 6, failure: dead }, { ...from, code: '', status: 'dead' }),
    transition(
      late,
      { type: 'code_refused', call: 6, failure: unanswered },
      { ...late, status: 'expired', failure: unanswered },
    ),
  ]
}

function tickTransitions(from: Entering): Transition[] {
  const call = from.passcodeCall
  const isVerifying = from.status === 'verifying'
  return [
    transition(
      from,
      { type: 'ticked', call, at: noon + 2 * minute },
      { ...from, status: isVerifying ? 'verifying' : 'counting_down', remainingMs: 3 * minute },
      { type: 'wait', ms: 1_000, next: 'ticked', call },
    ),
    transition(
      from,
      { type: 'ticked', call, at: noon + 5 * minute },
      { ...from, status: isVerifying ? 'verifying' : 'expired', remainingMs: 0 },
    ),
  ]
}

function resendTransitions(from: Entering): Transition[] {
  switch (from.resend) {
    case 'initial':
    case 'waiting':
      if (from.status === 'verifying') return []
      return [
        transition(
          { ...from, failure: refused },
          { type: 'resend_clicked' },
          { ...from, resend: 'sending', calls: 7, sendCall: 7 },
          { type: 'send_passcode', call: 7, channel: 'email', to: ada },
        ),
      ]
    case 'sending':
      return [
        transition(
          from,
          sentPasscode(5),
          {
            ...from,
            otp: { type: 'email', methodId: 'method-5', otpDestination: ada },
            code: '',
            status: from.status === 'verifying' ? 'verifying' : 'sent',
            resend: 'sent',
            remainingMs: 5 * minute,
            passcodeCall: 5,
          },
          ...sentEffects(5),
          { type: 'wait', ms: 2_000, next: 'label_shown', call: 5 },
        ),
        transition(
          from,
          { type: 'passcode_not_sent', call: 5, failure: refused },
          { ...from, resend: 'initial' },
          { type: 'notice', failure: refused },
        ),
      ]
    case 'sent':
      return [transition(from, { type: 'label_shown', call: 5, at: noon + 2_000 }, { ...from, resend: 'waiting' })]
    default:
      return from.resend satisfies never
  }
}
