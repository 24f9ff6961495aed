import type { Client } from '@latchkey/client'
import { createClient } from '@latchkey/client'
import { brandPrefix } from '@latchkey/contract'
import type { LoginConfig, Strings, StyleConfig } from '@latchkey/widgets'
import type { LocaleName } from './locale-names.ts'
import { localeNames } from './locale-names.ts'
import { loadLocale } from './locales.ts'

/** What attributes say of a widget, as its properties would. */
export interface AttributeProps {
  readonly client?: Client
  readonly config?: LoginConfig
  readonly styles?: StyleConfig
  readonly strings?: Strings
}

/** The reading that is under way. */
const readingKey = '@latchkey-attributes'

type ReadableElement = Element & { [readingKey]?: Promise<AttributeProps> | undefined }

/**
 * Loaded by elements that have attributes, and by no other. A wrong value is an event, and an error on the console. With
 * a wrong look or language the widget has the default one; a wrong configuration or token leaves the element empty.
 */
export function read(element: ReadableElement): Promise<AttributeProps> {
  // The attributes of a tag are reported one by one, and read once.
  const reading = element[readingKey] ?? readOnce(element)
  element[readingKey] = reading
  return reading
}

async function readOnce(element: ReadableElement): Promise<AttributeProps> {
  await Promise.resolve()
  element[readingKey] = undefined
  try {
    return await propsOf(element)
  } catch (error) {
    report(element, error)
    return {}
  }
}

function report(element: Element, detail: unknown): void {
  element.dispatchEvent(new CustomEvent(`${brandPrefix}-error`, { detail, bubbles: true, composed: true }))
  reportError(detail)
}

async function propsOf(element: Element): Promise<AttributeProps> {
  const themes = element.hasAttribute('theme') && (await import('@latchkey/widgets/themes'))
  const strings = await stringsOf(element)
  // Set while the texts were loaded.
  if (!themes && element.hasAttribute('theme')) return propsOf(element)
  const theme = oneOf(element, 'theme', ['default', 'modern'])
  const client = clientOf(element)
  const config = configOf(element)
  const colorScheme = oneOf(element, 'color-scheme', ['light', 'dark', 'auto'])
  const styles = { ...(themes && theme === 'modern' && themes.modern), ...(colorScheme && { colorScheme }) }
  return {
    ...(client && { client }),
    ...(config && { config }),
    ...(Object.keys(styles).length > 0 && { styles }),
    ...(strings && { strings }),
  }
}

/** The texts of the language that the element names when they have arrived. */
async function stringsOf(element: Element): Promise<Strings | undefined> {
  const named = element.getAttribute('locale')
  const locale = localeOf(named) ?? oneOf(element, 'locale', localeNames)
  const strings = await loadStrings(element, locale)
  return named === element.getAttribute('locale') ? strings : stringsOf(element)
}

/** The language of the widgets that fits, also for another region: `de` for `de-AT`, `pt-br` for `pt`. */
function localeOf(named: string | null): LocaleName | undefined {
  const given = named?.toLowerCase()
  const language = (name: string | undefined) => name?.split('-')[0]
  return (
    localeNames.find((name) => name === given) ??
    localeNames.find((name) => name === language(given)) ??
    localeNames.find((name) => language(name) === language(given))
  )
}

/** English if the file of the language cannot be loaded: a user who can sign in matters more. */
async function loadStrings(element: Element, locale: LocaleName | undefined): Promise<Strings | undefined> {
  try {
    return (await (locale && loadLocale(locale))) || undefined
  } catch (error) {
    report(element, error)
    return undefined
  }
}

/** Elements with the same token and address share one client: `createClient` returns the same instance. */
function clientOf(element: Element): Client | undefined {
  const publicToken = element.getAttribute('public-token')
  if (!publicToken) return undefined
  const api = element.getAttribute('api')
  // The token says which of the two addresses is used.
  return createClient(publicToken, api ? { domains: { api, testApi: api } } : {})
}

function configOf(element: Element): LoginConfig | undefined {
  const [products, methods, providers] = ['products', 'otp-methods', 'oauth-providers'].map((name) =>
    listOf(element, name),
  )
  const given: { readonly otpOptions?: object; readonly oauthOptions?: object } = jsonOf(element, 'config')
  const config = {
    ...given,
    ...(products && { products }),
    ...(methods && { otpOptions: { ...given.otpOptions, methods } }),
    ...(providers && { oauthOptions: { ...given.oauthOptions, providers: providers.map((type) => ({ type })) } }),
  }
  // Names that do not exist are reported by the widget itself.
  return Object.keys(config).length === 0 ? undefined : (config as LoginConfig)
}

/** Names with spaces or commas between them. */
function listOf(element: Element, name: string): string[] | undefined {
  return element
    .getAttribute(name)
    ?.split(/[\s,]+/)
    .filter(Boolean)
}

function jsonOf(element: Element, name: string): object {
  const text = element.getAttribute(name)
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw new Error(`The attribute ${name} of <${element.localName}> must be a JSON object. It is: ${text}`)
}

/** Undefined, and reported, if it is another value. */
function oneOf<Value extends string>(element: Element, name: string, values: readonly Value[]): Value | undefined {
  const given = element.getAttribute(name)?.toLowerCase()
  if (given === undefined) return undefined
  const known = values.find((value) => value === given)
  if (known) return known
  const message = `The attribute ${name} of <${element.localName}> must be one of ${values.join(', ')}. It is: ${given}`
  report(element, new Error(message))
  return undefined
}
