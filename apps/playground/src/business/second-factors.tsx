import type { ReactElement, ReactNode } from 'react'
import { CodeForm } from '../second-factor/code-form.tsx'
import { EnrollmentView, RecoveryCodes } from '../second-factor/enrollment-view.tsx'
import { InputForm } from './input-form.tsx'
import type { SecondFactors } from './use-second-factors.ts'

/** The second factors of a member, each with what it can do next. */
export function SecondFactorList({ factors }: { readonly factors: SecondFactors }): ReactElement {
  return (
    <div className="second-factor member-factors">
      {factors.allows('totp') ? <App factors={factors} /> : null}
      {factors.allows('sms_otp') ? <Phone factors={factors} /> : null}
    </div>
  )
}

function App({ factors }: { readonly factors: SecondFactors }): ReactElement {
  const { member, required, enrollment, recoveryCodes } = factors
  const isEnrolled = member.totp_registration_id !== ''
  const state = enrollment ? 'enter the first code' : isEnrolled ? 'enrolled' : 'not enrolled'
  return (
    <Factor name="Authenticator app" state={state}>
      {isEnrolled && !required ? (
        <button type="button" className="chip-button" onClick={factors.removeApp}>
          Remove the app
        </button>
      ) : null}
      {isEnrolled || enrollment ? null : (
        <button type="button" className="chip-button" onClick={factors.addApp}>
          Add an authenticator app
        </button>
      )}
      {enrollment ? <EnrollmentView enrollment={enrollment} /> : null}
      {isEnrolled || enrollment ? (
        <CodeForm
          label="Code of the authenticator app"
          app={factors.app}
          button="Verify"
          onSubmit={factors.verifyApp}
        />
      ) : null}
      {isEnrolled ? (
        <CodeForm label="Recovery code" button="Use" suggestion={recoveryCodes?.[0]} onSubmit={factors.recover} />
      ) : null}
      {isEnrolled && !required ? (
        <div className="member-choices">
          <button type="button" className="chip-button" onClick={factors.showRecoveryCodes}>
            Show recovery codes
          </button>
          <button type="button" className="chip-button" onClick={factors.replaceRecoveryCodes}>
            Replace recovery codes
          </button>
        </div>
      ) : null}
      {recoveryCodes ? <RecoveryCodes codes={recoveryCodes} /> : null}
    </Factor>
  )
}

function Phone({ factors }: { readonly factors: SecondFactors }): ReactElement {
  const { member, required, isTextSent } = factors
  const number = required ? required.member_options?.mfa_phone_number : member.mfa_phone_number
  return (
    <Factor name="Text message" state={number || 'no phone number'}>
      {number ? (
        <div className="member-choices">
          <button type="button" className="chip-button" onClick={() => factors.sendText()}>
            {isTextSent ? 'Send another text message' : 'Send a text message'}
          </button>
          {required ? null : (
            <button type="button" className="chip-button" onClick={factors.removePhone}>
              Remove the number
            </button>
          )}
        </div>
      ) : (
        <InputForm
          label="Phone number"
          placeholder="+15005550006"
          button="Send a text message"
          onSubmit={factors.sendText}
        />
      )}
      {isTextSent ? <CodeForm label="Code of the text message" button="Verify" onSubmit={factors.verifyText} /> : null}
    </Factor>
  )
}

function Factor(props: { readonly name: string; readonly state: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="factor" aria-label={props.name}>
      <p className="member-name">
        <strong>{props.name}</strong>
        <small>{props.state}</small>
      </p>
      {props.children}
    </section>
  )
}
