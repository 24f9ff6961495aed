import { cryptoAddition } from '../methods/crypto/crypto.addition.ts'
import { oneTapAddition } from '../methods/one-tap/one-tap.addition.ts'
import { passkeysAddition } from '../methods/passkeys/passkeys.addition.ts'
import { landingAddition } from './landing/landing.addition.ts'
import type { LoginRules } from './login.flow.ts'
import { loginFlowWith } from './login.flow.ts'

/** The flow with all methods, for flows without the widget's screens. */
export const loginFlow: LoginRules = /* @__PURE__ */ loginFlowWith([
  cryptoAddition,
  passkeysAddition,
  oneTapAddition,
  landingAddition,
])
