import { useClient } from '@latchkey/react'
import { type FormEvent, type ReactElement, useState } from 'react'

type State =
  | { readonly status: 'idle' | 'sending' | 'sent' }
  | { readonly status: 'failed'; readonly message: string; readonly isUnknown: boolean }

/** Sends the email whose link opens the reset widget. */
export function ResetStart({ address }: { readonly address: string }): ReactElement {
  const { passwords } = useClient()
  const [email, setEmail] = useState('')
  const [state, setState] = useState<State>({ status: 'idle' })

  function send(event: FormEvent): void {
    event.preventDefault()
    if (state.status === 'sending') return
    setState({ status: 'sending' })
    passwords.resetByEmailStart({ email, login_redirect_url: address, reset_password_redirect_url: address }).then(
      () => setState({ status: 'sent' }),
      (error: { error_type?: string; message: string }) =>
        setState({ status: 'failed', message: error.message, isUnknown: error.error_type === 'email_not_found' }),
    )
  }

  return (
    <form className="preview-card" onSubmit={send}>
      <h3>Send a reset email</h3>
      <p>The link in it opens this widget. Use the address of a user: sign one up with the sign-in widget.</p>
      <label className="labelled">
        <span>Email of the user</span>
        <input
          className="field"
          type="email"
          required
          autoComplete="off"
          value={email}
          placeholder="ada@example.com"
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </label>
      <button type="submit" className="button button-main" aria-disabled={state.status === 'sending'}>
        Send
      </button>
      {state.status === 'sent' ? <p role="status">Sent. Open the password link in the inbox.</p> : null}
      {state.status === 'failed' ? (
        <p className="notice" data-kind="error" role="alert">
          {state.isUnknown ? 'No user has this address. Sign one up first.' : state.message}
        </p>
      ) : null}
    </form>
  )
}
