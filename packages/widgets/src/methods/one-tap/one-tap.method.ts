import type { LoginMethod } from '../../login/login-method.ts'
import { oneTapAddition } from './one-tap.addition.ts'
import { oneTapRunners } from './one-tap.effects.ts'
import { OneTap } from './one-tap.view.tsx'

/** It stands on Main, and has no screen. */
export const oneTapMethod: LoginMethod = {
  views: {},
  runners: oneTapRunners,
  addition: oneTapAddition,
  slots: { oneTap: OneTap },
}
