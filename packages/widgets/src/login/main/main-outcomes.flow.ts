import type { Flow } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { OAuthOutcome } from '../../methods/oauth/oauth.flow.ts'
import type { NumberOutcome } from '../../methods/phone/phone.flow.ts'
import type { Main, MainEffect, MainEvent } from './main.flow.ts'
import { mainFlow, sending } from './main.flow.ts'

export type MainOutcome = NumberOutcome | OAuthOutcome

/** Main with the outcomes of its calls: no call is made before the rest of the widget is loaded. */
export const mainWithOutcomes: Flow<Main, MainEvent | MainOutcome, MainEffect> = (state, event) => {
  switch (event.type) {
    case 'number_read': {
      if (!isAwaited(state, event.call)) return stay(state)
      const { channel, to } = event
      return sending(state, 'form', (call) => ({ type: 'send_passcode', call, channel, to }))
    }
    case 'oauth_started':
      if (!isAwaited(state, event.call)) return stay(state)
      return { state: { ...state, status: 'leaving' }, effects: [{ type: 'await_return', call: event.call }] }
    case 'page_returned':
      if (state.status !== 'leaving' || state.calls !== event.call) return stay(state)
      return stay({ ...state, status: 'editing' })
    case 'number_refused':
    case 'oauth_refused':
      if (!isAwaited(state, event.call)) return stay(state)
      return stay({ ...state, status: 'editing', failure: event.failure })
    default:
      return mainFlow(state, event)
  }
}

/** Whether Main waits for this outcome. Outcomes of earlier calls, and repeated ones, are ignored. */
export function isAwaited(state: Main, call: number): boolean {
  return state.status === 'sending' && state.calls === call
}
