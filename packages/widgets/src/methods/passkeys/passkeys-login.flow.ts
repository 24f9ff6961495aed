import { completeSignIn, isSignedIn, withForm } from '../../flow/sign-in-step.ts'
import { stay } from '../../flow/step.ts'
import type { LoginEvent, LoginStateOf, LoginStep, MethodFlow } from '../../login/login.flow.ts'
import type { PasskeyEvent } from './passkeys.flow.ts'
import {
  autofillKnown,
  isVerifying,
  leavePasskeys,
  noPasskeys,
  passkeyConfirmed,
  passkeysFlow,
  returnToPasskeys,
} from './passkeys.flow.ts'

/** Passkeys in the login flow: independent of the rest of Main until they succeed. */
export const passkeysLoginFlow: MethodFlow = {
  firstEffects: (buttons) => (buttons.includes('passkeys') ? [{ type: 'check_autofill' }] : []),
  handle(state, event) {
    if (!isOwn(event)) return undefined
    if (state.screen === 'main') return onMain(state, event)
    if (event.type !== 'autofill_checked') return undefined
    const { form } = state
    return stay({ ...state, form: { ...form, passkeys: autofillKnown(form.passkeys, event.isSupported) } })
  },
  // Autofill is only active on Main.
  onMainChange(form, isMain) {
    if (!form.passkeys) return stay(form)
    const { state: passkeys, effects } = isMain ? returnToPasskeys(form.passkeys) : leavePasskeys(form.passkeys)
    return passkeys === form.passkeys ? stay(form) : { state: { ...form, passkeys }, effects }
  },
}

function onMain(state: LoginStateOf<'main'>, event: PasskeyEvent): LoginStep {
  const before = state.form.passkeys ?? noPasskeys
  if (event.type === 'passkey_authenticated' && isVerifying(before, event.call)) {
    return withForm(state.form, passkeyConfirmed(event.id, state.calls))
  }
  const { state: passkeys, effects } = passkeysFlow(before, event)
  if (passkeys === before) return { state, effects }
  const next = { ...state, form: { ...state.form, passkeys } }
  // The passkey was rejected, but the user has signed in another way.
  return isSignedIn(state) && !isVerifying(passkeys) ? completeSignIn(next) : { state: next, effects }
}

function isOwn(event: LoginEvent): event is PasskeyEvent {
  return event.type.startsWith('passkey_') || event.type === 'autofill_checked'
}
