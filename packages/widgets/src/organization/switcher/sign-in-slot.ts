import type { Context, ReactElement } from 'react'
import { createContext } from 'react'
import type { SwitcherEntry } from './switcher.flow.ts'

interface SignInSlotProps {
  readonly entry: SwitcherEntry
  readonly onDone: () => void
}

/** What asks for the missing factor. A view renders it, and does not know the client. */
export const SignInSlot: Context<(props: SignInSlotProps) => ReactElement | null> = /* @__PURE__ */ createContext<
  (props: SignInSlotProps) => ReactElement | null
>(() => null)

export type { SignInSlotProps }
