import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react'
import { useFocusOnFailure } from '../a11y/use-focus-on-failure.ts'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import type { Failure } from '../flow/failure.ts'
import { useFailureText } from '../i18n/use-text.ts'
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
  /** What is left of what is typed: all of it, where nothing is said. */
  readonly clean?: Clean
  /** Stands before the input, in one line with it. */
  readonly lead?: ReactNode
  /** Its place is kept where nothing is wrong. */
  readonly failure: Failure | null
  readonly onChange: (value: string) => void
}

/** A label, its input, and what is wrong with it. */
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

/** Stands before anything is said in it: only then is it read out. */
export function FieldError({ id, children }: { readonly id: string; readonly children: string }): ReactElement {
  return (
    <div id={id} className="latchkey-error" part="error" role="alert">
      {children}
    </div>
  )
}
