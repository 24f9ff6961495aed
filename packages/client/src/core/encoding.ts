/** Base64 of the UTF-8 bytes; `btoa` alone breaks on anything beyond Latin-1. */
export function base64(text: string): string {
  return bytesToBase64(new TextEncoder().encode(text))
}

export function bytesToBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

export function hex(words: Uint32Array): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** What cannot be read is as good as nothing. */
export function parseJson<Value>(text: string | null): Value | undefined {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
