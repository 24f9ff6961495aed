import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { Random } from './clock-and-random.ts'

export interface MasterKey {
  id: string
  /** 32 bytes. */
  key: Uint8Array
}

/** Encrypts values that must be read back, and derives keys for other uses. */
export interface Vault {
  /** AES-256-GCM. `context` is authenticated, so that a sealed value does not open in another row or column. */
  seal(plaintext: string, context: string): string
  open(sealed: string, context: string): string
  /** Derives a separate key for each label. */
  derive(label: string): Uint8Array
  /** Derives from every master key, the sealing one first, so that values from before a rotation still match. */
  deriveAll(label: string): Uint8Array[]
  /** True if the value is sealed under the current sealing key. */
  isCurrent(sealed: string): boolean
}

const nonceLength = 12
const tagLength = 16

/** The first key seals, all keys open: values can be re-sealed while the provider runs. */
export function createVault(masterKeys: readonly [MasterKey, ...MasterKey[]], random: Random): Vault {
  const sealing = masterKeys[0]
  const derived = ({ key }: MasterKey, label: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, new Uint8Array(0), label, 32))
  return {
    seal(plaintext, context) {
      const nonce = random.bytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', sealing.key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return `${sealing.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open(sealed, context) {
      const dot = sealed.indexOf('.')
      const key = masterKeys.find(({ id }) => id === sealed.slice(0, dot))
      if (!key)
        throw new Error('The value is sealed under a master key that is not configured. Add the key to masterKeys.')
      const blob = Buffer.from(sealed.slice(dot + 1), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.key, blob.subarray(0, nonceLength))
        .setAAD(Buffer.from(context))
        .setAuthTag(blob.subarray(nonceLength, nonceLength + tagLength))
      return Buffer.concat([decipher.update(blob.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8')
    },
    derive: (label) => derived(sealing, label),
    deriveAll: (label) => masterKeys.map((key) => derived(key, label)),
    isCurrent: (sealed) => sealed.startsWith(`${sealing.id}.`),
  }
}
