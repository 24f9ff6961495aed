import type { LoginMethod } from '../../login/login-method.ts'
import { PasskeyBanner } from './passkey-banner.view.tsx'
import { PasskeyButton } from './passkey-button.view.tsx'
import { PasskeyConfirmationView } from './passkey-confirmation.view.tsx'
import { passkeysAddition } from './passkeys.addition.ts'
import { passkeyRunners } from './passkeys.effects.ts'

export const passkeyMethod: LoginMethod = {
  views: { passkey_confirmation: PasskeyConfirmationView },
  runners: passkeyRunners,
  addition: passkeysAddition,
  slots: { passkeys: PasskeyButton, warning: PasskeyBanner },
}
