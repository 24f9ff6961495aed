import { type ReactElement, useEffect, useId, useState } from 'react'
import { isSessionMinutes, sessionMinuteBounds } from '../settings/settings.ts'

/** Applies only numbers that the provider accepts, because the user may still be typing. */
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
      <span>Session duration in minutes</span>
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
