import { identityProvider } from '../identity-provider/identity-provider-widget.tsx'
import { passkeyRegistration } from '../passkey-registration/registration-widget.tsx'
import { resetPassword } from '../reset-password/reset-password-widget.tsx'
import { errorItems } from './error-items.tsx'
import type { GalleryItem } from './gallery-item.ts'
import { identityProviderStates } from './identity-provider.states.ts'
import { loginItems } from './login-items.tsx'
import { registrationStates } from './registration.states.ts'
import { resetPasswordStates } from './reset-password.states.ts'
import { widgetItems } from './widget-items.tsx'

export const gallery: readonly GalleryItem[] = [
  ...loginItems,
  ...errorItems,
  ...widgetItems('reset-password', resetPassword, resetPasswordStates),
  ...widgetItems('passkey-registration', passkeyRegistration, registrationStates),
  ...widgetItems('identity-provider', identityProvider, identityProviderStates),
]
