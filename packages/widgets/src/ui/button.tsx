import type { ReactElement, ReactNode } from 'react'

export interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'submit' | 'button'
  readonly kind?: 'primary' | 'secondary' | 'danger'
  /** Something is on its way. The button keeps its size, its name and the focus. */
  readonly isBusy?: boolean
  /** Not now. It keeps the focus: nobody is thrown out of the screen. */
  readonly isDisabled?: boolean
  /** What it does, for who looks for it. */
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
