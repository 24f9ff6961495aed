import type { Clock } from '../core/clock-and-random.ts'
import { type Delivery, DeliveryError } from './delivery.ts'
import { signWebhook, webhookKey } from './webhook-signature.ts'

export interface HttpHookOptions {
  /** Receives every message as a POST request; https, or http on this machine. */
  url: string
  /** Signs each request (Standard Webhooks). `whsec_` + base64 is decoded; other text is used as it is. */
  secret: string
  fetch: typeof globalThis.fetch
  clock: Clock
}

/**
 * Text messages over an HTTP hook that the operator runs. Requests are signed according to Standard Webhooks
 * (`webhook-id`, `webhook-timestamp`, `webhook-signature: v1,…`); the id stays the same on every attempt.
 */
export function createHttpHookDelivery(options: HttpHookOptions): Delivery {
  const { url, secret, fetch, clock } = options
  // A malformed secret is a configuration error: report it now, not with the first message.
  webhookKey(secret)
  return {
    async send(message, { idempotencyKey, signal }) {
      if (message.channel !== 'email') requireOneNumber(message.to)
      const timestamp = String(Math.floor(clock.now() / 1000))
      const body = JSON.stringify({
        id: idempotencyKey,
        channel: message.channel,
        to: message.to,
        subject: message.subject,
        text: message.text,
      })
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': idempotencyKey,
          'webhook-timestamp': timestamp,
          'webhook-signature': signWebhook(secret, idempotencyKey, timestamp, body),
        },
        body,
        // A redirect would send the message to a host that the operator did not configure.
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => {
        throw new DeliveryError('the hook could not be reached', { permanent: false, cause: error })
      })
      await response.body?.cancel()
      if (response.ok) return
      // 410 Gone: the recipient does not exist anymore or has unsubscribed.
      if (response.status === 410)
        throw new DeliveryError('the hook answered 410', {
          permanent: true,
          suppression: message.channel === 'email' ? 'bounced' : 'unsubscribed',
        })
      throw new DeliveryError(`the hook answered ${response.status}`, { permanent: isFinal(response.status) })
    },
  }
}

export function requireOneNumber(to: string): void {
  if (!/^\+[1-9]\d{5,14}$/.test(to))
    throw new DeliveryError('the recipient is not exactly one number', { permanent: true })
}

/** A 4xx rejects the message, except statuses that ask to retry later or that mean a misconfigured hook. */
export function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status)
}
