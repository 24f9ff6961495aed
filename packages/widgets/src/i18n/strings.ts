import type { loggedInStrings } from '../login/logged-in.strings.ts'
import type { loginStrings } from '../login/login.strings.ts'
import type { magicLinksStrings } from '../methods/magic-links/magic-links.strings.ts'
import type { otpsStrings } from '../methods/otps/otps.strings.ts'
import type { errorScreenStrings } from '../ui/error-screen.strings.ts'
import type { uiStrings } from '../ui/ui.strings.ts'
import type { errorStrings } from './error.strings.ts'
import type { failureStrings } from './failure.strings.ts'

type English = typeof errorScreenStrings &
  typeof errorStrings &
  typeof failureStrings &
  typeof loggedInStrings &
  typeof loginStrings &
  typeof magicLinksStrings &
  typeof otpsStrings &
  typeof uiStrings

export type StringKey = keyof English

/** Texts that replace the built-in English ones, key by key. `{…}` is filled in. */
export type Strings = Readonly<Partial<Record<StringKey, string>>>

/** A whole language. */
export type Locale = Readonly<Record<StringKey, string>>
