import { isLatchkeyError } from '@latchkey/client'
import { useClient } from '@latchkey/react'
import { type FormEvent, type ReactElement, useState } from 'react'

const emailField = { type: 'email', autoComplete: 'email' }
const codeField = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const

/** The same without the widget: a form of your own and two calls. */
export function PasscodeForm(): ReactElement {
  const client = useClient()
  const [methodId, setMethodId] = useState<string | null>(null)
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const value = String(new FormData(event.currentTarget).get('value')).trim()
    setIsBusy(true)
    setError('')
    try {
      if (methodId === null) setMethodId((await client.otps.email.loginOrCreate(value)).method_id)
      else await client.otps.authenticate(value, methodId, { session_duration_minutes: 60 })
    } catch (thrown) {
      setError(explain(thrown))
    } finally {
      setIsBusy(false)
    }
  }

  const isCode = methodId !== null
  return (
    <section className="card">
      <h2>{isCode ? 'Enter your passcode' : 'Sign in to Acme'}</h2>
      <p className="muted">
        {isCode ? 'We sent you an email with six digits.' : 'We send a passcode to your address.'}
      </p>
      {/* The key gives each step a field of its own. */}
      <form key={String(isCode)} onSubmit={send}>
        <label>
          {isCode ? 'Passcode' : 'Email'}
          <input name="value" required {...(isCode ? codeField : emailField)} />
        </label>
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        <button type="submit" disabled={isBusy}>
          {isCode ? 'Sign in' : 'Continue'}
        </button>
      </form>
    </section>
  )
}

function explain(thrown: unknown): string {
  if (!isLatchkeyError(thrown)) throw thrown
  if (thrown.name !== 'ApiError') return 'The network does not respond. Try again.'
  if (thrown.error_type === 'otp_code_not_found') return 'This passcode is wrong or has expired.'
  return thrown.error_message
}
