import type { ReactElement, ReactNode } from 'react'

export interface ButtonProps {
  readonly children: ReactNode
  readonly type?: 'submit' | 'button'
  readonly kind?: 'primary' | 'secondary'
  /** Something is on its way. The button keeps its size, its name and the focus. */
  readonly isBusy?: boolean
  readonly onClick?: () => void
}

export function Button({
  children,
  type = 'button',
  kind = 'primary',
  isBusy = false,
  onClick,
}: ButtonProps): ReactElement {
  return (
    <button
      type={type}
      className="latchkey-button"
      part="button"
      data-kind={kind}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={onClick}
    >
      <span className="latchkey-button-label">{children}</span>
      {isBusy && <span className="latchkey-spinner" />}
    </button>
  )
}
