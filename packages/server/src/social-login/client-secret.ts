import { createPrivateKey, sign } from 'node:crypto'
import type { Clock } from '../core/clock-and-random.ts'
import type { OAuthSecret } from './credentials.ts'
import type { IdentityProvider } from './identity-provider.ts'

const lifetimeSeconds = 300

/** The configured secret, or a short-lived one signed with the configured key (Apple, ES256). */
export async function createClientSecret(
  { clock }: { clock: Clock },
  { secret, clientId, definition }: { secret: OAuthSecret; clientId: string; definition: IdentityProvider },
): Promise<string> {
  if ('clientSecret' in secret) return secret.clientSecret
  const issuedAt = Math.floor(clock.now() / 1_000)
  const header = { alg: 'ES256', kid: secret.keyId }
  const claims = {
    iss: secret.teamId,
    sub: clientId,
    aud: definition.issuer,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
  }
  const content = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const key = { key: createPrivateKey(secret.privateKey), dsaEncoding: 'ieee-p1363' as const }
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}
