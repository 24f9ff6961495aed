import type { Locale, Strings } from '../../strings.ts'
import type { b2bLoginStrings } from './b2b-login.strings.ts'

/** The texts of the login widget of business projects that replace the built-in English ones, key by key. */
export type B2bStrings = Strings & Readonly<Partial<Record<keyof typeof b2bLoginStrings, string>>>

/** All texts of a language for the widgets of business projects. */
export type B2bLocale = Locale & Readonly<Record<keyof typeof b2bLoginStrings, string>>
