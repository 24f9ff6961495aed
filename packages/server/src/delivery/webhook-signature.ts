import { createHmac, randomBytes } from 'node:crypto'

/** Standard Webhooks: a secret in its serialized form starts with this prefix and continues with base64. */
const serializedPrefix = 'whsec_'
/** The key lengths Standard Webhooks asks for, in bytes. */
const keyLength = { min: 24, max: 64 }

/** Thrown for a `whsec_` secret that is not valid base64 or has the wrong length. Never contains the secret. */
export class WebhookSecretError extends Error {
  constructor() {
    super(`must be whsec_ followed by the base64 of ${keyLength.min} to ${keyLength.max} random bytes`)
    this.name = 'WebhookSecretError'
  }
}

/**
 * The HMAC key of a secret. `whsec_` + base64 is decoded, as the Standard Webhooks libraries do by default; any other
 * text is used as UTF-8 bytes (the libraries call this format `raw`).
 */
export function webhookKey(secret: string): Uint8Array {
  if (!secret.startsWith(serializedPrefix)) return new TextEncoder().encode(secret)
  const encoded = secret.slice(serializedPrefix.length)
  const key = Buffer.from(encoded, 'base64')
  const padded = key.toString('base64')
  const isCanonical = encoded === padded || encoded === padded.split('=')[0]
  if (!isCanonical || key.length < keyLength.min || key.length > keyLength.max) throw new WebhookSecretError()
  return new Uint8Array(key)
}

/** A new secret of 32 random bytes in the serialized form. */
export function newWebhookSecret(): string {
  return `${serializedPrefix}${randomBytes(32).toString('base64')}`
}

/** The value of `webhook-signature` for one key: `v1,` and HMAC-SHA-256 over `id.timestamp.body` in base64. */
export function signWebhook(secret: string, id: string, timestamp: string, body: string): string {
  return `v1,${createHmac('sha256', webhookKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}
