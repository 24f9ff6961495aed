import { LatchkeyB2bLogin } from './b2b-login-element.tsx'
import { defineElements } from './define-elements.ts'

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-b2b-login': LatchkeyB2bLogin
  }
}

defineElements({ 'b2b-login': LatchkeyB2bLogin })
