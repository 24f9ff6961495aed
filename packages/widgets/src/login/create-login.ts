import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { tokenTypeParameter } from '@latchkey/contract'
import type { LoginConfig, LoginPlan } from '../config/login.config.ts'
import { buttonMethods } from '../methods/methods.ts'
import type { LatestProps } from '../widget/use-latest-props.ts'
import type { Completions } from './completion.ts'
import { importAgain } from './import-again.ts'
import { loadMethods } from './load-methods.ts'
import type { LoginStore } from './login-store.ts'
import { createLoginStore } from './login-store.ts'
import { startMain } from './main/main.flow.ts'
import { MainView } from './main/main.view.tsx'
import { hasStep } from './storage/step-storage.ts'

export interface LoginOptions extends LatestProps {
  readonly client: Client
  readonly config: LoginConfig
  readonly plan: LoginPlan
  readonly completions: Completions
}

/** Creates the store of one login widget. Nothing happens before it is started. */
export function createLogin(options: LoginOptions): LoginStore {
  const { client, config, plan } = options
  const { session, platform } = clientInternals(client)
  // The host page may redeem a landing before the runtime is loaded: this widget must notice that.
  const wasSignedIn = session.get().session !== undefined
  const completionsBefore = options.completions.count
  const hasLanding = config.handleLandings !== false && platform.location.href.includes(tokenTypeParameter)
  const state = startMain(plan.tabs)
  for (const name of plan.buttons)
    Object.assign(
      state.form,
      buttonMethods[name].start?.(plan, platform, () => store),
    )
  const store = createLoginStore({
    first: { state, effects: [] },
    main: MainView,
    isResuming: hasLanding || (!wasSignedIn && hasStep(client)),
    isAlone: plan.tabs.length === 0 && !plan.buttons.includes('oauth'),
    reportError: options.onError,
    async load(isResuming) {
      const errors: Error[] = []
      const note = (error: Error) => void errors.push(error)
      const [{ createLoginRuntime }, methods, landing] = await Promise.all([
        import('./login-runtime.ts').catch((error) =>
          importAgain<typeof import('./login-runtime.ts')>(error, 'createLoginRuntime'),
        ),
        loadMethods(plan, note),
        isResuming && hasLanding && import('./landing/landing.method.ts'),
      ])
      // Reported once everything else is loaded.
      errors.forEach(options.onError)
      return (first) =>
        createLoginRuntime({ ...options, first, wasSignedIn, completionsBefore, methods, isResuming, landing })
    },
  })
  return store
}
