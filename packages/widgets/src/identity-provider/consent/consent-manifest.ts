import { isBlank, plainText } from '../text/plain-text.ts'

/** One requested permission, with optional details. */
export interface ConsentManifestItem {
  readonly text: string
  readonly details?: string | readonly string[]
}

export interface ConsentManifestSection {
  readonly header: string
  readonly items: readonly (string | ConsentManifestItem)[]
}

/** The requested permissions in the host page's own text. */
export type ConsentManifest = readonly ConsentManifestSection[]

/**
 * Returns the text of the consent screen. The built-in text is shown if the function throws, takes longer than five
 * seconds or returns another shape.
 *
 * @example
 * const getIDPConsentManifest: GetConsentManifest = ({ scopes, clientName }) => [
 *   { header: `${clientName} wants to:`, items: [{ text: 'Read your notes', details: scopes }] },
 * ]
 */
export type GetConsentManifest = (asked: {
  readonly scopes: string[]
  readonly clientName: string
}) => ConsentManifest | Promise<ConsentManifest>

/** A manifest as a screen reads it: each item with its details, which may be empty. */
export type ReadManifest = readonly {
  readonly header: string
  readonly items: readonly { readonly text: string; readonly details: readonly string[] }[]
}[]

/** Null if the value is not a manifest: a host page may be written without types. */
export function readManifest(given: unknown): ReadManifest | null {
  const sections = listOf(given, readSection)
  // Without an item the screen would not show what is requested.
  return sections?.some(({ items }) => items.length > 0) ? sections : null
}

function readSection(given: unknown): ReadManifest[number] | null {
  const { header, items } = Object(given) as Record<string, unknown>
  const read = listOf(items, readItem)
  const text = readText(header)
  return text !== null && read ? { header: text, items: read } : null
}

interface Item {
  readonly text?: unknown
  readonly details?: unknown
}

function readItem(given: unknown): ReadManifest[number]['items'][number] | null {
  const { text: said, details = [] } = typeof given === 'string' ? { text: given } : (Object(given) as Item)
  const text = readText(said)
  const read = listOf(typeof details === 'string' ? [details] : details, readText)
  return text !== null && read ? { text, details: read } : null
}

/** A text without visible characters counts as missing. */
function readText(given: unknown): string | null {
  return typeof given === 'string' && !isBlank(given) ? plainText(given) : null
}

/** All entries of a list or none: a partial manifest would hide a requested permission. */
function listOf<Item>(given: unknown, read: (one: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(given)) return null
  const items = given.flatMap((one) => read(one) ?? [])
  return items.length === given.length ? items : null
}
