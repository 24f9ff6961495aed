import { createHmac } from 'node:crypto'
import { equalDigests, sha256Hex } from '../../core/hash.ts'
import { signWebhook } from '../../delivery/webhook-signature.ts'

/** Accepted clock difference; older requests are rejected as replays. */
export const hookToleranceMs: number = 5 * 60_000

/**
 * Authenticates an inbound webhook: `?secret=…` in the URL for senders that cannot sign, or a Standard Webhooks
 * signature (`webhook-id`, `webhook-timestamp`, `webhook-signature: v1,…`).
 */
export function isGenuineHook(request: Request, body: string, secret: string, now: number): boolean {
  const inUrl = new URL(request.url).searchParams.get('secret')
  if (inUrl !== null) return equalDigests(sha256Hex(inUrl), sha256Hex(secret))
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => request.headers.get(name) ?? '',
  ) as [string, string, string]
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(Number(timestamp) * 1_000 - now) > hookToleranceMs) return false
  const expected = sha256Hex(signWebhook(secret, id, timestamp, body))
  return signatures.split(' ').some((given) => equalDigests(sha256Hex(given), expected))
}

/** `X-Twilio-Signature`: HMAC-SHA-1 over the configured URL and all fields, sorted by name. */
export function isFromTwilio(
  signature: string,
  address: string,
  fields: Readonly<Record<string, string>>,
  authToken: string,
): boolean {
  const text = Object.keys(fields)
    .sort()
    .reduce((joined, name) => `${joined}${name}${fields[name]}`, address)
  const expected = createHmac('sha1', authToken).update(text).digest('base64')
  return equalDigests(sha256Hex(signature), sha256Hex(expected))
}
