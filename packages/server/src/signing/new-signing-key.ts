import { createHash, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JsonObject } from '@latchkey/contract'
import type { Vault } from '../core/vault.ts'
import type { SigningKeyRecord } from '../storage/records.ts'

const generate = promisify(generateKeyPair)

/** Binds a sealed private key to its project and id. */
export function signingKeyContext(projectId: string, kid: string): string {
  return `signing-key:${projectId}:${kid}`
}

/** Creates a key pair asynchronously, because RSA takes half a second. The private key leaves this function sealed. */
export async function newSigningKey(input: {
  projectId: string
  algorithm: SigningKeyRecord['algorithm']
  state: 'next' | 'active'
  vault: Vault
  now: number
}): Promise<SigningKeyRecord> {
  const { projectId, algorithm, state, vault, now } = input
  const { publicKey, privateKey } = await newPair(algorithm)
  const jwk = publicJwk(publicKey)
  const kid = thumbprint(jwk)
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    projectId,
    kid,
    algorithm,
    state,
    publicJwk: { ...jwk, kid, alg: algorithm, use: 'sig' },
    privateKeySealed: vault.seal(pem, signingKeyContext(projectId, kid)),
    createdAt: now,
    activatedAt: state === 'active' ? now : null,
    retiredAt: null,
  }
}

function newPair(algorithm: SigningKeyRecord['algorithm']): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  return algorithm === 'ES256' ? generate('ec', { namedCurve: 'P-256' }) : generate('rsa', { modulusLength: 2048 })
}

/** Exactly the members that RFC 7638 §3.2 hashes, in its order. */
function publicJwk(key: KeyObject): JsonObject {
  const { kty, crv, x, y, e, n } = key.export({ format: 'jwk' })
  if (kty === 'EC' && crv && x && y) return { crv, kty, x, y }
  if (kty === 'RSA' && e && n) return { e, kty, n }
  throw new TypeError('The type of a signing key must be EC or RSA.')
}

function thumbprint(jwk: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(jwk)).digest('base64url')
}
