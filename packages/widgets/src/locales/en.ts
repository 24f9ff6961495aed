import { errorStrings } from '../i18n/error.strings.ts'
import { failureStrings } from '../i18n/failure.strings.ts'
import type { Locale } from '../i18n/strings.ts'
import { loggedInStrings } from '../login/logged-in.strings.ts'
import { loginStrings } from '../login/login.strings.ts'
import { magicLinksStrings } from '../methods/magic-links/magic-links.strings.ts'
import { otpsStrings } from '../methods/otps/otps.strings.ts'
import { errorScreenStrings } from '../ui/error-screen.strings.ts'
import { uiStrings } from '../ui/ui.strings.ts'

/** English, which the widgets know by themselves: for editors of texts, and to translate from. */
export const en: Locale = {
  ...uiStrings,
  ...errorScreenStrings,
  ...loginStrings,
  ...magicLinksStrings,
  ...otpsStrings,
  ...loggedInStrings,
  ...failureStrings,
  ...errorStrings,
}
