// Compiled against the installed packages, with the types of React 18 and of React 19.
import '@latchkey/elements/define'
import type { LatchkeyLogin } from '@latchkey/elements'
import type {} from '@latchkey/elements/jsx'
import type { ReactElement } from 'react'

export function Elements(): ReactElement {
  return (
    <>
      <latchkey-login
        public-token="public-token-test-1"
        api="http://localhost:4000"
        products="otp"
        otp-methods="email"
      />
      <latchkey-reset-password public-token="public-token-test-1" locale="de" color-scheme="auto" />
      <latchkey-passkey-registration public-token="public-token-test-1" />
      <latchkey-identity-provider public-token="public-token-test-1" />
    </>
  )
}

export function listen(login: LatchkeyLogin): void {
  login.addEventListener('latchkey-event', ({ detail }) => detail.type satisfies string)
  login.addEventListener('latchkey-error', ({ detail }) => detail.message satisfies string)
}
