import { isSafeText } from '@latchkey/contract/schemas'
import type { Document } from './identity-provider.ts'

/** Readers for data of other servers: a value of an unexpected type counts as missing. */

export function asDocument(value: unknown): Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {}
}

export function asList(value: unknown): readonly Document[] {
  return Array.isArray(value) ? value.map(asDocument) : []
}

export function asText(value: unknown, longest = 256): string {
  return typeof value === 'string' && value.length <= longest && isSafeText(value) ? value : ''
}

/** An id, which providers send as text or as a number. */
export function asId(value: unknown): string {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : asText(value)
}

export function asTextOrNull(value: unknown, longest?: number): string | null {
  return asText(value, longest) || null
}

/** An https URL of a picture, else null. */
export function asPicture(value: unknown): string | null {
  const text = asText(value, 2_048)
  return text.startsWith('https://') && URL.canParse(text) ? text : null
}

/** The last word is the last name, everything before it the first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
