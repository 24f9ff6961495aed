import type { Product } from '@latchkey/contract'
import type { LoginConfig, Strings, StyleConfig } from '@latchkey/widgets'
import { modern } from '@latchkey/widgets/themes'
import { stringsOf } from './locales.ts'
import { productsOnScreen, type Settings } from './settings.ts'
import { fonts, ownTheme, type Theme } from './theme.ts'

export interface LoginSettings {
  readonly config: LoginConfig
  readonly styles: StyleConfig
  readonly strings: Strings
}

/** The props of the widget, as in the snippets. Magic links lead to `landing`. */
export function loginProps(settings: Settings, landing: string): LoginSettings {
  return {
    config: configOf(settings, landing),
    styles: stylesOf(settings.theme),
    strings: stringsOf(settings.locale, settings.texts),
  }
}

/** `resetPage` is the page with the reset widget. Defaults to the page of the login widget. */
export function configOf(settings: Settings, landing: string, resetPage: string = landing): LoginConfig {
  const { products, methods, providers, oneTap, offerPasskey, showLastUsed, sessionMinutes, shadowDom } = settings
  const has = (product: Product): boolean => products.includes(product)
  const landings = { loginRedirectURL: landing, signupRedirectURL: landing }
  const oneTapOptions =
    oneTap === 'off' ? {} : { one_tap: true, ...(oneTap === 'embedded' ? {} : { position: oneTap }) }
  return {
    products: productsOnScreen(settings),
    ...(has('emailMagicLinks') ? { emailMagicLinksOptions: landings } : {}),
    ...(has('otp') ? { otpOptions: { methods } } : {}),
    ...(has('passwords')
      ? { passwordOptions: { loginRedirectURL: landing, resetPasswordRedirectURL: resetPage } }
      : {}),
    ...(has('oauth')
      ? {
          oauthOptions: {
            providers: providers.map((type) => ({ type, ...(type === 'google' ? oneTapOptions : {}) })),
            ...landings,
          },
        }
      : {}),
    ...(has('passkeys') && offerPasskey ? { passkeyOptions: { offerPasskey } } : {}),
    sessionOptions: { sessionDurationMinutes: sessionMinutes },
    ...(showLastUsed ? {} : { showLastUsed }),
    ...(shadowDom ? { enableShadowDOM: true } : {}),
    // Products and their options come from the same switches, but TypeScript cannot infer that.
  } as LoginConfig
}

export function stylesOf(theme: Theme): StyleConfig {
  const changes = changesOf(theme)
  return theme.base === 'modern' ? merged(modern, changes) : changes
}

/** Only the values that differ from the base theme. */
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
        // The default button color is the inverted text color.
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

/** Inner corners have a smaller radius than outer ones. */
function innerRadiusOf(radius: number): number {
  return Math.round(radius * 0.5)
}

/** Removes undefined values, and objects that become empty. */
function compact(value: object): object {
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, typeof inner === 'object' && inner !== null ? compact(inner) : inner] as const)
    .filter(([, inner]) => inner !== undefined && !(typeof inner === 'object' && Object.keys(inner).length === 0))
  return Object.fromEntries(entries)
}
