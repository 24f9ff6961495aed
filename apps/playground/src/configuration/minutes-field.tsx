import { type ReactElement, useEffect, useId, useState } from 'react'
import { isSessionMinutes, sessionMinuteBounds } from '../settings/settings.ts'

/** A number may be half typed: only one that the provider accepts is taken over. */
export function MinutesField(props: {
  readonly value: number
  readonly onChange: (minutes: number) => void
}): ReactElement {
  const [text, setText] = useState(String(props.value))
  const hintId = useId()
  const isValid = isSessionMinutes(Number(text))
  useEffect(() => setText(String(props.value)), [props.value])
  return (
    <label className="labelled">
      <span>Session length, in minutes</span>
      <input
        className="field"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={!isValid}
        aria-describedby={hintId}
        onChange={(event) => {
          const typed = event.currentTarget.value
          setText(typed)
          if (isSessionMinutes(Number(typed))) props.onChange(Number(typed))
        }}
      />
      <small id={hintId}>
        {sessionMinuteBounds.min} to {sessionMinuteBounds.max.toLocaleString('en')}
      </small>
    </label>
  )
}
