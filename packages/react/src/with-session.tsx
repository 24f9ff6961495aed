import type { ComponentType, ReactElement } from 'react'
import { createElement } from 'react'
import type { SessionRead } from './readable.ts'
import { useSession } from './use-session.ts'

/**
 * Passes the result of `useSession` to a component as props, for class components.
 *
 * @example
 * class Account extends Component<{ title: string } & SessionRead> { … }
 * const AccountOfSession = withSession(Account)
 * <AccountOfSession title="Your account" />
 */
export function withSession<Props extends SessionRead>(
  Wrapped: ComponentType<Props>,
): { (props: Omit<Props, keyof SessionRead>): ReactElement; displayName: string } {
  function WithSession(props: Omit<Props, keyof SessionRead>): ReactElement {
    return createElement(Wrapped, { ...props, ...useSession() } as Props)
  }
  WithSession.displayName = `withSession(${Wrapped.displayName ?? Wrapped.name})`
  return WithSession
}
