import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'

export type CaptchaVendor = 'turnstile' | 'hcaptcha' | 'recaptcha'

/** All vendors have the same protocol: a form with `secret` and `response`, and JSON with `success`. */
const defaultUrls: Record<CaptchaVendor, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

const defaultMinimumScore = 0.5

/** Verifies tokens at a vendor. An unexpected response throws, so that the call is rejected. */
export function createVendorVerifier(options: {
  vendor: CaptchaVendor
  secret: string
  /** Tokens with a lower score are rejected, if the vendor reports one. */
  minimumScore?: number | undefined
  url?: string | undefined
  fetch: OutboundFetch
}): CaptchaVerifier {
  const { vendor, secret, minimumScore = defaultMinimumScore, url = defaultUrls[vendor], fetch } = options
  return {
    async verify(token, action) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ secret, response: token }).toString(),
      })
      const answer = response.status === 200 ? ((await response.json()) as unknown) : null
      if (typeof answer !== 'object' || answer === null || !('success' in answer))
        throw new Error(`Unexpected response of ${vendor}: status ${response.status}`)
      // A token of another action is not valid here. Vendors without actions do not name one.
      if ('action' in answer && answer.action && answer.action !== action) return false
      // hCaptcha's score has the opposite meaning, and is for paid plans only: `success` is sufficient.
      if (vendor === 'recaptcha' && 'score' in answer && Number(answer.score) < minimumScore) return false
      return answer.success === true
    },
  }
}
