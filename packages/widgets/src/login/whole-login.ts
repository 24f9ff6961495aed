import { methodFlows } from '../methods/headless-methods.ts'
import { landingLoginFlow } from './landing/landing-login.flow.ts'
import type { LoginRules } from './login.flow.ts'
import { loginFlowWith } from './login.flow.ts'

/** The login flow with all methods, for flows without the widget's screens. */
export const loginFlow: LoginRules = /* @__PURE__ */ loginFlowWith([...methodFlows, landingLoginFlow])
