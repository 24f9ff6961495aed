/** Base64 of the UTF-8 bytes; `btoa` alone breaks on anything beyond Latin-1. */
export function base64(text: string): string {
  return bytesToBase64(new TextEncoder().encode(text))
}

export function base64Url(bytes: Uint8Array): string {
  return bytesToBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function hex(words: Uint32Array): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** A random (version 4) UUID. `crypto.randomUUID` is missing outside secure contexts. */
export function uuid(random: (count: number) => Uint32Array): string {
  return hex(random(4)).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

function bytesToBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
