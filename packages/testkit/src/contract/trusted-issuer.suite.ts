import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { JsonObject } from '@latchkey/contract'

const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** An issuer whose tokens a project accepts. */
export const attestationProfile = {
  ...{ id: 'profile-1', issuer: 'https://issuer.example', audience: 'kit', trustsEmail: true, createsUsers: true },
  keys: { jwks: { keys: [{ ...issuer.publicKey.export({ format: 'jwk' }), kid: 'one' } as JsonObject] } },
}

export function attestedToken(now: number, more: JsonObject = {}): string {
  const { issuer: iss, audience: aud } = attestationProfile
  const iat = Math.floor(now / 1_000)
  const claims = { iss, aud, sub: 'ada', jti: randomUUID(), iat, exp: iat + 60, ...more }
  const content = [{ alg: 'ES256', kid: 'one' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(content), { key: issuer.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}
