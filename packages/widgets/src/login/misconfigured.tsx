import type { ReactElement } from 'react'
import type { Actor } from '../flow/actor.ts'
import type { ExtrasAtWork } from '../widget/extras.ts'
import { never } from '../widget/never.ts'
import { useNeeded } from '../widget/use-loaded.ts'
import type { LoginConfig } from './login.config.ts'
import type { LoginEvent, LoginState } from './login.flow.ts'
import type { LoginViews, MainParts } from './login-view.ts'

const load = () => import('./config-error.tsx')

interface Misconfigured extends Omit<ExtrasAtWork, 'notify'> {
  readonly actor: Actor<LoginState, LoginEvent>
  readonly views: LoginViews
  readonly parts: MainParts
  canGoBack(): boolean
}

/** A widget whose configuration has mistakes: it shows them, and nothing else. */
export function misconfigured(extras: Omit<ExtrasAtWork, 'notify'>, config: LoginConfig): Misconfigured {
  // Not a state of the flow: nothing leads to it or away from it.
  const state = { screen: 'error' } as unknown as LoginState
  function ErrorView(): ReactElement | null {
    const loaded = useNeeded(load)
    return loaded ? <loaded.ConfigProblems config={config} /> : null
  }
  return {
    ...extras,
    actor: { getState: () => state, subscribe: never, send: () => undefined, start: never },
    views: { error: ErrorView } as LoginViews,
    parts: {},
    canGoBack: () => false,
  }
}
