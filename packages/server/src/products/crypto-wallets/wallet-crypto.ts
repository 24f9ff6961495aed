import type { CryptoWalletType } from '@latchkey/contract'
import { base58 } from '@scure/base'

/** A wallet by its canonical address: one spelling, one owner. */
export interface Wallet {
  type: CryptoWalletType
  address: string
}

/** Loaded by the first call that needs them. */
const ethereum = async () => ({
  ...(await import('@noble/curves/secp256k1.js')),
  ...(await import('@noble/hashes/sha3.js')),
})
const solana = () => import('@noble/curves/ed25519.js')

/** The wallet with the canonical spelling of its address, or null if the address is invalid. */
export async function canonicalWallet(type: CryptoWalletType, address: string): Promise<Wallet | null> {
  const canonical = type === 'ethereum' ? await ethereumAddress(address) : await solanaAddress(address)
  return canonical === null ? null : { type, address: canonical }
}

export function isSignedBy(wallet: Wallet, message: string, signature: string): Promise<boolean> {
  return wallet.type === 'ethereum'
    ? isEthereumSignature(wallet.address, message, signature)
    : isSolanaSignature(wallet.address, message, signature)
}

/** EIP-55. An address in one letter case has no checksum; one in mixed case must have the right checksum. */
async function ethereumAddress(input: string): Promise<string | null> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(input)) return null
  const digits = input.slice(2)
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  const checksummed = await withChecksum(digits.toLowerCase())
  return isPlain || checksummed === input ? checksummed : null
}

async function withChecksum(digits: string): Promise<string> {
  const { keccak_256 } = await ethereum()
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  const cased = [...digits].map((digit, index) => ((hash[index] ?? '0') >= '8' ? digit.toUpperCase() : digit))
  return `0x${cased.join('')}`
}

/** A public key on the curve: addresses off the curve belong to programs, which cannot sign. */
async function solanaAddress(input: string): Promise<string | null> {
  const key = decodeBase58(input, 44)
  if (key?.length !== 32) return null
  const { ed25519 } = await solana()
  try {
    ed25519.Point.fromBytes(key)
    return base58.encode(key)
  } catch {
    return null
  }
}

/** EIP-191, version 0x45: the signer is recovered from the signature and compared. */
async function isEthereumSignature(address: string, message: string, signature: string): Promise<boolean> {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return false
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const recovery = recoveryBit(bytes[64] ?? -1)
  if (recovery === null) return false
  const { keccak_256, secp256k1 } = await ethereum()
  const text = Buffer.from(message)
  const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${text.length}`)
  try {
    const parsed = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    // EIP-2: of the two equivalent signatures only the one with low S is accepted.
    if (parsed.hasHighS()) return false
    const digest = keccak_256(Buffer.concat([prefix, text]))
    const signer = parsed.addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(false)
    const digits = Buffer.from(keccak_256(signer.subarray(1)).subarray(12)).toString('hex')
    return (await withChecksum(digits)) === address
  } catch {
    return false
  }
}

/** 27 or 28 by the Yellow Paper; hardware wallets use 0 or 1. */
function recoveryBit(v: number): 0 | 1 | null {
  if (v === 27 || v === 0) return 0
  return v === 28 || v === 1 ? 1 : null
}

/** RFC 8032, strict: rejects small-order keys and non-canonical signatures. */
async function isSolanaSignature(address: string, message: string, signature: string): Promise<boolean> {
  const bytes = solanaSignature(signature)
  const key = decodeBase58(address, 44)
  if (bytes?.length !== 64 || key === null) return false
  const { ed25519 } = await solana()
  try {
    return ed25519.verify(bytes, Buffer.from(message), key, { zip215: false })
  } catch {
    return false
  }
}

/** Base58, as wallets show it, or hex, which some wallet APIs return. */
function solanaSignature(signature: string): Uint8Array | null {
  if (/^(0x)?[0-9a-fA-F]{128}$/.test(signature)) return Buffer.from(signature.slice(-128), 'hex')
  return decodeBase58(signature, 88)
}

/** Decoding takes quadratic time, so the length is checked first. */
function decodeBase58(text: string, longest: number): Uint8Array | null {
  if (text.length > longest) return null
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
