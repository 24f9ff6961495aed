import type { B2bLocale, B2bStrings } from '../../b2b-login/text/b2b-strings.ts'
import type {
  membersStrings,
  organizationStrings,
  settingsStrings,
  ssoStrings,
  switcherStrings,
} from './organization.strings.ts'

type Own = typeof membersStrings &
  typeof organizationStrings &
  typeof settingsStrings &
  typeof ssoStrings &
  typeof switcherStrings

/** The texts of the components of an organization that replace the built-in English ones, key by key. */
export type OrganizationStrings = B2bStrings & Readonly<Partial<Record<keyof Own, string>>>

/** All texts of a language for business projects, with those of the components of an organization. */
export type OrganizationLocale = B2bLocale & Readonly<Record<keyof Own, string>>
