import type { LoginConfig } from '../../config/login.config.ts'
import { refusal } from '../../flow/failure.ts'
import type { LoginGalleryStates, MainGalleryStates } from '../../gallery/fixtures/login-gallery-state.ts'
import { form, mainWithForm } from '../../gallery/fixtures/login-gallery-state.ts'
import type { PasskeysState } from './passkeys.flow.ts'

const passkeys: LoginConfig = { products: ['emailMagicLinks', 'passkeys'] }
const passkeysHere: PasskeysState = {
  ...{ status: 'resting', hasAutofill: false, isAutofill: false, failures: 0 },
  ...{ failure: null, call: 0, isSignedIn: false },
}

export const passkeyMainStates: MainGalleryStates = {
  passkeys: { state: mainWithForm({ tab: 'email_magic_link', passkeys: passkeysHere }), config: passkeys },
  'asking for a passkey': {
    state: mainWithForm({ tab: 'email_magic_link', passkeys: { ...passkeysHere, status: 'asking' } }),
    config: passkeys,
  },
  'passkey refused': {
    state: mainWithForm({
      tab: 'email_magic_link',
      passkeys: { ...passkeysHere, failures: 1, failure: refusal('webauthn_registration_not_found') },
    }),
    config: passkeys,
  },
}

export const passkeyStates: LoginGalleryStates<'passkey_confirmation'> = {
  passkey_confirmation: {
    success: { state: { screen: 'passkey_confirmation', status: 'success', calls: 1, form } },
  },
}
