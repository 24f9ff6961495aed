import type { LoginFlowPart, Transition } from '../../login/login-flow-part.suite.ts'
import { afterSignIn, mainAfter, transition } from '../../login/login-flow-part.suite.ts'
import { ada, main, refused } from '../../login/login-states.suite.ts'
import { startMain } from '../../login/main/main.flow.ts'

/** A provider's button, with a form. */
export const oauthPart: LoginFlowPart = {
  first: startMain(['email_magic_link', 'email_otp']),
  moves: [
    ...(['email_magic_link', 'email_otp'] as const).map((tab) => ({ type: 'tab_selected', tab }) as const),
    { type: 'email_changed', value: ada },
    { type: 'phone_changed', value: '2' },
    { type: 'provider_clicked', provider: 'google' },
  ],
  outcomes: (call) => [
    { type: 'oauth_started', call },
    { type: 'oauth_refused', call, failure: refused },
    { type: 'page_returned', call },
  ],
  transitions: transitions(),
}

function transitions(): Transition[] {
  const editing = main({ failure: refused })
  const starting = main({ status: 'sending', pressed: 'google', calls: 4 })
  const leaving = main({ status: 'leaving', pressed: 'google', calls: 4 })
  const { form } = leaving
  return [
    transition(editing, { type: 'provider_clicked', provider: 'google' }, starting, {
      ...{ type: 'start_oauth', call: 4, provider: 'google' },
    }),
    transition(starting, { type: 'oauth_started', call: 4 }, leaving, { type: 'await_return', call: 4 }),
    transition(
      starting,
      { type: 'oauth_refused', call: 4, failure: refused },
      main({ pressed: 'google', failure: refused, calls: 4 }),
    ),
    transition(leaving, { type: 'page_returned', call: 4 }, main({ pressed: 'google', calls: 4 })),
    // A user who is leaving can still type.
    transition(leaving, { type: 'email_changed', value: 'a' }, { ...leaving, form: { ...form, email: 'a' } }),
    transition(leaving, { type: 'phone_changed', value: '2' }, { ...leaving, form: { ...form, phone: '2' } }),
    transition(
      leaving,
      { type: 'tab_selected', tab: 'email_magic_link' },
      { ...leaving, form: { ...form, tab: 'email_magic_link' }, status: 'editing', calls: 5 },
    ),
    transition(leaving, { type: 'session_began' }, ...afterSignIn(leaving)),
    transition(afterSignIn(leaving)[0], { type: 'session_ended' }, mainAfter(leaving)),
  ]
}
