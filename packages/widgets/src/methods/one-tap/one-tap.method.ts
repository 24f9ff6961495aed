import type { LoginMethod } from '../../login/login-method.ts'
import { oneTapAddition } from './one-tap.addition.ts'
import { oneTapRunners } from './one-tap.effects.ts'
import { OneTap } from './one-tap.view.tsx'

/** Shown on Main. It has no screen of its own. */
export const oneTapMethod: LoginMethod = {
  views: {},
  runners: oneTapRunners,
  addition: oneTapAddition,
  slots: { oneTap: OneTap },
}
