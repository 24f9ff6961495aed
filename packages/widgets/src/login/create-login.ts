import type { Client } from '@latchkey/client'
import { clientInternals } from '@latchkey/client/internal'
import { countPlaces } from '../methods/crypto/wallet-places.ts'
import type { Live } from '../widget/use-live.ts'
import type { Completions } from './completion.ts'
import { createCompletion } from './completion.ts'
import { loadMethods } from './load-methods.ts'
import type { LoginConfig, LoginPlan } from './login.config.ts'
import type { Stage } from './login-stage.ts'
import { createStage } from './login-stage.ts'
import { firstEffects, startMain } from './main.flow.ts'
import { MainView } from './main.view.tsx'

export interface LoginParts extends Live {
  readonly client: Client
  readonly config: LoginConfig
  readonly plan: LoginPlan
  readonly completions: Completions
}

/** One login widget. Nothing happens before it is started. */
export function createLogin({ plan, completions, ...parts }: LoginParts): Stage {
  // A page that a mailed link leads to may sign in before the rest is loaded: that is news to this widget.
  const { session, platform } = clientInternals(parts.client)
  const wasSignedIn = session.get().session !== undefined
  const completion = createCompletion(completions)
  let main = startMain(plan.tabs)
  if (plan.buttons.includes('crypto')) {
    const walletPlaces = countPlaces(platform as unknown as EventTarget, plan)
    main = { ...main, form: { ...main.form, walletPlaces } }
  }
  return createStage({
    first: { state: main, effects: firstEffects(plan.buttons) },
    main: MainView,
    isAlone: plan.tabs.length === 0 && !plan.buttons.includes('oauth'),
    report: parts.onError,
    async load() {
      const missed: Error[] = []
      const note = (error: Error) => void missed.push(error)
      const [{ createLoginRest }, methods] = await Promise.all([import('./login-rest.ts'), loadMethods(plan, note)])
      // Told once everything else is there.
      missed.forEach(parts.onError)
      return (first) => createLoginRest({ ...parts, plan, first, wasSignedIn, completion, methods })
    },
  })
}
