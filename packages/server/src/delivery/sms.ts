import { createHmac } from 'node:crypto'
import type { Clock } from '../world.ts'
import { type Delivery, DeliveryError } from './delivery.ts'

export interface HttpHookOptions {
  /** Gets every message as a POST; https, or http on this machine. */
  url: string
  /** Signs each call, so that the receiver knows who sends. */
  secret: string
  fetch: typeof globalThis.fetch
  clock: Clock
}

/**
 * Text messages by way of an HTTP hook: whoever answers it owns the carrier. The call is signed as Standard Webhooks
 * describes (`webhook-id`, `webhook-timestamp`, `webhook-signature: v1,…`); the id stays the same on every attempt.
 */
export function createHttpHookDelivery(options: HttpHookOptions): Delivery {
  const { url, secret, fetch, clock } = options
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
          'webhook-signature': `v1,${signHook(secret, idempotencyKey, timestamp, body)}`,
        },
        body,
        // A redirect would hand the message to somebody who was not configured.
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => {
        throw new DeliveryError('the hook could not be reached', { permanent: false, cause: error })
      })
      await response.body?.cancel()
      if (response.ok) return
      // 410 Gone, as for a resource: the recipient is not there any more, or wants nothing.
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

/** HMAC-SHA-256 over `id.timestamp.body`, base64. */
export function signHook(secret: string, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
}

/** A 4xx judges the message; the ones that ask for patience, or speak of the hook's own set-up, do not. */
export function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 404, 408, 425, 429].includes(status)
}
