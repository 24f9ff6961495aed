import type { ButtonProduct, LoginPlan } from './login.config.ts'
import type { LoginViewProps } from './login-view.ts'

/** Which products have something to press now. Where nothing is, nothing is divided from the form. */
export function shownButtons({
  state,
  plan,
}: Pick<LoginViewProps<'main'>, 'state' | 'plan'>): readonly ButtonProduct[] {
  // Where the browser offers passkeys in the address field, a button would say the same twice.
  const hasPasskeys = state.form.passkeys?.hasAutofill === false || !hasEmailField(plan)
  return plan.buttons.filter((name) => name !== 'passkeys' || hasPasskeys)
}

/** Is there a form that begins with an e-mail address? */
function hasEmailField({ tabs }: LoginPlan): boolean {
  return tabs.some((tab) => tab !== 'sms' && tab !== 'whatsapp')
}
