import { isSafeText } from '@latchkey/contract/schemas'
import type { JWTPayload } from 'jose'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { canonicalEmail } from '../../identifiers/email-address.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { AttestationProfile } from '../../storage/records.ts'
import { timeOfIssue } from '../../tokens/time-of-issue.ts'

/** The claims of a trusted issuer about a user. */
export interface Attested {
  subject: string
  /** Verified, if the profile trusts the issuer's addresses. */
  email: string | null
  /** An https URL. */
  pictureUrl: string | null
  /** A language tag. */
  locale: string | null
  /** Identifies the token, so that it is accepted once; stored until `expiresAt`. */
  nonce: string
  expiresAt: number
  /** The latest time at which the token can have been issued according to `iat`. */
  issuedAt: number
}

/** Asymmetric algorithms only: with a shared secret the provider could create tokens too. */
const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA', 'Ed25519']
const skewSeconds = 60
/** Each token is remembered until it expires, so tokens with a longer lifetime are rejected. */
const longestLifeMs = 24 * 60 * 60_000
const longestClaim = 256

/** Null for every invalid token, so that the caller does not learn which check failed. */
export async function readAttestedToken(
  { issuerKeys, clock }: Pick<ProviderContext, 'issuerKeys' | 'clock'>,
  profile: AttestationProfile,
  token: string,
): Promise<Attested | null> {
  const { jwtVerify } = await import('jose')
  const now = clock.now()
  let claims: JWTPayload
  try {
    const verified = await jwtVerify(token, issuerKeys.of(profile), {
      ...{ issuer: profile.issuer, audience: profile.audience, algorithms, clockTolerance: skewSeconds },
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      currentDate: new Date(now),
    })
    claims = verified.payload
  } catch (error) {
    if (error instanceof ProviderError) throw error
    return null
  }
  const { sub, jti, exp } = claims
  if (!isClaim(sub) || !isClaim(jti) || exp === undefined) return null
  const expiresAt = (Math.ceil(exp) + skewSeconds) * 1_000
  if (expiresAt > now + longestLifeMs) return null
  const issuedAt = timeOfIssue(claims.iat, { now, skewSeconds })
  if (issuedAt === null) return null
  return {
    subject: sub,
    email: profile.trustsEmail && claims.email_verified === true ? readEmail(claims.email) : null,
    pictureUrl: readPictureUrl(claims.picture),
    locale:
      isClaim(claims.locale) && /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(claims.locale) ? claims.locale : null,
    nonce: `attest:${sha256Hex(JSON.stringify([profile.issuer, jti]))}`,
    expiresAt,
    issuedAt,
  }
}

function isClaim(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestClaim && isSafeText(value)
}

function readPictureUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_048 || !isSafeText(value) || !URL.canParse(value)) return null
  return new URL(value).protocol === 'https:' ? value : null
}

function readEmail(value: unknown): string | null {
  return typeof value === 'string' ? canonicalEmail(value) : null
}
