import type { OAuthProvider, OneTapPosition, OtpMethod, Product } from '@latchkey/contract'
import { oauthProviders, oneTapPositions, otpMethods, products } from '@latchkey/contract'
import { isLocale, type Locale } from './locales.ts'
import { defaultTheme, readTheme, type Theme } from './theme.ts'

/** The settings in the left panel. The preview, the snippets, the storage and the shared URL derive from them. */
export interface Settings {
  readonly widget: WidgetName
  /** In the order of `productOrder`. */
  readonly products: readonly Product[]
  /** Buttons of providers, wallets and passkeys above the form. */
  readonly buttonsFirst: boolean
  /** In the order of the tabs. */
  readonly methods: readonly OtpMethod[]
  /** In the order of the buttons. */
  readonly providers: readonly OAuthProvider[]
  readonly oneTap: OneTap
  readonly offerPasskey: boolean
  readonly showLastUsed: boolean
  readonly sessionMinutes: number
  readonly theme: Theme
  readonly locale: Locale
  /** Changed strings of the widget, by key. */
  readonly texts: Readonly<Record<string, string>>
  readonly shadowDom: boolean
}

export const widgetNames = {
  login: 'Sign-in',
  reset: 'Password reset',
  passkeys: 'Passkeys',
  consent: 'Consent',
} as const
export type WidgetName = keyof typeof widgetNames

export type OneTap = OneTapPosition | 'off'

/** Forms first, then buttons. */
export const productOrder: readonly Product[] = ['emailMagicLinks', 'otp', 'passwords', 'oauth', 'passkeys', 'crypto']
/** As the tabs of the widget. */
const methodOrder: readonly OtpMethod[] = ['email', 'sms', 'whatsapp']
const buttonProducts: readonly Product[] = ['oauth', 'passkeys', 'crypto']

export const sessionMinuteBounds = { min: 5, max: 527_040 } as const

export const defaultSettings: Settings = {
  widget: 'login',
  products: ['emailMagicLinks', 'otp'],
  buttonsFirst: false,
  methods: ['sms', 'whatsapp'],
  providers: ['google', 'apple', 'github'],
  oneTap: 'off',
  offerPasskey: false,
  showLastUsed: true,
  sessionMinutes: 60,
  theme: defaultTheme,
  locale: 'en',
  texts: {},
  shadowDom: false,
}

/** The products in the order on the screen: the group of the first one is on top. */
export function productsOnScreen({ products: chosen, buttonsFirst }: Settings): Product[] {
  const forms = productOrder.filter((product) => chosen.includes(product) && !buttonProducts.includes(product))
  const buttons = productOrder.filter((product) => chosen.includes(product) && buttonProducts.includes(product))
  return buttonsFirst ? [...buttons, ...forms] : [...forms, ...buttons]
}

/** Adds or removes a product. An email address gets either a link or a code, so one turns the other off. */
export function withProduct(
  settings: Settings,
  product: Product,
  isOn: boolean,
): Pick<Settings, 'products' | 'methods'> {
  const isConflict = isOn && product === 'emailMagicLinks'
  const methods = isConflict ? settings.methods.filter((method) => method !== 'email') : settings.methods
  const chosen = isOn ? [...settings.products, product] : settings.products.filter((other) => other !== product)
  return {
    products: productOrder.filter((one) => chosen.includes(one)),
    // Passcodes need a channel.
    methods: isOn && product === 'otp' && methods.length === 0 ? ['sms'] : methods,
  }
}

export function withMethod(
  settings: Settings,
  method: OtpMethod,
  isOn: boolean,
): Pick<Settings, 'products' | 'methods'> {
  const { products: chosen, methods } = settings
  const isConflict = isOn && method === 'email'
  return {
    products: isConflict ? chosen.filter((product) => product !== 'emailMagicLinks') : chosen,
    methods: methodOrder.filter((one) => (one === method ? isOn : methods.includes(one))),
  }
}

/** Reads stored settings. Missing and invalid values get their default. */
export function readSettings(stored: string | null): Settings {
  return settingsFrom(parse(stored))
}

/** Settings from values of unknown types, from the storage or from a shared URL. */
export function settingsFrom(value: Readonly<Record<string, unknown>>): Settings {
  const isOn = (name: 'buttonsFirst' | 'offerPasskey' | 'showLastUsed' | 'shadowDom'): boolean =>
    typeof value[name] === 'boolean' ? value[name] : defaultSettings[name]
  const { widget, oneTap, sessionMinutes, locale, texts } = value
  return {
    widget: typeof widget === 'string' && Object.hasOwn(widgetNames, widget) ? (widget as WidgetName) : 'login',
    products: listOf(products, value.products, defaultSettings.products),
    buttonsFirst: isOn('buttonsFirst'),
    methods: listOf(otpMethods, value.methods, defaultSettings.methods),
    providers: listOf(oauthProviders, value.providers, defaultSettings.providers),
    oneTap: oneTapPositions.includes(oneTap as OneTapPosition) ? (oneTap as OneTapPosition) : 'off',
    offerPasskey: isOn('offerPasskey'),
    showLastUsed: isOn('showLastUsed'),
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

/** The known names of a list, each once. */
function listOf<Name extends string>(
  known: readonly Name[],
  value: unknown,
  otherwise: readonly Name[],
): readonly Name[] {
  if (!Array.isArray(value)) return otherwise
  return [...new Set(value)].filter((name): name is Name => known.includes(name as Name))
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
