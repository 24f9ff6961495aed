import { stay } from '../../flow/step.ts'
import type { LoginAddition, LoginEvent } from '../../login/login.flow.ts'
import type { OneTapEvent } from './one-tap.flow.ts'
import { leaveOneTap, noOneTap, oneTapFlow } from './one-tap.flow.ts'

/** One Tap in the login flow: it goes its own way on Main, whatever is typed meanwhile. */
export const oneTapAddition: LoginAddition = {
  take(state, event) {
    if (state.screen !== 'main' || !isOwn(event)) return undefined
    const before = state.form.oneTap ?? noOneTap
    const { state: oneTap, effects } = oneTapFlow(before, event)
    return { state: oneTap === before ? state : { ...state, form: { ...state.form, oneTap } }, effects }
  },
  // What Google shows belongs to Main.
  cross(form, isMain) {
    if (isMain || !form.oneTap?.isOpen) return stay(form)
    const { state: oneTap, effects } = leaveOneTap(form.oneTap)
    return { state: { ...form, oneTap }, effects }
  },
}

function isOwn(event: LoginEvent): event is OneTapEvent {
  return event.type.startsWith('one_tap_')
}
