import type { ReactElement } from 'react'
import { Mailed } from './password-mail.tsx'
import type { PasswordEvent, PasswordMail } from './passwords.flow.ts'

export interface PasswordMailViewProps {
  readonly state: PasswordMail
  readonly send: (event: PasswordEvent) => void
}

export function PasswordMailView({ state, send }: PasswordMailViewProps): ReactElement {
  return <Mailed state={state} onResend={() => send({ type: 'resend_clicked' })} />
}
