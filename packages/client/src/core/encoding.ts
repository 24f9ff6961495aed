import type { Platform } from '../platform/platform.ts'

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

/** Of bytes, since `btoa` alone breaks on any text beyond Latin-1. */
export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** RFC 4648 §5, without padding. */
export function base64url(bytes: ArrayBuffer): string {
  return base64(new Uint8Array(bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** That many random words of 32 bits, eight digits each. */
export function randomHex({ crypto }: Platform, words: number): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(words)), (word) => word.toString(16).padStart(8, '0')).join(
    '',
  )
}

/** What cannot be read is as good as nothing. */
export function parseJson<Value>(text: string | null): Value | null {
  try {
    return JSON.parse(text as string)
  } catch {
    return null
  }
}
