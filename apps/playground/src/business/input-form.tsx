import { type ReactElement, useState } from 'react'
import { TextField } from '../ui/fields.tsx'

/** A field and a button. The field is empty after a submission. */
export function InputForm(props: {
  readonly label: string
  readonly button: string
  readonly placeholder?: string
  readonly autoComplete?: 'one-time-code'
  readonly onSubmit: (value: string) => void
}): ReactElement {
  const [value, setValue] = useState('')
  return (
    <form
      className="input-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() === '') return
        props.onSubmit(value.trim())
        setValue('')
      }}
    >
      <TextField
        label={props.label}
        value={value}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete}
        onChange={setValue}
      />
      <button type="submit" className="button button-quiet">
        {props.button}
      </button>
    </form>
  )
}
