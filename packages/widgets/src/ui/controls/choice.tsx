import type { ReactElement, ReactNode } from 'react'

export interface ChoiceProps {
  readonly children: ReactNode
  /** An icon of 20 by 20 pixels. Its space is reserved while it loads. */
  readonly icon?: ReactNode
  /** A call is pending. The button keeps its size, its name and the focus. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

/** The button of a sign-in method on Main. */
export function Choice({ children, icon, isBusy = false, isDisabled = isBusy, onClick }: ChoiceProps): ReactElement {
  return (
    <button
      type="button"
      className="latchkey-choice"
      part="button choice"
      aria-busy={isBusy}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
    >
      <span className="latchkey-choice-icon">{isBusy ? <span className="latchkey-spinner" /> : icon}</span>
      <span className="latchkey-choice-label">{children}</span>
    </button>
  )
}
