import type { ReactElement, ReactNode } from 'react'
import { useLoadedOrThrow } from './use-loaded.ts'

const load = () => import('../ui/shadow/shadow-shell.tsx')

/** Renders its children in a shadow root. The code is loaded only on pages that use one. */
export function LazyShadowRoot({ children }: { readonly children: ReactNode }): ReactElement | null {
  const shell = useLoadedOrThrow(load)
  return shell ? <shell.ShadowShell>{children}</shell.ShadowShell> : null
}
