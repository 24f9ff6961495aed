'use client'

import { Login, type LoginConfig } from '@latchkey/widgets'

const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }

export function SignIn() {
  return <Login config={config} />
}
