import { brandPrefix } from '@latchkey/contract'
import type { Strings, StyleConfig } from '@latchkey/widgets'
import type { LocaleName } from './locale-names.ts'
import { localeNames } from './locale-names.ts'

/** The properties of a widget that its attributes set. */
export interface AttributeProps {
  readonly client?: object
  readonly config?: object
  readonly styles?: StyleConfig
  readonly strings?: Strings
}

/** Loads the reader of the attributes. */
export type LoadAttributes = () => Promise<{ read(element: Element): Promise<AttributeProps> }>

/** What differs between the widgets of consumer and of business projects. */
export interface AttributeKind {
  createClient(publicToken: string, domains: Domains, element: Element): object
  /** Undefined without any attribute of the configuration. */
  configOf(element: Element): object | undefined
  loadLocale(name: LocaleName): Promise<Strings>
}

/** The URL of the provider. The token decides which of the two is used. */
type Domains = { readonly domains?: { readonly api: string; readonly testApi: string } }

/** The read in progress. */
const readingKey = '@latchkey-attributes'

type ReadableElement = Element & { [readingKey]?: Promise<AttributeProps> | undefined }

/**
 * Reads the attributes of an element. An invalid value is reported as an
 * event and on the console. An invalid theme or locale is replaced by the default; an invalid configuration or token
 * leaves the element empty.
 */
export function readWith(kind: AttributeKind, element: ReadableElement): Promise<AttributeProps> {
  // The browser reports the attributes of a tag one by one; they are read once.
  const reading = element[readingKey] ?? readOnce(kind, element)
  element[readingKey] = reading
  return reading
}

async function readOnce(kind: AttributeKind, element: ReadableElement): Promise<AttributeProps> {
  await Promise.resolve()
  element[readingKey] = undefined
  try {
    return await propsOf(kind, element)
  } catch (error) {
    report(element, error)
    return {}
  }
}

function report(element: Element, detail: unknown): void {
  element.dispatchEvent(new CustomEvent(`${brandPrefix}-error`, { detail, bubbles: true, composed: true }))
  reportError(detail)
}

async function propsOf(kind: AttributeKind, element: Element): Promise<AttributeProps> {
  const themes = element.hasAttribute('theme') && (await import('@latchkey/widgets/themes'))
  const strings = await stringsOf(kind, element)
  // The theme was set while the strings were loading.
  if (!themes && element.hasAttribute('theme')) return propsOf(kind, element)
  const theme = readChoice(element, 'theme', ['default', 'modern'])
  const client = clientOf(kind, element)
  const config = kind.configOf(element)
  const colorScheme = readChoice(element, 'color-scheme', ['light', 'dark', 'auto'])
  const styles = { ...(themes && theme === 'modern' && themes.modern), ...(colorScheme && { colorScheme }) }
  return {
    ...(client && { client }),
    ...(config && { config }),
    ...(Object.keys(styles).length > 0 && { styles }),
    ...(strings && { strings }),
  }
}

/** The strings of the locale that the element has when they are loaded. */
async function stringsOf(kind: AttributeKind, element: Element): Promise<Strings | undefined> {
  const named = element.getAttribute('locale')
  const locale = localeOf(named) ?? readChoice(element, 'locale', localeNames)
  const strings = await loadStrings(kind, element, locale)
  return named === element.getAttribute('locale') ? strings : stringsOf(kind, element)
}

/** The best matching locale, also of another region: `de` for `de-AT`, `pt-br` for `pt`. */
function localeOf(named: string | null): LocaleName | undefined {
  const given = named?.toLowerCase()
  const language = (name: string | undefined) => name?.split('-')[0]
  return (
    localeNames.find((name) => name === given) ??
    localeNames.find((name) => name === language(given)) ??
    localeNames.find((name) => language(name) === language(given))
  )
}

/** Falls back to English if the strings cannot be loaded, so that the user can sign in. */
async function loadStrings(
  { loadLocale }: AttributeKind,
  element: Element,
  locale: LocaleName | undefined,
): Promise<Strings | undefined> {
  try {
    return (await (locale && loadLocale(locale))) || undefined
  } catch (error) {
    report(element, error)
    return undefined
  }
}

/** Elements with the same token and URL share one client: creating it again returns the same instance. */
function clientOf({ createClient }: AttributeKind, element: Element): object | undefined {
  const publicToken = element.getAttribute('public-token')
  if (!publicToken) return undefined
  const api = element.getAttribute('api')
  return createClient(publicToken, api ? { domains: { api, testApi: api } } : {}, element)
}

/** Names separated by spaces or commas. */
export function listOf(element: Element, name: string): string[] | undefined {
  return element
    .getAttribute(name)
    ?.split(/[\s,]+/)
    .filter(Boolean)
}

export function jsonOf(element: Element, name: string): object {
  const text = element.getAttribute(name)
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Reported below.
  }
  throw new Error(`The attribute ${name} of <${element.localName}> must be a JSON object. Received: ${text}`)
}

/** Reports any other value and returns undefined. */
export function readChoice<Value extends string>(
  element: Element,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const given = element.getAttribute(name)?.toLowerCase()
  if (given === undefined) return undefined
  const known = values.find((value) => value === given)
  if (known) return known
  const message = `The attribute ${name} of <${element.localName}> must be one of ${values.join(', ')}. Received: ${given}`
  report(element, new Error(message))
  return undefined
}
