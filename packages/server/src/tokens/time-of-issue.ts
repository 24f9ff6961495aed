/**
 * The latest time at which a token of another issuer can have been issued, by its claim `iat`; null if the claim does not
 * show it. An account may have voided what was issued for it, so such a token is rejected. A time in the future shows
 * that the issuer's clock is fast, but not by how much: the token counts as issued `skewSeconds` earlier.
 */
export function timeOfIssue(iat: unknown, { now, skewSeconds }: { now: number; skewSeconds: number }): number | null {
  if (typeof iat !== 'number' || !Number.isFinite(iat)) return null
  const time = Math.floor(iat * 1_000)
  const skewMs = skewSeconds * 1_000
  if (time > now + skewMs) return null
  if (time > now) return time - skewMs
  // A whole number names a second, and the account may have begun in that second.
  return Number.isInteger(iat) ? time + 999 : time
}
