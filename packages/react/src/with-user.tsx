import type { ComponentType, ReactElement } from 'react'
import { createElement } from 'react'
import type { UserRead } from './readable.ts'
import { useUser } from './use-user.ts'

/**
 * Passes the result of `useUser` to a component as props, for class components.
 *
 * @example
 * class Greeting extends Component<{ greeting: string } & UserRead> { … }
 * const GreetingOfUser = withUser(Greeting)
 * <GreetingOfUser greeting="Hello" />
 */
export function withUser<Props extends UserRead>(
  Wrapped: ComponentType<Props>,
): { (props: Omit<Props, keyof UserRead>): ReactElement; displayName: string } {
  function WithUser(props: Omit<Props, keyof UserRead>): ReactElement {
    return createElement(Wrapped, { ...props, ...useUser() } as Props)
  }
  WithUser.displayName = `withUser(${Wrapped.displayName ?? Wrapped.name})`
  return WithUser
}
