import { brandPrefix } from '@latchkey/contract'
import type { WidgetEvent } from '@latchkey/widgets'
import { LatchkeyLogin } from './login-element.tsx'

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-login': LatchkeyLogin
  }
  interface GlobalEventHandlersEventMap {
    'latchkey-event': CustomEvent<WidgetEvent>
    'latchkey-error': CustomEvent<Error>
  }
}

const name = `${brandPrefix}-login`

// Not on a server; and only one of two bundles on a page can have the name.
if (globalThis.customElements && !customElements.get(name)) customElements.define(name, LatchkeyLogin)
