import { Login, type LoginConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'
import type { ReactElement } from 'react'

/** Links in emails lead back to this page, where the widget signs the user in. */
const here = location.origin + location.pathname

const config: LoginConfig = {
  products: ['oauth', 'emailMagicLinks', 'otp'],
  oauthOptions: {
    providers: [{ type: 'google' }, { type: 'github' }],
    loginRedirectURL: here,
    signupRedirectURL: here,
  },
  emailMagicLinksOptions: { loginRedirectURL: here, signupRedirectURL: here },
  otpOptions: { methods: ['sms'] },
}

/** The widget: it sends the messages, and redeems codes and links. */
export function SignIn(): ReactElement {
  return <Login config={config} styles={modern} />
}
