import { defineElements } from './define-elements.ts'
import { LatchkeyIdentityProvider } from './identity-provider-element.tsx'
import { LatchkeyLogin } from './login-element.tsx'
import { LatchkeyPasskeyRegistration } from './passkey-registration-element.tsx'
import { LatchkeyResetPassword } from './reset-password-element.tsx'

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-identity-provider': LatchkeyIdentityProvider
    'latchkey-login': LatchkeyLogin
    'latchkey-passkey-registration': LatchkeyPasskeyRegistration
    'latchkey-reset-password': LatchkeyResetPassword
  }
}

defineElements({
  'identity-provider': LatchkeyIdentityProvider,
  login: LatchkeyLogin,
  'passkey-registration': LatchkeyPasskeyRegistration,
  'reset-password': LatchkeyResetPassword,
})
