import type { ReactElement, ReactNode } from 'react'
import { createElement, Fragment } from 'react'
import { useReadable } from './latchkey-provider.tsx'
import { usePermissions } from './use-permissions.ts'

/** The props of `SignedIn` and `SignedOut`. */
export interface GateProps {
  /**
   * What to show while it is not known whether a user is signed in: while a server renders the page without an
   * `initialState`, and during hydration.
   * @default nothing
   */
  readonly loading?: ReactNode
  readonly children?: ReactNode
}

/** The props of `Protect`. */
export interface ProtectProps extends GateProps {
  readonly resource: string
  readonly action: string
  /** What to show to users who are signed out, or whose roles do not permit the action. @default nothing */
  readonly fallback?: ReactNode
}

/**
 * Shows its children to users who are signed in. They are part of your page even when they are hidden: do not put
 * secrets there.
 *
 * @example
 * <SignedIn loading={<Spinner />}>
 *   <AccountMenu />
 * </SignedIn>
 */
export function SignedIn({ loading, children }: GateProps): ReactElement {
  const { session, isInitialized } = useReadable('SignedIn', 'session')
  return show(isInitialized ? session && children : loading)
}

/**
 * Shows its children to users who are signed out.
 *
 * @example
 * <SignedOut>
 *   <a href="/login">Sign in</a>
 * </SignedOut>
 */
export function SignedOut({ loading, children }: GateProps): ReactElement {
  const { session, isInitialized } = useReadable('SignedOut', 'session')
  return show(isInitialized ? !session && children : loading)
}

/**
 * Shows its children if the roles of the user permit an action. Your server must check the permission as well. `loading`
 * is shown until the session and the policy of the project are known.
 *
 * @example
 * <Protect resource="documents" action="delete" fallback={<p>Ask an editor.</p>}>
 *   <DeleteButton />
 * </Protect>
 */
export function Protect({ resource, action, fallback, loading, children }: ProtectProps): ReactElement {
  const { isDecided, isAuthorized } = usePermissions('Protect')
  if (!isDecided) return show(loading)
  return show(isAuthorized(resource, action) ? children : fallback)
}

function show(content: ReactNode): ReactElement {
  return createElement(Fragment, null, content)
}
