import { Login, type LoginConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'

// Identity providers return to this page, where the widget completes the sign-in.
const here = location.origin + location.pathname

const config: LoginConfig = {
  products: ['otp', 'oauth'],
  otpOptions: { methods: ['email'] },
  oauthOptions: {
    providers: [{ type: 'google' }, { type: 'github' }],
    loginRedirectURL: here,
    signupRedirectURL: here,
  },
}

export function SignIn() {
  return (
    <>
      <Login config={config} styles={modern} />
      {import.meta.env.DEV && (
        <p className="hint">
          Any email address works. The code is in the{' '}
          <a href={`${import.meta.env.VITE_LATCHKEY_URL}/inbox`} target="_blank" rel="noreferrer">
            inbox
          </a>
          .
        </p>
      )}
    </>
  )
}
