import type { ReactElement, ReactNode } from 'react'

export interface GatedButtonProps {
  readonly children: ReactNode
  /** The id of the text that says why the button is disabled; undefined if it is not. */
  readonly reasonId?: string | undefined
  readonly type?: 'submit' | 'button'
  readonly kind?: 'primary' | 'secondary' | 'danger'
  readonly isBusy?: boolean
  /** Another call is pending. */
  readonly isDisabled?: boolean
  /** Completes the name for screen readers, where several buttons have the same text. */
  readonly label?: string
  /** Value of `data-action`, for tests and host pages. */
  readonly action: string
  readonly onClick?: () => void
}

/** A small button. Without a permission it is disabled, keeps the focus and is described by the reason. */
export function GatedButton(props: GatedButtonProps): ReactElement {
  const { children, reasonId, type = 'button', kind = 'secondary', isBusy = false, label, action, onClick } = props
  const isDisabled = props.isDisabled === true || reasonId !== undefined
  return (
    <button
      type={type}
      className="latchkey-button latchkey-org-small"
      part="button"
      data-kind={kind}
      data-action={action}
      aria-busy={isBusy}
      aria-disabled={isBusy || isDisabled}
      aria-describedby={reasonId}
      aria-label={label}
      onClick={
        isDisabled
          ? (event) => {
              // A submit button would send the form.
              event.preventDefault()
            }
          : onClick
      }
    >
      <span className="latchkey-button-label">{children}</span>
      {isBusy && <span className="latchkey-spinner" />}
    </button>
  )
}
