import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { tokenTypeParameter } from '@latchkey/contract'
import { isPhoneTab } from '../flow/phone-tab.ts'
import { countWalletSlots } from '../methods/crypto/wallet-slots.ts'
import type { LatestProps } from '../widget/use-latest-props.ts'
import type { Completions } from './completion.ts'
import type { LoginConfig, LoginPlan } from './config/login.config.ts'
import { loadMethods } from './load-methods.ts'
import type { LoginStore } from './login-store.ts'
import { createLoginStore } from './login-store.ts'
import { startMain } from './main/main.flow.ts'
import { MainView } from './main/main.view.tsx'
import { hasStep } from './step-storage.ts'

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
  let main = startMain(plan.tabs)
  if (plan.buttons.includes('crypto')) {
    const walletSlots = countWalletSlots(platform as unknown as EventTarget, plan)
    main = { ...main, form: { ...main.form, walletSlots } }
  }
  const store = createLoginStore({
    first: { state: main, effects: [] },
    main: MainView,
    isResuming: hasLanding || (!wasSignedIn && hasStep(client)),
    isAlone: plan.tabs.length === 0 && !plan.buttons.includes('oauth'),
    reportError: options.onError,
    async load(isResuming) {
      const errors: Error[] = []
      const note = (error: Error) => void errors.push(error)
      const [{ createLoginRuntime: createLoginRest }, methods, landing] = await Promise.all([
        import('./login-runtime.ts'),
        loadMethods(plan, note),
        isResuming && hasLanding && import('./landing/landing.method.ts'),
      ])
      // Reported once everything else is loaded.
      errors.forEach(options.onError)
      return (first) =>
        createLoginRest({ ...options, first, wasSignedIn, completionsBefore, methods, isResuming, landing })
    },
  })
  watchAutofill(plan, store)
  return store
}

/**
 * Shows the passkey button before the first paint if the browser does not offer passkeys in a field. A later answer
 * would move the page: the passkey method then waits for the user. So does a page with room that a server reserved.
 */
function watchAutofill({ tabs, buttons }: LoginPlan, store: LoginStore): void {
  const { PublicKeyCredential: passkeys } = globalThis as Partial<typeof globalThis>
  if (!buttons.includes('passkeys') || tabs.every(isPhoneTab)) return
  if (!passkeys?.isConditionalMediationAvailable || Document.prototype.querySelector.call(document, '.latchkey>svg'))
    return
  let isPainted = false
  requestAnimationFrame(() => {
    isPainted = true
  })
  passkeys.isConditionalMediationAvailable().then((isSupported) => {
    if (!isSupported && !isPainted && store.get().state.screen === 'main') store.send({ type: 'autofill_missing' })
  })
}
