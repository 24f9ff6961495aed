import { type Channel, type Delivery, DeliveryError } from './delivery.ts'

/**
 * One delivery out of one per channel.
 *
 * @example
 * deliverByChannel({ email: createSmtpDelivery({ url, from }), sms: hook, whatsapp: hook })
 */
export function deliverByChannel(carriers: Partial<Record<Channel, Delivery>>): Delivery {
  return {
    channels: (['email', 'sms', 'whatsapp'] as const).filter((channel) => carriers[channel] !== undefined),
    async send(message, options) {
      const carrier = carriers[message.channel]
      // Queued before a restart with another configuration: trying again cannot help.
      if (!carrier) throw new DeliveryError(`no carrier is configured for ${message.channel}`, { permanent: true })
      await carrier.send(message, options)
    },
  }
}
