import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import { digestAlgorithms, namespaces } from './names.ts'
import { SamlError } from './saml-error.ts'
import { attributeOf, bytesOf, childElements, childrenNamed, is, onlyChild, type XmlElement } from './xml-element.ts'

const { encryption, encryption11, signature } = namespaces

/** Content ciphers of XML Encryption 1.1 §5.2. There is no 3DES. */
const ciphers: ReadonlyMap<string, { name: 'aes-128' | 'aes-256'; keyBytes: number; isAuthenticated: boolean }> =
  new Map([
    [`${encryption}aes128-cbc`, { name: 'aes-128', keyBytes: 16, isAuthenticated: false }],
    [`${encryption}aes256-cbc`, { name: 'aes-256', keyBytes: 32, isAuthenticated: false }],
    [`${encryption11}aes128-gcm`, { name: 'aes-128', keyBytes: 16, isAuthenticated: true }],
    [`${encryption11}aes256-gcm`, { name: 'aes-256', keyBytes: 32, isAuthenticated: true }],
  ])

/** The hash of the mask generation function. */
const maskHashes: ReadonlyMap<string, string> = new Map([
  [`${encryption11}mgf1sha1`, 'sha1'],
  [`${encryption11}mgf1sha256`, 'sha256'],
])

export interface Decrypted {
  readonly xml: string
  /** Whether the cipher detects changes. Without that, an error that depends on the content would reveal it. */
  readonly isAuthenticated: boolean
}

/** Decrypts an EncryptedAssertion. Every failed step has the same error, which tells an attacker nothing. */
export function decryptAssertion(encrypted: XmlElement, keys: readonly KeyObject[]): Decrypted {
  const data = onlyChild(encrypted, encryption, 'EncryptedData')
  const cipher = data === null ? undefined : ciphers.get(methodOf(data))
  const content = data === null ? null : cipherValue(data)
  const transported = data === null ? null : findKey(encrypted, data)
  if (cipher === undefined || content === null || transported === null) throw undecipherable()
  for (const key of keys) {
    try {
      const contentKey = unwrap(transported, key)
      if (contentKey.length !== cipher.keyBytes) continue
      const plain = cipher.isAuthenticated
        ? decryptGcm(`${cipher.name}-gcm`, contentKey, content)
        : decryptCbc(`${cipher.name}-cbc`, contentKey, content)
      const xml = new TextDecoder('utf-8', { fatal: true }).decode(plain)
      return { xml, isAuthenticated: cipher.isAuthenticated }
    } catch {
      // The next key, else the one error.
    }
  }
  throw undecipherable()
}

export function undecipherable(): SamlError {
  return new SamlError(
    'decryption',
    'AES-GCM or AES-CBC with RSA-OAEP, for the encryption certificate of our metadata',
    'an assertion that cannot be decrypted',
  )
}

/** The encrypted key is in the KeyInfo of the data, or next to the data. */
function findKey(encrypted: XmlElement, data: XmlElement): XmlElement | null {
  const keyInfo = onlyChild(data, signature, 'KeyInfo')
  const inside = keyInfo === null ? [] : childrenNamed(keyInfo, encryption, 'EncryptedKey')
  const [key, ...others] = [...inside, ...childrenNamed(encrypted, encryption, 'EncryptedKey')]
  return others.length === 0 ? (key ?? null) : null
}

/** RSA-OAEP (XML Encryption 1.1 §5.5). RSA 1.5 is rejected: its errors can be used to decrypt. */
function unwrap(transported: XmlElement, key: KeyObject): Buffer {
  const wrapped = cipherValue(transported)
  const oaepHash = readOaepHash(transported)
  if (wrapped === null || oaepHash === null) throw undecipherable()
  return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, wrapped)
}

/** Digest and mask must have the same hash, because Node has one parameter for both. */
function readOaepHash(transported: XmlElement): string | null {
  const method = onlyChild(transported, encryption, 'EncryptionMethod')
  if (method === null || childrenNamed(method, encryption, 'OAEPparams').length > 0) return null
  const algorithm = attributeOf(method, 'Algorithm')
  const digest = parameterOf(method, signature, 'DigestMethod', digestAlgorithms)
  const mask = parameterOf(method, encryption11, 'MGF', maskHashes)
  if (algorithm !== `${encryption}rsa-oaep-mgf1p` && algorithm !== `${encryption11}rsa-oaep`) return null
  return digest === mask && (digest === 'sha1' || digest === 'sha256') ? digest : null
}

function parameterOf(
  method: XmlElement,
  namespace: string,
  localName: string,
  hashes: ReadonlyMap<string, string>,
): string | null {
  const [parameter, ...others] = childElements(method).filter((child) => is(child, namespace, localName))
  if (parameter === undefined) return 'sha1'
  return others.length === 0 ? (hashes.get(attributeOf(parameter, 'Algorithm') ?? '') ?? null) : null
}

function methodOf(data: XmlElement): string {
  const method = onlyChild(data, encryption, 'EncryptionMethod')
  return method === null ? '' : (attributeOf(method, 'Algorithm') ?? '')
}

function cipherValue(data: XmlElement): Buffer | null {
  const cipherData = onlyChild(data, encryption, 'CipherData')
  return cipherData === null ? null : bytesOf(onlyChild(cipherData, encryption, 'CipherValue'))
}

/** The initialization vector has 12 bytes, the tag at the end 16. */
function decryptGcm(cipher: 'aes-128-gcm' | 'aes-256-gcm', key: Buffer, content: Buffer): Buffer {
  if (content.length < 28) throw undecipherable()
  const decipher = createDecipheriv(cipher, key, content.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(content.subarray(-16))
  return Buffer.concat([decipher.update(content.subarray(12, -16)), decipher.final()])
}

/** The initialization vector has 16 bytes. The last byte is the length of the padding, whose other bytes are arbitrary. */
function decryptCbc(cipher: 'aes-128-cbc' | 'aes-256-cbc', key: Buffer, content: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, content.subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(content.subarray(16)), decipher.final()])
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > 16) throw undecipherable()
  return padded.subarray(0, padded.length - padding)
}
