import type { ReactElement, ReactNode } from 'react'
import { useLoaded } from '../widget/use-loaded.ts'

const load = () => import('./shadow/shadow-shell.tsx')

/** Draws its children in a shadow root. Only pages that ask for one load what that takes. */
export function InShadow({ children }: { readonly children: ReactNode }): ReactElement | null {
  const { value, failure } = useLoaded(load)
  // Whoever guards the widget says so, and offers to try again.
  if (failure) throw failure
  return value ? <value.ShadowShell>{children}</value.ShadowShell> : null
}
