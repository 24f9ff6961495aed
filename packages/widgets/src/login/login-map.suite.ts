import type { FlowMap } from '../flow/explore.suite.ts'
import { callsIn, drawMap, explore, keyByRank } from '../flow/explore.suite.ts'
import { cryptoPart } from '../methods/crypto/crypto-transitions.suite.ts'
import { oauthPart } from '../methods/oauth/oauth-transitions.suite.ts'
import { oneTapPart } from '../methods/one-tap/one-tap-transitions.suite.ts'
import { passkeyPart } from '../methods/passkeys/passkeys-transitions.suite.ts'
import { passwordPart } from '../methods/passwords/passwords-transitions.suite.ts'
import { phonePart } from '../methods/phone/phone-transitions.suite.ts'
import { landingPart } from './landing/landing-transitions.suite.ts'
import type { LoginEvent, LoginState } from './login.flow.ts'
import type { LoginFlowPart, Transition } from './login-flow-part.suite.ts'
import { emailPart } from './login-transitions.suite.ts'
import { loginFlow } from './whole-login.ts'

/** The parts of all methods. */
const parts: readonly LoginFlowPart[] = [
  emailPart,
  passwordPart,
  cryptoPart,
  oneTapPart,
  oauthPart,
  phonePart,
  passkeyPart,
  landingPart,
]

/** All expected transitions. The exploration of the flow checks that none is missing. */
export const transitions: readonly Transition[] = parts.flatMap((part) => part.transitions)

/** The name of a situation: the screen, and what distinguishes its states. */
export function situationOf(state: LoginState): string {
  switch (state.screen) {
    case 'main':
      return ['main', state.status, state.form.passkeys?.status].filter(Boolean).join('/')
    case 'otp_authenticate':
      return `otp_authenticate/${state.status}/${state.resend}`
    case 'password_create_or_login':
      if (state.password.type !== 'new') return `${state.screen}/${state.password.type}/${state.status}`
      return `${state.screen}/new/${state.status}/${state.strength.status}`
    case 'password_forgot':
    case 'password_breached':
    case 'password_dedupe':
    case 'password_set_new':
      return `${state.screen}/${state.resend}`
    default:
      return 'status' in state && state.status !== 'success' ? `${state.screen}/${state.status}` : state.screen
  }
}

const everywhere: readonly LoginEvent[] = [
  { type: 'back_clicked' },
  { type: 'session_began' },
  { type: 'session_ended' },
]

/** Compares the reachable transitions of the login flow with the tested ones. */
export function mapLogin(): FlowMap {
  const explored = parts.map(({ first, moves, outcomes }) => {
    // Responses to known calls, to an earlier one and to one that was never made.
    const eventsIn = (state: LoginState): LoginEvent[] => [
      ...everywhere,
      ...moves,
      ...[...callsIn(state), state.calls - 1, state.calls + 1].flatMap(outcomes),
    ]
    return explore(loginFlow, [first], { eventsIn, keyOf: (state) => keyByRank(state), situationOf })
  })
  const goals = ['main/editing', 'otp_confirmation', 'password_confirmation', 'crypto_confirmation', 'logged_in']
  return drawMap(explored, situationOf, transitions, goals)
}
