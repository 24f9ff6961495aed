import { identityProviderStates } from '../identity-provider/identity-provider.states.ts'
import { identityProvider } from '../identity-provider/identity-provider-widget.tsx'
import { registrationStates } from '../passkey-registration/registration.states.ts'
import { passkeyRegistration } from '../passkey-registration/registration-widget.tsx'
import { resetPasswordStates } from '../reset-password/reset-password.states.ts'
import { resetPassword } from '../reset-password/reset-password-widget.tsx'
import { errorItems } from './error-items.tsx'
import type { GalleryItem } from './gallery-item.ts'
import { loginItems } from './login-items.tsx'
import { widgetItems } from './widget-items.tsx'

export const gallery: readonly GalleryItem[] = [
  ...loginItems,
  ...errorItems,
  ...widgetItems('reset-password', resetPassword, resetPasswordStates),
  ...widgetItems('passkey-registration', passkeyRegistration, registrationStates),
  ...widgetItems('identity-provider', identityProvider, identityProviderStates),
]
