import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react'
import { useFocusOnFailure } from '../../a11y/use-focus-on-failure.ts'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import type { Failure } from '../../flow/failure.ts'
import { useFailureText } from '../../i18n/use-text.ts'
import { Input } from './input.tsx'
import type { Clean } from './use-typed-text.ts'
import { useTypedText } from './use-typed-text.ts'

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'name' | 'autoComplete' | 'inputMode' | 'placeholder' | 'onFocus'
>

export interface FieldProps extends Native {
  readonly label: string
  readonly value: string
  /** Removes characters that are not allowed. Defaults to all text. */
  readonly clean?: Clean
  /** Rendered before the input, on the same line. */
  readonly lead?: ReactNode
  /** The height of the error is reserved. */
  readonly failure: Failure | null
  readonly onChange: (value: string) => void
}

/** A label, its input and its error. */
export function Field({ label, value, clean, lead, failure, onChange, ...native }: FieldProps): ReactElement {
  const id = useUniqueId()
  const error = useFailureText(failure)
  const input = useFocusOnFailure(failure)
  const typed = useTypedText(value, onChange, clean)
  const control = (
    <Input
      {...native}
      {...typed}
      inputRef={input}
      id={id}
      className="latchkey-input"
      part="input"
      required
      autoCapitalize="none"
      spellCheck="false"
      aria-invalid={Boolean(error)}
      aria-describedby={`${id}-error`}
    />
  )
  return (
    <>
      <label className="latchkey-label" part="label" htmlFor={id}>
        {label}
      </label>
      {lead ? (
        <div className="latchkey-line">
          {lead}
          {control}
        </div>
      ) : (
        control
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </>
  )
}

/** A live region must exist before its text changes, or it is not announced. */
export function FieldError({ id, children }: { readonly id: string; readonly children: string }): ReactElement {
  return (
    <div id={id} className="latchkey-error" part="error" role="alert">
      {children}
    </div>
  )
}
