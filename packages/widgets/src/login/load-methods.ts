import type { LoginPlan } from '../config/login.config.ts'
import { buttonMethods, formMethods } from '../methods/methods.ts'
import type { LoginMethod } from './login-method.ts'
import { loadChoices } from './main/main-buttons.tsx'

/**
 * Loads the configured methods that `login-runtime.ts` does not contain, with all their screens. A button that cannot be
 * loaded is reported and does not affect the other methods.
 */
export async function loadMethods(plan: LoginPlan, note: (error: Error) => void): Promise<LoginMethod[]> {
  const { tabs, buttons } = plan
  // The only method must load.
  const spare = tabs.length + buttons.length > 1 ? note : undefined
  const loaded = await Promise.all([
    ...formMethods.map((load) => load(plan)),
    buttons[0] && loadChoices().catch(spare),
    ...buttons.map((name) => buttonMethods[name].load(plan)?.catch(spare)),
  ])
  return loaded.flatMap((module) => module?.method ?? [])
}
