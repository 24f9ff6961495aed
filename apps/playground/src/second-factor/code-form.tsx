import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react'
import type { AuthenticatorApp } from './authenticator-app.ts'

const refreshMs = 1_000

export interface CodeFormProps {
  readonly label: string
  readonly button: string
  /** Shows its code next to the field. */
  readonly app?: AuthenticatorApp
  /** Filled in by a button. */
  readonly suggestion?: string | undefined
  readonly onSubmit: (code: string) => void
}

/** A field for a code, with the current code of the built-in app or a suggestion to fill in. */
export function CodeForm({ label, button, app, suggestion, onSubmit }: CodeFormProps): ReactElement {
  const [code, setCode] = useState('')
  const id = useId()
  const current = useCurrentCode(app) ?? suggestion ?? null
  function submit(event: FormEvent): void {
    event.preventDefault()
    onSubmit(code)
    setCode('')
  }
  return (
    <form className="code-form" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field"
        value={code}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {current ? (
        <button type="button" className="chip-button code-suggestion" onClick={() => setCode(current)}>
          <code>{current}</code> Fill in
        </button>
      ) : null}
      <button type="submit" className="chip-button" aria-disabled={code === ''}>
        {button}
      </button>
    </form>
  )
}

/** The code of the app, read again every second. */
function useCurrentCode(app: AuthenticatorApp | undefined): string | null {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    if (!app) return
    let isCurrent = true
    const read = (): void => void app.code().then((next) => isCurrent && setCode(next))
    read()
    const timer = setInterval(read, refreshMs)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [app])
  return code
}
