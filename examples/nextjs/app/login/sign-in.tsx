'use client'

import { Login, type LoginConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'

const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const styles = {
  ...modern,
  fontFamily: 'system-ui, sans-serif',
  buttons: {
    ...modern.buttons,
    primary: {
      backgroundColor: 'light-dark(#1d4f91, #8ab8f5)',
      textColor: 'light-dark(#ffffff, #0c1522)',
      borderRadius: 10,
    },
  },
}

export function SignIn() {
  return <Login config={config} styles={styles} />
}
