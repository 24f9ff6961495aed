import type { LoginConfig, Strings, StyleConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'
import { stringsOf } from './locales.ts'
import type { Settings } from './settings.ts'
import { fonts, ownTheme, type Theme } from './theme.ts'

export interface LoginSettings {
  readonly config: LoginConfig
  readonly styles: StyleConfig
  readonly strings: Strings
}

/** What the widget is handed: the same that the snippets say. Magic links lead to `landing`. */
export function loginProps(settings: Settings, landing: string): LoginSettings {
  return {
    config: configOf(settings, landing),
    styles: stylesOf(settings.theme),
    strings: stringsOf(settings.locale, settings.texts),
  }
}

export function configOf(settings: Settings, landing: string): LoginConfig {
  const { magicLinks, passcodes, methods, sessionMinutes, shadowDom } = settings
  return {
    products: [...(magicLinks ? (['emailMagicLinks'] as const) : []), ...(passcodes ? (['otp'] as const) : [])],
    ...(magicLinks ? { emailMagicLinksOptions: { loginRedirectURL: landing, signupRedirectURL: landing } } : {}),
    ...(passcodes ? { otpOptions: { methods } } : {}),
    sessionOptions: { sessionDurationMinutes: sessionMinutes },
    ...(shadowDom ? { enableShadowDOM: true } : {}),
    // The products and their options depend on the same switches, which the type cannot see.
  } as LoginConfig
}

export function stylesOf(theme: Theme): StyleConfig {
  const changes = changesOf(theme)
  return theme.base === 'modern' ? merged(modern, changes) : changes
}

/** Only what differs from the theme it is based on. */
export function changesOf(theme: Theme): StyleConfig {
  const own = ownTheme(theme.scheme, theme.base)
  const ownScheme = theme.base === 'modern' ? modern.colorScheme : 'light'
  const differing = <Value>(key: keyof Theme, value: Value): Value | undefined =>
    theme[key] === own[key] ? undefined : value
  const radius = differing('radius', `${innerRadiusOf(theme.radius)}px`)
  return compact({
    colorScheme: theme.scheme === ownScheme ? undefined : theme.scheme,
    fontFamily: differing('font', fonts[theme.font]),
    colors: {
      primary: differing('text', theme.text),
      secondary: differing('quietText', theme.quietText),
      success: differing('success', theme.success),
      error: differing('error', theme.error),
    },
    container: {
      width: differing('width', `${theme.width}px`),
      backgroundColor: differing('background', theme.background),
      borderRadius: differing('radius', `${theme.radius}px`),
    },
    buttons: {
      primary: {
        // A button that looks like inverted text follows the text by itself.
        backgroundColor: theme.button === theme.text ? undefined : theme.button,
        textColor: theme.buttonText === theme.background ? undefined : theme.buttonText,
      },
    },
    inputs: { borderRadius: radius },
    logo: { logoImageUrl: theme.logo === '' ? undefined : theme.logo },
    hideHeaderText: theme.header ? undefined : true,
  }) as StyleConfig
}

function merged(base: StyleConfig, changes: object): StyleConfig {
  const both: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(changes)) {
    both[key] = typeof value === 'object' ? merged((both[key] ?? {}) as StyleConfig, value) : value
  }
  return both
}

/** What lies inside a rounded corner is rounded less. */
function innerRadiusOf(radius: number): number {
  return Math.round(radius * 0.5)
}

/** Without what is undefined, and without what is empty then. */
function compact(value: object): object {
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, typeof inner === 'object' && inner !== null ? compact(inner) : inner] as const)
    .filter(([, inner]) => inner !== undefined && !(typeof inner === 'object' && Object.keys(inner).length === 0))
  return Object.fromEntries(entries)
}
