import type { Edge } from '../flow/explore.suite.ts'
import { deadEnds, explore, wordsOf } from '../flow/explore.suite.ts'
import type { LoginEvent, LoginState } from './login.flow.ts'
import { loginFlow, startLogin } from './login.flow.ts'
import { ada, minute, noon, refused, unanswered } from './login-states.suite.ts'
import { walks } from './login-walks.suite.ts'

export interface LoginMap {
  readonly states: number
  readonly steps: number
  readonly edges: number
  /** Edges that no test walks, and walks along edges that are not there. */
  readonly unwalked: readonly string[]
  readonly unreachable: readonly string[]
  readonly deadEnds: readonly string[]
}

/** The words for where a person is. */
export function situationOf(state: LoginState): string {
  switch (state.screen) {
    case 'main':
      return `main/${state.status}`
    case 'otp_authenticate':
      return `otp_authenticate/${state.status}/${state.resend}`
    case 'email_confirmation':
    case 'otp_confirmation':
    case 'logged_in':
      return state.screen
    default:
      return state satisfies never
  }
}

/** Call numbers only ever grow: which of them are equal, and which came first, is all that matters. */
function keyOf(state: LoginState): string {
  const ranks = [...callsOf(state)].sort((one, other) => one - other)
  return JSON.stringify(state, (name, value) => {
    if (isCall(name)) return ranks.indexOf(value)
    return name === 'methodId' ? undefined : value
  })
}

function callsOf(state: LoginState): Set<number> {
  return new Set([0, ...Object.entries(state).flatMap(([name, value]) => (isCall(name) ? [value as number] : []))])
}

const isCall = (name: string): boolean => /^calls$|Call$/.test(name)

function eventsIn(state: LoginState): LoginEvent[] {
  const fixed: LoginEvent[] = [
    ...(['email_magic_link', 'email_otp'] as const).map((tab) => ({ type: 'tab_selected', tab }) as const),
    ...['nobody', ada].map((value) => ({ type: 'email_changed', value }) as const),
    { type: 'phone_changed', value: '2' },
    { type: 'submitted' },
    { type: 'try_again_clicked' },
    { type: 'back_clicked' },
    { type: 'session_began' },
    { type: 'session_ended' },
    ...['', '123', '123456'].map((value) => ({ type: 'code_changed', value }) as const),
    { type: 'code_submitted' },
    { type: 'resend_clicked' },
  ]
  // An answer to any call the state knows of, to one before and to one that was never made.
  const outcomes = [...callsOf(state), state.calls - 1, state.calls + 1].map((call): LoginEvent[] => [
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
    { type: 'ticked', call, at: noon + minute },
    { type: 'ticked', call, at: noon + 5 * minute },
    { type: 'label_shown', call, at: noon + 2_000 },
  ])
  return [...fixed, ...outcomes.flat()]
}

/** Everything the login flow can come to, beside what the tests walk. */
export function mapLogin(): LoginMap {
  const first = startLogin(['email_magic_link', 'email_otp']).state
  const { states, steps, edges } = explore(loginFlow, [first], { eventsIn, keyOf, situationOf })
  const walked = new Set(walks.map(({ from, event, to }) => wordsOf(edgeOf(from, event, to.state))))
  const goals = new Set(['main/editing', 'otp_confirmation', 'logged_in'])
  return {
    states,
    steps,
    edges: edges.size,
    unwalked: [...edges.keys()].filter((words) => !walked.has(words)),
    unreachable: [...walked].filter((words) => !edges.has(words)),
    deadEnds: deadEnds(edges.values(), goals),
  }
}

function edgeOf(from: LoginState, event: LoginEvent, to: LoginState): Edge {
  return { from: situationOf(from), event: event.type, to: situationOf(to) }
}
