import type { ReactElement, ReactNode } from 'react'

export interface ChoiceProps {
  readonly children: ReactNode
  /** Drawn in a field of 20 by 20; its place is kept while it is loaded. */
  readonly mark?: ReactNode
  /** Something is on its way. The button keeps its size, its name and the focus. */
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

/** A way to sign in that is a press of a button: that of a provider, a wallet, a passkey. */
export function Choice({ children, mark, isBusy = false, isDisabled = isBusy, onClick }: ChoiceProps): ReactElement {
  return (
    <button
      type="button"
      className="latchkey-choice"
      part="button choice"
      aria-busy={isBusy}
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
    >
      <span className="latchkey-choice-mark">{isBusy ? <span className="latchkey-spinner" /> : mark}</span>
      <span className="latchkey-choice-label">{children}</span>
    </button>
  )
}
