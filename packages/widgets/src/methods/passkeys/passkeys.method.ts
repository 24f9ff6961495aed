import type { LoginMethod } from '../../login/login-method.ts'
import { PasskeyBanner } from './passkey-banner.view.tsx'
import { PasskeyButton } from './passkey-button.view.tsx'
import { PasskeyConfirmationView } from './passkey-confirmation.view.tsx'
import { passkeyRunners } from './passkeys.effects.ts'
import { passkeysLoginFlow } from './passkeys-login.flow.ts'

export const method: LoginMethod = {
  views: { passkey_confirmation: PasskeyConfirmationView },
  runners: passkeyRunners,
  flow: passkeysLoginFlow,
  slots: { passkeys: PasskeyButton, warning: PasskeyBanner },
  usedMethod: ({ screen }) => (screen === 'passkey_confirmation' ? 'passkeys' : undefined),
}
