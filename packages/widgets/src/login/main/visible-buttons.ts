import { isPhoneTab } from '../../flow/phone-tab.ts'
import type { ButtonProduct } from '../config/login.config.ts'
import type { LoginViewProps } from '../login-view.ts'

type MainButtonProps = Pick<LoginViewProps<'main'>, 'state' | 'plan' | 'slots'>

/** The products that have buttons now. Without any, Main has no divider. */
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
      // Once the runtime is loaded, a method that is missing failed to load.
      (!slots || (slots.choices && slots[name])),
  )
}

/** The number of buttons of a product. Wallets are detected later: at least one button is reserved. */
export function buttonCount({ state, plan }: MainButtonProps, name: ButtonProduct): number {
  if (name === 'oauth') return plan.oauth.providers.length
  return (name === 'crypto' && state.form.walletSlots) || 1
}
