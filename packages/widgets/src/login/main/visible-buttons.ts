import type { ButtonProduct } from '../../config/login.config.ts'
import { buttonMethods } from '../../methods/methods.ts'
import type { LoginViewProps } from '../login-method.ts'

type MainButtonProps = Pick<LoginViewProps<'main'>, 'state' | 'plan' | 'slots'>

/** The products that have buttons now. Without any, Main has no divider. */
export function visibleButtons({ state, plan, slots }: MainButtonProps): readonly ButtonProduct[] {
  return plan.buttons.filter(
    (name) =>
      buttonMethods[name].count(plan, state.form) > 0 &&
      // Once the runtime is loaded, a method that is missing failed to load.
      (!slots || (slots.choices && slots[name])),
  )
}

/** The number of buttons of a product. */
export function buttonCount({ state, plan }: MainButtonProps, name: ButtonProduct): number {
  return buttonMethods[name].count(plan, state.form)
}
