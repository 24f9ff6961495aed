import type { Context, InputHTMLAttributes, ReactElement, RefObject } from 'react'
import { createContext, useContext } from 'react'

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly inputRef?: RefObject<HTMLInputElement | null>
  /** Takes the focus when its screen comes. */
  readonly 'data-focus'?: ''
}

type Slotted = (props: InputProps) => ReactElement | null

/** What an input is in a shadow root. Missing where there is none. */
export const SlottedContext: Context<Slotted | null> = /* @__PURE__ */ createContext<Slotted | null>(null)

/** An input that others may fill in: password managers, and whoever else looks for one in the document. */
export function Input(props: InputProps): ReactElement {
  const Slotted = useContext(SlottedContext)
  if (Slotted) return <Slotted {...props} />
  const { inputRef, ...native } = props
  return <input {...native} ref={inputRef} />
}
