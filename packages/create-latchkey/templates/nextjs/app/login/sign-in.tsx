'use client'

import { Login, type LoginConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'

// Identity providers return to this page, where the widget completes the sign-in. On the server there is no location.
const here = typeof location === 'undefined' ? '' : `${location.origin}/login`

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
  return <Login config={config} styles={modern} />
}
