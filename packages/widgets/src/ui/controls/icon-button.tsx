import type { ReactElement } from 'react'

export interface IconButtonProps {
  /** Accessible name and tooltip. */
  readonly label: string
  /** An SVG path of 20 by 20. */
  readonly path: string
  readonly kind?: 'danger' | undefined
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly action?: string
}

/** Keeps the focus while disabled. */
export function IconButton({ label, path, kind, isDisabled = false, action, onClick }: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="latchkey-icon-button"
      part="icon-button"
      data-kind={kind}
      data-action={action}
      aria-label={label}
      aria-disabled={isDisabled}
      title={label}
      onClick={isDisabled ? undefined : onClick}
    >
      <svg className="latchkey-icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
