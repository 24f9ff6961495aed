import type { FlowMap } from '../flow/explore.suite.ts'
import { callsIn, drawMap, explore, keyByRank } from '../flow/explore.suite.ts'
import { cryptoTerritory } from '../methods/crypto/crypto-walks.suite.ts'
import { oauthTerritory } from '../methods/oauth/oauth-walks.suite.ts'
import { oneTapTerritory } from '../methods/one-tap/one-tap-walks.suite.ts'
import { passkeyTerritory } from '../methods/passkeys/passkeys-walks.suite.ts'
import { passwordTerritory } from '../methods/passwords/passwords-walks.suite.ts'
import { phoneTerritory } from '../methods/phone/phone-walks.suite.ts'
import { landingTerritory } from './landing/landing-walks.suite.ts'
import type { LoginEvent, LoginState } from './login.flow.ts'
import type { MethodPaths, Walk } from './login-territory.suite.ts'
import { mailTerritory } from './login-walks.suite.ts'
import { loginFlow } from './whole-login.ts'

/** The paths of all methods. */
const territories: readonly MethodPaths[] = [
  mailTerritory,
  passwordTerritory,
  cryptoTerritory,
  oneTapTerritory,
  oauthTerritory,
  phoneTerritory,
  passkeyTerritory,
  landingTerritory,
]

/** All expected transitions. The exploration of the flow checks that none is missing. */
export const walks: readonly Walk[] = territories.flatMap((territory) => territory.walks)

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
  const explored = territories.map(({ first, moves, outcomes }) => {
    // Responses to known calls, to an earlier one and to one that was never made.
    const eventsIn = (state: LoginState): LoginEvent[] => [
      ...everywhere,
      ...moves,
      ...[...callsIn(state), state.calls - 1, state.calls + 1].flatMap(outcomes),
    ]
    return explore(loginFlow, [first], { eventsIn, keyOf: (state) => keyByRank(state), situationOf })
  })
  const goals = ['main/editing', 'otp_confirmation', 'password_confirmation', 'crypto_confirmation', 'logged_in']
  return drawMap(explored, situationOf, walks, goals)
}
