import type { Random } from '../../core/clock-and-random.ts'
import { equalDigests } from '../../core/hash.ts'

const digits = 6
const periodMs = 30_000
/** RFC 6238 §5.2: one step back for the delay of typing, one ahead for a clock that is fast. */
const drift = 1
/** RFC 4226 §4, R6: 160 bits are recommended. */
const secretLength = 20

/** Loaded by the first call that needs it. */
const library = () => import('otpauth')

export async function newTotpSecret(random: Random): Promise<string> {
  const { Secret } = await library()
  return new Secret({ buffer: Uint8Array.from(random.bytes(secretLength)).buffer }).base32
}

/** The time steps (RFC 6238 §4.2) for which this would be the code, around an instant; newest first. */
export async function stepsOf(secret: string, code: string, now: number): Promise<number[]> {
  const current = Math.floor(now / periodMs)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => current + drift - index)
  const codes = await Promise.all(steps.map((step) => totpCode(secret, step)))
  // Every one is compared: how long it takes does not say which was right.
  return steps.filter((step, index) => equalDigests(codes[index] ?? '', code) && step >= 0)
}

/** The code of one step: HOTP (RFC 4226 §5.3) with the step as its counter. */
export async function totpCode(secret: string, step: number, length: number = digits): Promise<string> {
  const { HOTP, Secret } = await library()
  return HOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: length, counter: step })
}

/** In the bytes they take in an address: long names make a picture too dense to scan. */
const longestIssuer = 96
const longestAccount = 192

/** What the QR code says, in the form every authenticator app reads. */
export async function totpUri(secret: string, issuer: string, account: string): Promise<string> {
  const { Secret, TOTP } = await library()
  const totp = new TOTP({
    issuer: named(issuer, longestIssuer),
    label: named(account, longestAccount),
    ...{ algorithm: 'SHA1', digits, period: periodMs / 1_000 },
    secret: Secret.fromBase32(secret),
  })
  return totp.toString()
}

/** A colon parts issuer and account. */
function named(text: string, longest: number): string {
  let result = ''
  for (const character of text.replaceAll(':', ' ')) {
    if (encodeURIComponent(result + character).length > longest) break
    result += character
  }
  return result
}
