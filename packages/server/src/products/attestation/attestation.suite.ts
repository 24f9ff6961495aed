import type { JsonObject } from '@latchkey/contract'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { Harness } from '../../testing/harness.ts'

export const issuer = 'https://issuer.example'
export const audience = 'latchkey'

/** An issuer with one key. */
export async function createIssuer(kid = 'k1', alg = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg)
  const jwk = { ...(await exportJWK(publicKey)), kid, alg } as JsonObject
  let count = 0
  return {
    jwk,
    async sign(
      harness: Harness,
      claims: JWTPayload = {},
      header: { alg?: string; kid?: string } = {},
    ): Promise<string> {
      const now = Math.floor(harness.clock.now() / 1_000)
      count += 1
      const usual = { iss: issuer, aud: audience, sub: 'ada', jti: `jti-${kid}-${count}`, iat: now, exp: now + 300 }
      return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid, ...header }).sign(privateKey)
    },
  }
}
