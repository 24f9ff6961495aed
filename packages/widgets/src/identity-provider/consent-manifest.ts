import { isBlank, plainText } from './plain-text.ts'

/** One thing an application wants, and what there is to say about it for those who ask. */
export interface ConsentManifestItem {
  readonly text: string
  readonly details?: string | readonly string[]
}

export interface ConsentManifestSection {
  readonly header: string
  readonly items: readonly (string | ConsentManifestItem)[]
}

/** What people are asked for, in a host page's own words. */
export type ConsentManifest = readonly ConsentManifestSection[]

/**
 * Says what stands on the consent screen in place of the built-in text. What throws, takes longer than five seconds or
 * has another shape is not shown: the built-in text is.
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

/** A manifest as a screen reads it: each item with its details, of which there may be none. */
export type ReadManifest = readonly {
  readonly header: string
  readonly items: readonly { readonly text: string; readonly details: readonly string[] }[]
}[]

/** Null where it is none: a host page may be written without types. */
export function readManifest(given: unknown): ReadManifest | null {
  const sections = listOf(given, readSection)
  // Without a single item the screen would say nothing of what is asked for.
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

/** All of a list or nothing: half a manifest would hide what is asked for. */
function listOf<Item>(given: unknown, read: (one: unknown) => Item | null): Item[] | null {
  if (!Array.isArray(given)) return null
  const items = given.flatMap((one) => read(one) ?? [])
  return items.length === given.length ? items : null
}
