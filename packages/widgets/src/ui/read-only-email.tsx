import type { ReactElement } from 'react'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import { Input } from './controls/input.tsx'

export interface ReadOnlyEmailProps {
  readonly label: string
  readonly email: string
  /** A link to change it, if it can be changed. */
  readonly edit?: ReactElement
}

/** The account of a password. A real input, because password managers look for one next to the password. */
export function ReadOnlyEmail({ label, email, edit }: ReadOnlyEmailProps): ReactElement {
  const id = useUniqueId()
  return (
    <>
      <div className="latchkey-read-only-line">
        <label className="latchkey-label" part="label" htmlFor={id}>
          {label}
        </label>
        {edit}
      </div>
      <Input
        id={id}
        type="email"
        name="email"
        className="latchkey-input latchkey-read-only"
        part="input"
        autoComplete="username"
        value={email}
        readOnly
      />
    </>
  )
}
