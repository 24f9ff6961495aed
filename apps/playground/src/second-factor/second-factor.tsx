import type { User } from '@latchkey/client'
import { useClient } from '@latchkey/react'
import { type ReactElement, useMemo, useState } from 'react'
import { createAuthenticatorApp } from './authenticator-app.ts'
import { CodeForm } from './code-form.tsx'
import { type Enrollment, EnrollmentView, RecoveryCodes } from './enrollment-view.tsx'

const enrollmentMinutes = 30

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
      {enrollment ? <EnrollmentView enrollment={enrollment} /> : null}
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
      {recoveryCodes ? <RecoveryCodes codes={recoveryCodes} /> : null}
    </div>
  )
}
