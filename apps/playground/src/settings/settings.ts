import type { OtpMethod } from '@latchkey/contract'
import { otpMethods } from '@latchkey/contract'
import { isLocale, type Locale } from './locales.ts'
import { defaultTheme, readTheme, type Theme } from './theme.ts'

/** The settings in the left panel. The widget, the snippets and the storage derive from them. */
export interface Settings {
  readonly magicLinks: boolean
  readonly passcodes: boolean
  /** In the order of the tabs. */
  readonly methods: readonly OtpMethod[]
  readonly sessionMinutes: number
  readonly theme: Theme
  readonly locale: Locale
  /** Changed strings of the widget, by key. */
  readonly texts: Readonly<Record<string, string>>
  readonly shadowDom: boolean
}

export const sessionMinuteBounds = { min: 5, max: 527_040 } as const

export const defaultSettings: Settings = {
  magicLinks: true,
  passcodes: true,
  methods: ['sms', 'whatsapp'],
  sessionMinutes: 60,
  theme: defaultTheme,
  locale: 'en',
  texts: {},
  shadowDom: false,
}

/** Reads stored settings. Missing and invalid values get their default. */
export function readSettings(stored: string | null): Settings {
  const value = parse(stored)
  const isOn = (name: 'magicLinks' | 'passcodes' | 'shadowDom'): boolean =>
    typeof value[name] === 'boolean' ? value[name] : defaultSettings[name]
  const { methods, sessionMinutes, locale, texts } = value
  return {
    magicLinks: isOn('magicLinks'),
    passcodes: isOn('passcodes'),
    methods: Array.isArray(methods) ? methods.filter(isMethod) : defaultSettings.methods,
    sessionMinutes: isSessionMinutes(sessionMinutes) ? sessionMinutes : defaultSettings.sessionMinutes,
    theme: readTheme(value.theme),
    locale: isLocale(locale) ? locale : defaultSettings.locale,
    texts: readTexts(texts),
    shadowDom: isOn('shadowDom'),
  }
}

export function isSessionMinutes(value: unknown): value is number {
  const { min, max } = sessionMinuteBounds
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

function isMethod(value: unknown): value is OtpMethod {
  return (otpMethods as readonly unknown[]).includes(value)
}

function readTexts(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
