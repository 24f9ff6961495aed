import type { Clock } from '../core/clock-and-random.ts'
import type { IssuerKeys } from '../signing/issuer-keys.ts'
import { ExchangeError } from './code-exchange.ts'
import { asDocument } from './document.ts'
import type { Document } from './identity-provider.ts'

/** How far clocks may differ: a token is good for as long after its end. */
const idTokenToleranceSeconds = 60

/**
 * The claims of an id token that a browser handed over, Google's One Tap: nothing vouches for it but its signature.
 * RS256 alone is taken, whatever the token's header says. Throws if anything about it is wrong.
 */
export async function verifyIdToken(
  { issuerKeys, clock }: { issuerKeys: IssuerKeys; clock: Clock },
  token: string,
  expected: { jwksUri: string; issuers: readonly string[]; audience: string },
): Promise<Document> {
  const { jwtVerify } = await import('jose')
  const now = clock.now()
  const { payload } = await jwtVerify(token, issuerKeys.of({ keys: { url: expected.jwksUri } }), {
    algorithms: ['RS256'],
    issuer: [...expected.issuers],
    audience: expected.audience,
    currentDate: new Date(now),
    clockTolerance: idTokenToleranceSeconds,
    requiredClaims: ['sub', 'iat', 'exp'],
  })
  // One audience, and no other party it was issued to: a token for somebody else's client is not ours.
  if (payload.aud !== expected.audience || (payload.azp !== undefined && payload.azp !== expected.audience))
    throw new ExchangeError('another audience')
  if (Number(payload.iat) > now / 1_000 + idTokenToleranceSeconds) throw new ExchangeError('issued in the future')
  return asDocument(payload)
}
