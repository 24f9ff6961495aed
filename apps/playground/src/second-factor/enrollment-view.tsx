import type { TotpsCreateResponse } from '@latchkey/client'
import type { ReactElement } from 'react'
import { CopyButton } from '../ui/copy-button.tsx'

/** A new authenticator app, until its first code. */
export type Enrollment = Pick<TotpsCreateResponse, 'qr_code' | 'secret' | 'recovery_codes'>

export function EnrollmentView({ enrollment }: { readonly enrollment: Enrollment }): ReactElement {
  return (
    <div className="enrollment">
      <img src={enrollment.qr_code} alt="QR code of the secret" width="132" height="132" />
      <div>
        <p>Scan it with an authenticator app, or use the built-in one. Then enter the code.</p>
        <p className="secret">
          <code>{enrollment.secret}</code> <CopyButton text={enrollment.secret} />
        </p>
      </div>
    </div>
  )
}

export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }): ReactElement {
  return (
    <ul className="recovery-codes" aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
  )
}
