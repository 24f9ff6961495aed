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
import { loginFlow } from './whole-login.flow.ts'

/** All there are: a method brings its own. */
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

/** Every edge there is; that none is left out is checked against everything the flow can come to. */
export const walks: readonly Walk[] = territories.flatMap((territory) => territory.walks)

/** The words for where a person is: the screen, and what tells its states apart. */
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

/** Everything the login flow can come to, beside what the tests walk. */
export function mapLogin(): FlowMap {
  const explored = territories.map(({ first, moves, outcomes }) => {
    // An answer to any call the state knows of, to one before and to one that was never made.
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
