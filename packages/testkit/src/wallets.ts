import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

/** A wallet with a real key. */
export interface FakeWallet {
  type: 'ethereum' | 'solana'
  address: string
  /** Signs a text like the wallet extension of a browser. */
  sign(message: string): string
}

/**
 * Creates an Ethereum wallet with a random key.
 *
 * @example
 * const wallet = createEthereumWallet()
 * const { challenge } = await start(wallet.address)
 * await authenticate(wallet.address, wallet.sign(challenge))
 */
export function createEthereumWallet(privateKey: Uint8Array = secp256k1.utils.randomSecretKey()): FakeWallet {
  const publicKey = secp256k1.getPublicKey(privateKey, false)
  const digits = hex(keccak_256(publicKey.subarray(1)).subarray(12))
  return {
    type: 'ethereum',
    address: checksummed(digits),
    sign(message) {
      const text = utf8(message)
      const prefix = utf8(`\u0019Ethereum Signed Message:\n${text.length}`)
      const digest = keccak_256(Uint8Array.from([...prefix, ...text]))
      const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
      const [recovery = 0, ...rest] = signature
      return `0x${hex(Uint8Array.from(rest))}${(27 + recovery).toString(16)}`
    },
  }
}

/**
 * Creates a Solana wallet with a random key.
 *
 * @example
 * const wallet = createSolanaWallet()
 * await authenticate(wallet.address, wallet.sign(challenge))
 */
export function createSolanaWallet(privateKey: Uint8Array = ed25519.utils.randomSecretKey()): FakeWallet {
  return {
    type: 'solana',
    address: base58.encode(ed25519.getPublicKey(privateKey)),
    sign: (message) => base58.encode(ed25519.sign(utf8(message), privateKey)),
  }
}

/** EIP-55. */
function checksummed(digits: string): string {
  const hash = hex(keccak_256(utf8(digits)))
  const cased = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join('')}`
}

/** No `Buffer`: browsers run this file too. */
function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
