import type { MouseEvent, ReactElement, ReactNode } from 'react'

export interface LinkButtonProps {
  readonly children: ReactNode
  readonly isDisabled?: boolean
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

/** A button that looks like a link. Keeps the focus while disabled. */
export function LinkButton({ children, isDisabled = false, onClick }: LinkButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="latchkey-link"
      part="link"
      aria-disabled={isDisabled}
      onClick={isDisabled ? undefined : onClick}
    >
      {children}
    </button>
  )
}
