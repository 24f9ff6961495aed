import type { LoginMethod } from '../../login/login-method.ts'
import { oneTapRunners } from './one-tap.effects.ts'
import { OneTap } from './one-tap.view.tsx'
import { oneTapLoginFlow } from './one-tap-login.flow.ts'

/** Shown on Main. It has no screen of its own. */
export const method: LoginMethod = {
  views: {},
  runners: oneTapRunners,
  flow: oneTapLoginFlow,
  slots: { oneTap: OneTap },
}
