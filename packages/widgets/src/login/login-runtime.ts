import { clientInternals, clockOf } from '@latchkey/client/internal'
import { canGoBack } from '../flow/is-done.ts'
import type { Step } from '../flow/step.ts'
import type { Overrides } from '../i18n/text.ts'
import { method as magicLinkMethod } from '../methods/magic-links/magic-links.method.ts'
import { method as oauthMethod } from '../methods/oauth/oauth.method.ts'
import { method as otpMethod } from '../methods/otps/otps.method.ts'
import { lastEnded } from '../widget/last-ended.ts'
import { createWidgetRuntime } from '../widget/widget-runtime.ts'
import type { Completions } from './completion.ts'
import { createCompletion } from './completion.ts'
import { checkConfig, warningText } from './config/check-config.ts'
import { LoggedInView } from './logged-in.view.tsx'
import type { LoginEffect, LoginState } from './login.flow.ts'
import { loginFlowWith } from './login.flow.ts'
import type { LoginActorOptions } from './login-actor.ts'
import { createLoginActor } from './login-actor.ts'
import type { LoginMethod } from './login-method.ts'
import type { LoginRuntime } from './login-store.ts'
import type { Main } from './main/main.flow.ts'
import { Subtitle } from './main/subtitle.tsx'
import { createMisconfiguredLogin } from './misconfigured-login.tsx'
import { createLastUsed, forgetLastUsed } from './storage/last-used.tsx'
import { readPendingSignIn, writePendingSignIn } from './storage/pending-sign-in.ts'
import { createStepWriter, readStep } from './storage/saved-step.ts'
import { removeStepText } from './storage/step-storage.ts'

export interface LoginRuntimeOptions
  extends Omit<LoginActorOptions, 'notify' | 'runners' | 'flow' | 'first' | 'locale' | 'completion'> {
  /** Called each time, as the callbacks are. */
  readonly strings: () => Overrides
  /** The configured ones, besides those that are always here. */
  readonly methods: readonly LoginMethod[]
  /** Main as it is by now: the user may have typed before this was loaded. */
  readonly first: Step<Main, LoginEffect>
  readonly completions: Completions
  /** The number of completions when the widget was made. */
  readonly completionsBefore: number
  /** It begins at a landing, or at the step before a reload. */
  readonly isResuming: boolean
  /** Loaded if the URL holds a landing. */
  readonly landing?: typeof import('./landing/landing.method.ts') | false
}

interface Start {
  readonly first: Step<LoginState, LoginEffect>
  readonly methods: readonly LoginMethod[]
}

/** Where the widget begins: at Main, at a landing, or at the step before a reload. */
function readStart({ client, plan, first, methods, isResuming, landing }: LoginRuntimeOptions): Start {
  const { state: main } = first
  const onMain = { first, methods }
  if (!isResuming) return onMain
  const now = clockOf(client).now()
  const calls = main.calls + 1
  const landed = (landing || undefined)?.readLanding(
    client,
    plan,
    readPendingSignIn(clientInternals(client).storage, now, lastEnded(client)),
    calls,
  )
  if (landed) {
    const effects = [...first.effects, { type: 'authenticate_landing', call: calls } as const]
    return { first: { state: { ...landed.state, form: main.form }, effects }, methods: [...methods, landed.method] }
  }
  const step = readStep(client, plan, main, now)
  if (!step) removeStepText(client)
  return step ? { first: { ...step, effects: [...first.effects, ...step.effects] }, methods } : onMain
}

export function createLoginRuntime({
  strings,
  completions,
  completionsBefore,
  ...options
}: LoginRuntimeOptions): LoginRuntime {
  const { client, config, plan } = options
  const { first, methods: loaded } = readStart({ strings, completions, completionsBefore, ...options })
  // Almost every page has one of them, and another may replace a password.
  const methods: readonly LoginMethod[] = [otpMethod, magicLinkMethod, oauthMethod, ...loaded]
  const { notify, ...runtime } = createWidgetRuntime(client, strings)
  const { storage, warn } = clientInternals(client)
  const problems = checkConfig(config)
  if (problems.some(({ isWarning }) => !isWarning)) return createMisconfiguredLogin(runtime, config)
  problems.forEach((problem) => void warn(warningText(problem)))
  const runners = Object.assign({}, ...methods.map((method) => method.runners))
  const flow = loginFlowWith(methods.flatMap((method) => method.flow ?? []))
  const completion = createCompletion(completions, completionsBefore)
  const actor = createLoginActor({
    ...options,
    ...{ notify, runners, flow, completion },
    first: { ...first, effects: [...flow.firstEffects(plan.buttons), ...first.effects] },
    locale: () => strings()['locale.language'] || undefined,
  })
  const lastUsed = config.showLastUsed === false ? undefined : createLastUsed(storage, plan, methods)
  if (!lastUsed) forgetLastUsed(storage)
  const { now } = clockOf(client)
  const keepStep = createStepWriter(client, plan.emailMagicLinks)
  const keep = () => {
    const state = actor.getState()
    const ended = lastEnded(client)
    lastUsed?.note(state, readPendingSignIn(storage, now(), ended))
    writePendingSignIn(storage, now(), ended, state)
    keepStep(state, now())
  }
  actor.subscribe(keep)
  return {
    ...runtime,
    actor,
    canGoBack,
    slots: Object.assign({ lastUsed: lastUsed?.Badge, subtitle: Subtitle }, ...methods.map((method) => method.slots)),
    views: Object.assign({ logged_in: LoggedInView }, ...methods.map((method) => method.views)),
    start: () => runtime.start(actor),
  }
}
