import type { Platform } from '../platform/platform.ts'

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Takes bytes, because `btoa` throws on text outside Latin-1. */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** RFC 4648 §5, without padding. */
export function base64url(bytes: ArrayBuffer): string {
  return base64(new Uint8Array(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Random hexadecimal digits, eight for each of the 32-bit words. */
export function randomHex({ crypto }: Platform, words: number): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(words)), (word) => word.toString(16).padStart(8, '0')).join(
    '',
  )
}

/** Returns null if the text is missing or not valid JSON. */
export function parseJson<Value>(text: string | null): Value | null {
  try {
    return JSON.parse(text as string)
  } catch {
    return null
  }
}
