import type { Clock } from '../core/clock-and-random.ts'
import type { IssuerKeys } from '../signing/issuer-keys.ts'
import { ExchangeError } from './code-exchange.ts'
import { asDocument } from './document.ts'
import type { Document } from './identity-provider.ts'

/** Tolerance for clock differences: a token is accepted this long after its expiry. */
export const idTokenToleranceSeconds = 60

/**
 * The claims of an id token that the browser sent (Google One Tap), so only its signature proves it. Only RS256 is
 * accepted, whatever the header of the token says. Throws if the token is invalid.
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
  // Exactly one audience and authorized party: a token for another client must not be accepted.
  if (payload.aud !== expected.audience || (payload.azp !== undefined && payload.azp !== expected.audience))
    throw new ExchangeError('issued for another audience')
  if (Number(payload.iat) > now / 1_000 + idTokenToleranceSeconds) throw new ExchangeError('issued in the future')
  return asDocument(payload)
}
