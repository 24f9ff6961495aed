import type { TotpsCreateResponse, User } from '@latchkey/client'
import { useClient } from '@latchkey/react'
import { type FormEvent, type ReactElement, useEffect, useId, useMemo, useState } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'
import { type AuthenticatorApp, createAuthenticatorApp } from './authenticator-app.ts'

type Enrollment = Pick<TotpsCreateResponse, 'qr_code' | 'secret' | 'recovery_codes'>

const enrollmentMinutes = 30
const refreshMs = 1_000

/** An authenticator app (TOTP) for the signed-in user: enrollment, codes and recovery codes. */
export function SecondFactor({
  user,
  sessionMinutes,
}: {
  readonly user: User
  readonly sessionMinutes: number
}): ReactElement {
  const { totps, user: users } = useClient()
  const app = useMemo(() => createAuthenticatorApp(user.user_id), [user.user_id])
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [notice, setNotice] = useState<{ readonly kind: 'good' | 'error'; readonly text: string } | null>(null)
  const duration = { session_duration_minutes: sessionMinutes }
  const enrolled = user.totps.find(({ verified }) => verified)

  /** Runs a call and shows its result. */
  function run(call: () => Promise<string | null>): void {
    call().then(
      (text) => setNotice(text === null ? null : { kind: 'good', text }),
      (error: unknown) => setNotice({ kind: 'error', text: error instanceof Error ? error.message : String(error) }),
    )
  }
  const enroll = (): void =>
    run(async () => {
      const created = await totps.create({ expiration_minutes: enrollmentMinutes })
      app.scan(created.secret)
      setEnrollment(created)
      return null
    })
  const verify = (totp_code: string): void =>
    run(async () => {
      await totps.authenticate({ totp_code, ...duration })
      if (enrollment) setRecoveryCodes(enrollment.recovery_codes)
      setEnrollment(null)
      return 'The code is correct. The session has the factor “totp”.'
    })
  const recover = (recovery_code: string): void =>
    run(async () => {
      await totps.recover({ recovery_code, ...duration })
      setRecoveryCodes(null)
      return 'The recovery code is correct and used up.'
    })
  const remove = (totpId: string): void =>
    run(async () => {
      await users.deleteTOTP(totpId)
      app.forget()
      setRecoveryCodes(null)
      return 'The authenticator app is removed.'
    })

  return (
    <div className="second-factor">
      {notice ? (
        <p className="notice" data-kind={notice.kind} role={notice.kind === 'error' ? 'alert' : 'status'}>
          {notice.text}
        </p>
      ) : null}
      {enrollment ? (
        <div className="enrollment">
          <img src={enrollment.qr_code} alt="QR code of the secret" width="132" height="132" />
          <div>
            <p>Scan it with an authenticator app, or use the built-in one. Then enter the code.</p>
            <p className="secret">
              <code>{enrollment.secret}</code> <CopyButton text={enrollment.secret} />
            </p>
          </div>
        </div>
      ) : null}
      {enrolled || enrollment ? (
        <CodeForm label="Code of the authenticator app" app={app} button="Verify" onSubmit={verify} />
      ) : (
        <p className="option-row">
          <button type="button" className="chip-button" onClick={enroll}>
            Add an authenticator app
          </button>
          <a className="panel-link" href="/docs/mfa">
            Docs
          </a>
        </p>
      )}
      {enrolled ? (
        <>
          <CodeForm label="Recovery code" button="Use" onSubmit={recover} suggestion={recoveryCodes?.[0]} />
          <p className="option-row">
            <button
              type="button"
              className="chip-button"
              onClick={() =>
                run(async () => {
                  const response = await totps.recoveryCodes()
                  setRecoveryCodes(response.totps.flatMap(({ recovery_codes }) => recovery_codes))
                  return null
                })
              }
            >
              Show recovery codes
            </button>
            <button type="button" className="chip-button" onClick={() => remove(enrolled.totp_id)}>
              Remove the app
            </button>
          </p>
        </>
      ) : null}
      {recoveryCodes ? (
        <ul className="recovery-codes" aria-label="Recovery codes">
          {recoveryCodes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

interface CodeFormProps {
  readonly label: string
  readonly button: string
  /** Shows its code next to the field. */
  readonly app?: AuthenticatorApp
  /** Filled in by a button. */
  readonly suggestion?: string | undefined
  readonly onSubmit: (code: string) => void
}

function CodeForm({ label, button, app, suggestion, onSubmit }: CodeFormProps): ReactElement {
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
