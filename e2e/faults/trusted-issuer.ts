import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const issuer = 'https://issuer.example'
const audience = 'races'

/** The profile by which a project trusts the tokens below. */
export const attestationProfile = {
  ...{ profile_id: 'races', issuer, audience, trusts_email: false, creates_users: true },
  keys: { jwks: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }] } },
}

/** A token that is good once, about somebody of that name. */
export function attestedToken(subject: string): string {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: issuer, aud: audience, sub: subject, jti: randomUUID(), iat: now, exp: now + 3_600 }
  const content = [{ alg: 'ES256', typ: 'JWT', kid: 'one' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}
