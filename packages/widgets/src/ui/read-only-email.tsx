import type { ReactElement } from 'react'
import { useUniqueId } from '../a11y/use-unique-id.ts'
import { Input } from './input.tsx'

/** Whose password it is: a real input, for a password manager looks for one beside the password's. */
export function ReadOnlyEmail({ label, email }: { readonly label: string; readonly email: string }): ReactElement {
  const id = useUniqueId()
  return (
    <>
      <label className="latchkey-label" part="label" htmlFor={id}>
        {label}
      </label>
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
