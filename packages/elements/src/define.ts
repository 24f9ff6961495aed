import { brandPrefix } from '@latchkey/contract'
import type { WidgetEvent } from '@latchkey/widgets'
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
  interface GlobalEventHandlersEventMap {
    'latchkey-event': CustomEvent<WidgetEvent>
    'latchkey-error': CustomEvent<Error>
  }
}

const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'identity-provider': LatchkeyIdentityProvider,
  login: LatchkeyLogin,
  'passkey-registration': LatchkeyPasskeyRegistration,
  'reset-password': LatchkeyResetPassword,
}

for (const [widget, element] of Object.entries(elements)) {
  const name = `${brandPrefix}-${widget}`
  // Skipped on a server, and if another bundle on the page has registered the name.
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element)
}
