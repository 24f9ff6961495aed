import { createHash, generateKeyPair, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** Signs id tokens with a key that is created on first use. */
export interface Signer {
  sign(claims: Record<string, unknown>): Promise<string>
  jwks(): Promise<{ keys: object[] }>
}

export function createSigner(): Signer {
  let keyPair: Promise<{ privateKey: KeyObject; publicKey: KeyObject; kid: string }> | undefined
  const key = () => {
    keyPair ??= promisify(generateKeyPair)('rsa', { modulusLength: 2048 }).then(({ privateKey, publicKey }) => {
      const bytes = publicKey.export({ type: 'spki', format: 'der' })
      return { privateKey, publicKey, kid: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) }
    })
    return keyPair
  }
  return {
    async sign(claims) {
      const { privateKey, kid } = await key()
      const content = [{ alg: 'RS256', typ: 'JWT', kid }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
    },
    async jwks() {
      const { publicKey, kid } = await key()
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] }
    },
  }
}
