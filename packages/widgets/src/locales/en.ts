import { errorStrings } from '../i18n/error.strings.ts'
import { failureStrings } from '../i18n/failure.strings.ts'
import { rareErrorStrings } from '../i18n/rare-error.strings.ts'
import { identityProviderStrings } from '../identity-provider/text/identity-provider.strings.ts'
import { confirmSignInStrings } from '../login/landing/confirm-sign-in.strings.ts'
import { landingStrings } from '../login/landing/landing.strings.ts'
import { loggedInStrings } from '../login/logged-in.strings.ts'
import { loginStrings } from '../login/main/login.strings.ts'
import { subtitleStrings } from '../login/main/subtitle.strings.ts'
import { lastUsedStrings } from '../login/storage/last-used.strings.ts'
import { cryptoStrings } from '../methods/crypto/crypto.strings.ts'
import { magicLinksStrings } from '../methods/magic-links/magic-links.strings.ts'
import { oauthStrings } from '../methods/oauth/oauth.strings.ts'
import { otpsStrings } from '../methods/otps/otps.strings.ts'
import { passkeyConfirmationStrings } from '../methods/passkeys/passkey-confirmation.strings.ts'
import { passkeysStrings } from '../methods/passkeys/passkeys.strings.ts'
import { feedbackStrings } from '../methods/passwords/feedback.strings.ts'
import { passwordsStrings } from '../methods/passwords/passwords.strings.ts'
import { strengthStrings } from '../methods/passwords/strength.strings.ts'
import { phoneStrings } from '../methods/phone/phone.strings.ts'
import { passkeyRegistrationStrings } from '../passkey-registration/passkey-registration.strings.ts'
import { resetPasswordStrings } from '../reset-password/reset-password.strings.ts'
import type { Locale } from '../strings.ts'
import { passwordFieldStrings } from '../ui/controls/password-field.strings.ts'
import { editAddressStrings } from '../ui/edit-address.strings.ts'
import { errorScreenStrings } from '../ui/error-screen.strings.ts'
import { toastStrings } from '../ui/toast/toast.strings.ts'
import { uiStrings } from '../ui/ui.strings.ts'

/** English, which the widgets know by themselves: for editors of texts, and to translate from. */
export const en: Locale = {
  ...uiStrings,
  'locale.language': 'en',
  'locale.direction': 'ltr',
  ...editAddressStrings,
  ...errorScreenStrings,
  ...toastStrings,
  ...loginStrings,
  ...phoneStrings,
  ...subtitleStrings,
  ...lastUsedStrings,
  ...oauthStrings,
  ...magicLinksStrings,
  ...confirmSignInStrings,
  ...landingStrings,
  ...otpsStrings,
  ...passwordFieldStrings,
  ...passwordsStrings,
  ...strengthStrings,
  ...feedbackStrings,
  ...resetPasswordStrings,
  ...passkeysStrings,
  ...passkeyConfirmationStrings,
  ...passkeyRegistrationStrings,
  ...identityProviderStrings,
  ...cryptoStrings,
  ...loggedInStrings,
  ...failureStrings,
  ...errorStrings,
  ...rareErrorStrings,
}
