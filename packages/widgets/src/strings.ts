import type { errorStrings } from './i18n/error.strings.ts'
import type { failureStrings } from './i18n/failure.strings.ts'
import type { rareErrorStrings } from './i18n/rare-error.strings.ts'
import type { identityProviderStrings } from './identity-provider/text/identity-provider.strings.ts'
import type { confirmSignInStrings } from './login/landing/confirm-sign-in.strings.ts'
import type { landingStrings } from './login/landing/landing.strings.ts'
import type { loggedInStrings } from './login/logged-in.strings.ts'
import type { loginStrings } from './login/main/login.strings.ts'
import type { subtitleStrings } from './login/main/subtitle.strings.ts'
import type { lastUsedStrings } from './login/storage/last-used.strings.ts'
import type { cryptoStrings } from './methods/crypto/crypto.strings.ts'
import type { magicLinksStrings } from './methods/magic-links/magic-links.strings.ts'
import type { oauthStrings } from './methods/oauth/oauth.strings.ts'
import type { oneTapStrings } from './methods/one-tap/one-tap.strings.ts'
import type { otpsStrings } from './methods/otps/otps.strings.ts'
import type { passkeyConfirmationStrings } from './methods/passkeys/passkey-confirmation.strings.ts'
import type { passkeysStrings } from './methods/passkeys/passkeys.strings.ts'
import type { feedbackStrings } from './methods/passwords/feedback.strings.ts'
import type { passwordsStrings } from './methods/passwords/passwords.strings.ts'
import type { strengthStrings } from './methods/passwords/strength.strings.ts'
import type { phoneStrings } from './methods/phone/phone.strings.ts'
import type { passkeyRegistrationStrings } from './passkey-registration/passkey-registration.strings.ts'
import type { resetPasswordStrings } from './reset-password/reset-password.strings.ts'
import type { passwordFieldStrings } from './ui/controls/password-field.strings.ts'
import type { editAddressStrings } from './ui/edit-address.strings.ts'
import type { errorScreenStrings } from './ui/error-screen.strings.ts'
import type { toastStrings } from './ui/toast/toast.strings.ts'
import type { uiStrings } from './ui/ui.strings.ts'

type English = typeof confirmSignInStrings &
  typeof cryptoStrings &
  typeof editAddressStrings &
  typeof errorScreenStrings &
  typeof errorStrings &
  typeof failureStrings &
  typeof feedbackStrings &
  typeof identityProviderStrings &
  typeof landingStrings &
  typeof lastUsedStrings &
  typeof loggedInStrings &
  typeof loginStrings &
  typeof magicLinksStrings &
  typeof oauthStrings &
  typeof oneTapStrings &
  typeof otpsStrings &
  typeof passkeyConfirmationStrings &
  typeof passkeyRegistrationStrings &
  typeof passkeysStrings &
  typeof passwordFieldStrings &
  typeof passwordsStrings &
  typeof phoneStrings &
  typeof rareErrorStrings &
  typeof resetPasswordStrings &
  typeof strengthStrings &
  typeof subtitleStrings &
  typeof toastStrings &
  typeof uiStrings

export type StringKey = keyof English

/** Texts that replace the built-in English ones, key by key. `{…}` is filled in. */
export type Strings = Readonly<Partial<Record<StringKey, string>>>

/** All texts of a language. Texts for developers are English in all of them. */
export type Locale = Readonly<Record<Exclude<StringKey, keyof typeof oneTapStrings>, string>>
