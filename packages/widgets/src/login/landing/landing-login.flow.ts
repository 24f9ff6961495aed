import { completeSignIn, settled } from '../../flow/sign-in-step.ts'
import { stay } from '../../flow/step.ts'
import type { LoginStep, MethodFlow, WithForm } from '../login.flow.ts'
import { mainFlow, mainWith } from '../main/main.flow.ts'
import type { Landing, LandingRemedy } from './landing.flow.ts'
import { landingFailed } from './landing.flow.ts'

/** Landings in the login flow. */
export const landingLoginFlow: MethodFlow = {
  handle(state, event) {
    if (state.screen !== 'landing') return undefined
    const isAwaited = 'call' in event && state.status === 'verifying' && event.call === state.calls
    switch (event.type) {
      case 'landing_accepted':
        return isAwaited ? completeSignIn(state) : stay(state)
      case 'landing_absent':
        if (!isAwaited) return stay(state)
        return state.isSignedIn ? completeSignIn(state) : stay(mainWith(state.form, state.calls))
      case 'landing_refused':
        return isAwaited ? settled(state, stay(landingFailed(state, event.failure))) : stay(state)
      case 'landing_unconfirmed':
        return isAwaited
          ? settled(state, stay<Landing>({ ...state, status: 'unconfirmed', account: event.account }))
          : stay(state)
      case 'landing_confirmed':
        return state.status === 'unconfirmed' ? retry(state, { type: 'authenticate_landing' }) : stay(state)
      case 'landing_retried':
        return state.status === 'failed' && state.remedy ? retry(state, state.remedy) : stay(state)
      default:
        return undefined
    }
  },
}

/** A new link, or a redirect to an identity provider, starts from Main, which handles the result. */
function retry(state: WithForm<Landing>, remedy: LandingRemedy): LoginStep {
  const main = mainWith(state.form, state.calls)
  switch (remedy.type) {
    case 'authenticate_landing': {
      const call = state.calls + 1
      return { state: { ...state, status: 'verifying', failure: null, calls: call }, effects: [{ ...remedy, call }] }
    }
    case 'start_oauth':
      return mainFlow(main, { type: 'provider_clicked', provider: remedy.provider })
    default: {
      const call = main.calls + 1
      const { type, email, tab } = remedy
      const form = { ...main.form, email, tab }
      return { state: { ...main, form, status: 'sending', calls: call }, effects: [{ type, call, email }] }
    }
  }
}
