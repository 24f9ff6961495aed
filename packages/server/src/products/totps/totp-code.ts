import type { Random } from '../../core/clock-and-random.ts'
import { equalDigests } from '../../core/hash.ts'

const digits = 6
const periodMs = 30_000
/** RFC 6238 §5.2: one step back for delay in typing, one ahead for a fast clock. */
const drift = 1
/** RFC 4226 §4, R6: 160 bits are recommended. */
const secretLength = 20

/** Loaded by the first call that needs it. */
const library = () => import('otpauth')

export async function newTotpSecret(random: Random): Promise<string> {
  const { Secret } = await library()
  return new Secret({ buffer: Uint8Array.from(random.bytes(secretLength)).buffer }).base32
}

/** The time steps (RFC 6238 §4.2) near `now` that have this code, newest first. */
export async function findSteps(secret: string, code: string, now: number): Promise<number[]> {
  const current = Math.floor(now / periodMs)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => current + drift - index)
  const codes = await Promise.all(steps.map((step) => totpCode(secret, step)))
  // Compares all of them, so that the time taken does not reveal which one matched.
  return steps.filter((step, index) => equalDigests(codes[index] ?? '', code) && step >= 0)
}

/** The code of one step: HOTP (RFC 4226 §5.3) with the step as its counter. */
export async function totpCode(secret: string, step: number, length: number = digits): Promise<string> {
  const { HOTP, Secret } = await library()
  return HOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: length, counter: step })
}

/** In URL-encoded bytes: long names make the QR code too dense to scan. */
const longestIssuer = 96
const longestAccount = 192

/** The `otpauth:` URI that authenticator apps read from the QR code. */
export async function totpUri(secret: string, issuer: string, account: string): Promise<string> {
  const { Secret, TOTP } = await library()
  const totp = new TOTP({
    issuer: shorten(issuer, longestIssuer),
    label: shorten(account, longestAccount),
    ...{ algorithm: 'SHA1', digits, period: periodMs / 1_000 },
    secret: Secret.fromBase32(secret),
  })
  return totp.toString()
}

/** Replaces colons, which separate issuer and account, and limits the length. */
function shorten(text: string, longest: number): string {
  let result = ''
  for (const character of text.replaceAll(':', ' ')) {
    if (encodeURIComponent(result + character).length > longest) break
    result += character
  }
  return result
}
