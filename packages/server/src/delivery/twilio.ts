import { type Delivery, DeliveryError } from './delivery.ts'
import { isFinal, requireOneNumber } from './sms.ts'

export interface TwilioOptions {
  accountSid: string
  authToken: string
  /** The number, or the `MG…` messaging service, that text messages come from. */
  from: string
  /** The number that WhatsApp messages come from. Defaults to `from`. */
  whatsappFrom?: string | undefined
  /** The origin of another service with the same API. Defaults to Twilio. */
  baseUrl?: string | undefined
  fetch: typeof globalThis.fetch
}

/** Error code of Twilio: the recipient has answered STOP. */
const unsubscribed = 21_610

/** Sends SMS and WhatsApp messages through the Messages resource of Twilio, or of a compatible service. */
export function createTwilioDelivery(options: TwilioOptions): Delivery {
  const { accountSid, authToken, fetch, baseUrl = 'https://api.twilio.com' } = options
  const url = `${new URL(baseUrl).origin}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    async send(message, { idempotencyKey, signal }) {
      if (message.channel === 'email')
        throw new DeliveryError('Twilio carries SMS and WhatsApp only', { permanent: true })
      requireOneNumber(message.to)
      const form = new URLSearchParams({ To: message.to, Body: message.text })
      if (message.channel === 'whatsapp') {
        form.set('To', `whatsapp:${message.to}`)
        form.set('From', `whatsapp:${options.whatsappFrom ?? options.from}`)
      } else {
        form.set(options.from.startsWith('MG') ? 'MessagingServiceSid' : 'From', options.from)
      }
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization,
          'content-type': 'application/x-www-form-urlencoded',
          'i-twilio-idempotency-token': idempotencyKey,
        },
        body: form.toString(),
        // A redirect would send the message to a host that the operator did not configure.
        redirect: 'manual',
        signal,
      }).catch((error: unknown) => {
        throw new DeliveryError('Twilio could not be reached', { permanent: false, cause: error })
      })
      if (response.ok) return void (await response.body?.cancel())
      const code = await readErrorCode(response)
      const name = `Twilio answered ${response.status}${code === null ? '' : ` (${code})`}`
      if (code === unsubscribed) throw new DeliveryError(name, { permanent: true, suppression: 'unsubscribed' })
      throw new DeliveryError(name, { permanent: isFinal(response.status) })
    },
  }
}

/** The error code of Twilio. The error text is not used: it may contain the recipient. */
async function readErrorCode(response: Response): Promise<number | null> {
  const body: unknown = await response.json().catch(() => null)
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  return typeof code === 'number' ? code : null
}
