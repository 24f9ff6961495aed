import { passcodeLength } from '@latchkey/contract'
import type { ReactElement } from 'react'
import { useFocusOnFailure } from '../../a11y/use-focus-on-failure.ts'
import { digitsOf } from '../../flow/digits.ts'
import type { Failure } from '../../flow/failure.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Input } from './input.tsx'
import { passcodeInputCss } from './passcode-input.css.ts'
import { useTypedText } from './use-typed-text.ts'

export interface PasscodeInputProps {
  readonly value: string
  readonly labelledBy: string
  readonly describedBy: string
  readonly failure: Failure | null
  /** Read-only while the code is being checked. */
  readonly isBusy: boolean
  readonly onChange: (value: string) => void
}

/** One real input, so that paste, autofill and assistive technology work. The six boxes behind it are decoration. */
export function PasscodeInput(props: PasscodeInputProps): ReactElement {
  const { value, labelledBy, describedBy, failure, isBusy, onChange } = props
  const field = useFocusOnFailure(failure)
  useSheet(passcodeInputCss)
  const typed = useTypedText(value, onChange, (text) => digitsOf(text).slice(0, passcodeLength))
  const active = Math.min(typed.value.length, passcodeLength - 1)

  return (
    <div className="latchkey-passcode" data-invalid={failure !== null} data-busy={isBusy}>
      {Array.from({ length: passcodeLength }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is nothing but its place.
          key={index}
          className="latchkey-passcode-box"
          data-active={index === active && !isBusy}
          data-filled={index < typed.value.length}
          aria-hidden="true"
        />
      ))}
      <Input
        inputRef={field}
        className="latchkey-passcode-input"
        part="passcode-input"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="[0-9]*"
        required
        data-focus=""
        {...typed}
        readOnly={isBusy}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={failure !== null}
      />
    </div>
  )
}
