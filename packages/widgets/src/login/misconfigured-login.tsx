import type { ReactElement } from 'react'
import type { LoginConfig } from '../config/login.config.ts'
import { noopSubscribe } from '../widget/noop-subscribe.ts'
import { useLoadedOrThrow } from '../widget/use-loaded.ts'
import type { StartableRuntime } from '../widget/widget-runtime.ts'
import type { LoginState } from './login.flow.ts'
import type { LoginRuntime } from './login-store.ts'

const load = () => import('./config/config-error.tsx')

/** A widget whose configuration has mistakes: it shows them, and nothing else. */
export function createMisconfiguredLogin(runtime: Omit<StartableRuntime, 'notify'>, config: LoginConfig): LoginRuntime {
  // Not a state of the flow: nothing leads to it or away from it.
  const state = { screen: 'error' } as unknown as LoginState
  function ErrorView(): ReactElement | null {
    const loaded = useLoadedOrThrow(load)
    return loaded ? <loaded.ConfigProblems config={config} /> : null
  }
  const actor = { getState: () => state, subscribe: noopSubscribe, send: () => undefined, start: noopSubscribe }
  return {
    ...runtime,
    actor,
    start: () => runtime.start(actor),
    views: { error: ErrorView } as LoginRuntime['views'],
    slots: {},
    canGoBack: () => false,
  }
}
