import { isPhoneTab } from '../flow/phone-tab.ts'
import type { ButtonProduct } from './login.config.ts'
import type { LoginViewProps } from './login-view.ts'

type MainButtonProps = Pick<LoginViewProps<'main'>, 'state' | 'plan' | 'slots'>

/** Which products have something to press now. Where nothing is, nothing is divided from the form. */
export function visibleButtons({ state, plan, slots }: MainButtonProps): readonly ButtonProduct[] {
  // If the browser offers passkeys in the email field, there is no button. Without the API that is known at once.
  const hasPasskeys =
    state.form.hasPasskeyButton ||
    state.form.passkeys?.hasAutofill === false ||
    plan.tabs.every(isPhoneTab) ||
    !globalThis.PublicKeyCredential?.isConditionalMediationAvailable
  return plan.buttons.filter(
    (name) =>
      (name !== 'passkeys' || hasPasskeys) &&
      // Once the rest is there, what has not come with it does not come.
      (!slots || (slots.choices && slots[name])),
  )
}

/** How much room a product takes. Which wallets there are is found out later: there is one button at least. */
export function buttonCount({ state, plan }: MainButtonProps, name: ButtonProduct): number {
  if (name === 'oauth') return plan.oauth.providers.length
  return (name === 'crypto' && state.form.walletSlots) || 1
}
