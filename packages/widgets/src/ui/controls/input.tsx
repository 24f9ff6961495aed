import type { Context, InputHTMLAttributes, ReactElement, RefObject } from 'react'
import { createContext, useContext } from 'react'

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly inputRef?: RefObject<HTMLInputElement | null>
  /** Takes the focus after a screen change. */
  readonly 'data-focus'?: ''
}

type Slotted = (props: InputProps) => ReactElement | null

/** Replaces inputs inside a shadow root. Undefined outside of one. */
export const SlottedContext: Context<Slotted | null> = /* @__PURE__ */ createContext<Slotted | null>(null)

/** An input that password managers and browser extensions can find and fill in. */
export function Input(props: InputProps): ReactElement {
  const Slotted = useContext(SlottedContext)
  if (Slotted) return <Slotted {...props} />
  const { inputRef, ...native } = props
  return <input {...native} ref={inputRef} />
}
