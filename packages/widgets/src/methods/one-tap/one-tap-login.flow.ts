import { stay } from '../../flow/step.ts'
import type { LoginEvent, MethodFlow } from '../../login/login.flow.ts'
import type { OneTapEvent } from './one-tap.flow.ts'
import { leaveOneTap, noOneTap, oneTapFlow } from './one-tap.flow.ts'

/** One Tap in the login flow: independent of the rest of Main. */
export const oneTapLoginFlow: MethodFlow = {
  handle(state, event) {
    if (state.screen !== 'main' || !isOwn(event)) return undefined
    const before = state.form.oneTap ?? noOneTap
    const { state: oneTap, effects } = oneTapFlow(before, event)
    if (oneTap === before) return { state, effects }
    const next = { ...state, form: { ...state.form, oneTap } }
    if (event.type !== 'one_tap_chosen') return { state: next, effects }
    // Like a click on Google's button: a pending call is abandoned.
    const call = state.calls + 1
    return {
      state: { ...next, status: 'leaving', pressed: 'google', failure: null, calls: call },
      effects: [{ type: 'await_return', call }],
    }
  },
  // Google's prompt is only shown on Main.
  onMainChange(form, isMain) {
    if (isMain || !form.oneTap?.isOpen) return stay(form)
    const { state: oneTap, effects } = leaveOneTap(form.oneTap)
    return { state: { ...form, oneTap }, effects }
  },
}

function isOwn(event: LoginEvent): event is OneTapEvent {
  return event.type.startsWith('one_tap_')
}
