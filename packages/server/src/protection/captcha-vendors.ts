import type { OutboundFetch } from '../outbound/outbound-fetch.ts'
import type { CaptchaVerifier } from './captcha-verifier.ts'

export type CaptchaVendor = 'turnstile' | 'hcaptcha' | 'recaptcha'

/** They all speak the same: a form with secret and response, answered by whether it was good. */
const usualUrls: Record<CaptchaVendor, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

const usualScore = 0.5

/** Asks a vendor. An answer that is none throws: nobody is let in by it. */
export function createVendorVerifier(options: {
  vendor: CaptchaVendor
  secret: string
  /** Below it a token is refused, where the vendor says how sure it is. */
  minimumScore?: number | undefined
  url?: string | undefined
  fetch: OutboundFetch
}): CaptchaVerifier {
  const { vendor, secret, minimumScore = usualScore, url = usualUrls[vendor], fetch } = options
  return {
    async verify(token, action) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams({ secret, response: token }).toString(),
      })
      const answer = response.status === 200 ? ((await response.json()) as unknown) : null
      if (typeof answer !== 'object' || answer === null || !('success' in answer))
        throw new Error(`${vendor} answered ${response.status}`)
      // A token that was made for something else proves nothing here. Vendors without actions name none.
      if ('action' in answer && answer.action && answer.action !== action) return false
      // hCaptcha counts the other way, and only for those who pay: its word on success is enough.
      if (vendor === 'recaptcha' && 'score' in answer && Number(answer.score) < minimumScore) return false
      return answer.success === true
    },
  }
}
