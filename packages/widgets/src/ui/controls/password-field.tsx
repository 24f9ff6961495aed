import type { ReactElement } from 'react'
import { useEffect, useState } from 'react'
import { useFocusOnFailure } from '../../a11y/use-focus-on-failure.ts'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import type { Failure } from '../../flow/failure.ts'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { FieldError } from './field.tsx'
import { Input } from './input.tsx'
import { passwordFieldStrings } from './password-field.strings.ts'
import { useTypedText } from './use-typed-text.ts'

/** Hides the show button of the browser, if it has one. */
const passwordFieldCss = `
.latchkey-password{position:relative}
.latchkey-password-input{padding-inline-end:47px}
.latchkey-password-input::-ms-reveal{display:none}
.latchkey-reveal{position:absolute;inset:4px 4px 4px auto;display:flex;align-items:center;justify-content:center;width:39px;border-radius:calc(var(--_r) - 1px);color:var(--_s);cursor:pointer;transition:background-color .12s,color .12s}
.latchkey-reveal:dir(rtl){inset:4px auto 4px 4px}
.latchkey-reveal:hover{background:var(--_t);color:var(--_p)}
.latchkey-reveal:focus-visible{outline:2px solid var(--_k);outline-offset:0}
.latchkey-reveal>.latchkey-icon{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
`

export interface PasswordFieldProps {
  readonly label: string
  readonly value: string
  /** Tells password managers whether to fill in or to generate a password. */
  readonly autoComplete: 'current-password' | 'new-password'
  /** The id of a further description. */
  readonly describedBy?: string
  readonly failure: Failure | null
  /** Read-only and hidden while the password is being checked. */
  readonly isBusy: boolean
  readonly onChange: (value: string) => void
}

const eye = 'M1.5 10S4.5 4 10 4s8.5 6 8.5 6-3 6-8.5 6-8.5-6-8.5-6z'
const pupil = 'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z'

/** A password input with label, show/hide button and error. */
export function PasswordField(props: PasswordFieldProps): ReactElement {
  const { label, value, autoComplete, describedBy = '', failure, isBusy, onChange } = props
  const t = useText(passwordFieldStrings)
  const id = useUniqueId()
  const error = useFailureText(failure)
  const input = useFocusOnFailure(failure)
  const typed = useTypedText(value, onChange)
  const [wantsToSee, setWantsToSee] = useState(false)
  // Select a wrong password, so that typing replaces it.
  useEffect(() => {
    if (failure && input.current?.matches(':focus')) input.current.select()
  }, [failure, input])
  useSheet(passwordFieldCss)
  // Browsers do not offer to save a password that is submitted as visible text.
  const isVisible = wantsToSee && !isBusy
  return (
    <>
      <label className="latchkey-label" part="label" htmlFor={id}>
        {label}
      </label>
      <div className="latchkey-password">
        <Input
          {...typed}
          inputRef={input}
          id={id}
          type={isVisible ? 'text' : 'password'}
          name="password"
          className="latchkey-input latchkey-password-input"
          part="input"
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck="false"
          required
          readOnly={isBusy}
          data-focus=""
          aria-invalid={Boolean(error)}
          aria-describedby={`${describedBy} ${id}-error`.trim()}
        />
        <button
          type="button"
          className="latchkey-reveal"
          part="reveal"
          aria-label={t(isVisible ? 'password.hide' : 'password.show')}
          onClick={() => setWantsToSee(!wantsToSee)}
        >
          <svg className="latchkey-icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d={eye} />
            <path d={pupil} />
            {!isVisible && <path d="m3 17 14-14" />}
          </svg>
        </button>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </>
  )
}
