import type { ReactElement, ReactNode } from 'react'
import { useLoadedOrThrow } from '../widget/use-loaded.ts'

const load = () => import('./shadow/shadow-shell.tsx')

/** Draws its children in a shadow root. Only pages that ask for one load what that takes. */
export function LazyShadowRoot({ children }: { readonly children: ReactNode }): ReactElement | null {
  const shell = useLoadedOrThrow(load)
  return shell ? <shell.ShadowShell>{children}</shell.ShadowShell> : null
}
