import type { Flow } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { WatchWallets } from '../../methods/crypto/crypto.flow.ts'
import type { OAuthOutcome } from '../../methods/oauth/oauth.flow.ts'
import type { CheckAutofill } from '../../methods/passkeys/passkeys.flow.ts'
import type { NumberOutcome } from '../../methods/phone/phone.flow.ts'
import type { ButtonProduct } from '../config/login.config.ts'
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

/** What the first Main asks for. */
export function firstEffects(
  buttons: readonly ButtonProduct[],
): (WatchWallets | CheckAutofill | { readonly type: 'log_render' })[] {
  return [
    { type: 'log_render' },
    ...(buttons.includes('crypto') ? [{ type: 'watch_wallets', known: [] } as const] : []),
    ...(buttons.includes('passkeys') ? [{ type: 'check_autofill' } as const] : []),
  ]
}
