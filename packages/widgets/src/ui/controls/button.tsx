import type { ReactElement, ReactNode } from 'react'

export interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'submit' | 'button'
  readonly kind?: 'primary' | 'secondary' | 'danger'
  /** A call is pending. The button keeps its size, its name and the focus. */
  readonly isBusy?: boolean
  /** Disabled with `aria-disabled`, so that the button keeps the focus. */
  readonly isDisabled?: boolean
  /** Value of `data-action`, for tests and host pages. */
  readonly action?: string
  readonly onClick?: () => void
}

export function Button({
  children,
  type = 'button',
  kind = 'primary',
  isBusy = false,
  isDisabled = false,
  action,
  onClick,
}: ButtonProps): ReactElement {
  return (
    <button
      type={type}
      className="latchkey-button"
      part="button"
      data-kind={kind}
      aria-busy={isBusy}
      aria-disabled={isBusy || isDisabled}
      data-action={action}
      onClick={isDisabled ? undefined : onClick}
    >
      <span className="latchkey-button-label">{children}</span>
      {isBusy && <span className="latchkey-spinner" />}
    </button>
  )
}
