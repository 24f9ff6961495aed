import { clientInternals } from '@latchkey/client/internal'
import type { Actor } from '../flow/actor.ts'
import type { Overrides } from '../i18n/text.ts'
import { magicLinkMethod } from '../methods/magic-links/magic-links.method.ts'
import { oauthMethod } from '../methods/oauth/oauth.method.ts'
import { otpMethod } from '../methods/otps/otps.method.ts'
import type { Extras } from '../widget/extras.ts'
import { createExtras } from '../widget/extras.ts'
import { configWarning } from './config-warning.ts'
import { createLastUsed, forgetLastUsed } from './last-used.tsx'
import { LoggedInView } from './logged-in.view.tsx'
import type { LoginEvent, LoginState } from './login.flow.ts'
import { loginFlowWith } from './login.flow.ts'
import type { LoginActorOptions } from './login-actor.ts'
import { createLoginActor } from './login-actor.ts'
import type { LoginMethod } from './login-method.ts'
import type { LoginViews, MainParts } from './login-view.ts'

/** Loaded with the rest: whoever has no such problem need not have the words at once. */
export { configProblemTexts } from './config-problem.ts'

/** What Main can be drawn and filled in without: it is loaded when the browser is idle, or when a form is submitted. */
export interface LoginRest extends Extras {
  readonly actor: Actor<LoginState, LoginEvent>
  readonly views: LoginViews
  readonly parts: MainParts
  /** Nothing happens before. Until the returned function is called. */
  start(): () => void
}

export interface LoginRestOptions extends Omit<LoginActorOptions, 'notify' | 'runners' | 'flow'> {
  /** Asked anew each time, as the callbacks are. */
  readonly strings: () => Overrides
  /** Those that are configured, beside the ones that are always here. */
  readonly methods: readonly LoginMethod[]
}

export function createLoginRest({ strings, methods: loaded, ...options }: LoginRestOptions): LoginRest {
  // Next to every page has one of them, and another may stand in for whoever has no password.
  const methods: readonly LoginMethod[] = [otpMethod, magicLinkMethod, oauthMethod, ...loaded]
  const { notify, ...extras } = createExtras(options.client, strings)
  const warning = configWarning(options.config, options.plan)
  const { storage, warn } = clientInternals(options.client)
  if (warning) warn(warning)
  const runners = Object.assign({}, ...methods.map((method) => method.runners))
  const flow = loginFlowWith(methods.flatMap(({ addition }) => addition ?? []))
  const actor = createLoginActor({ ...options, notify, runners, flow })
  const lastUsed = options.config.showLastUsed === false ? undefined : createLastUsed(storage, options.plan)
  if (lastUsed) actor.subscribe(() => lastUsed.note(actor.getState()))
  else forgetLastUsed(storage)
  return {
    ...extras,
    actor,
    parts: Object.assign({ lastUsed: lastUsed?.Mark }, ...methods.map((method) => method.parts)),
    views: Object.assign({ logged_in: LoggedInView }, ...methods.map((method) => method.views)),
    start() {
      const ends = [actor.start(), extras.start()]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
