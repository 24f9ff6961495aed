import type { ReactElement } from 'react'
import type { ExtrasAtWork } from '../widget/extras.ts'
import { never } from '../widget/never.ts'
import { useNeeded } from '../widget/use-loaded.ts'
import type { LoginConfig } from './login.config.ts'
import type { LoginState } from './login.flow.ts'
import type { LoginRest } from './login-stage.ts'

const load = () => import('./config-error.tsx')

/** A widget whose configuration has mistakes: it shows them, and nothing else. */
export function misconfigured(extras: Omit<ExtrasAtWork, 'notify'>, config: LoginConfig): LoginRest {
  // Not a state of the flow: nothing leads to it or away from it.
  const state = { screen: 'error' } as unknown as LoginState
  function ErrorView(): ReactElement | null {
    const loaded = useNeeded(load)
    return loaded ? <loaded.ConfigProblems config={config} /> : null
  }
  return {
    ...extras,
    actor: { getState: () => state, subscribe: never, send: () => undefined, start: never },
    views: { error: ErrorView } as LoginRest['views'],
    parts: {},
    canGoBack: () => false,
  }
}
