const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The encoding of Solana addresses and signatures. */
export function base58(bytes: readonly number[]): string {
  let rest = BigInt(`0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet.charAt(Number(rest % 58n)) + text
  return '1'.repeat(bytes.findIndex((byte) => byte !== 0)) + text
}
