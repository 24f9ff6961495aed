export type Channel = 'email' | 'sms' | 'whatsapp'

/** One message to one person. It exists in clear only on its way out. */
export interface Message {
  channel: Channel
  /** A canonical e-mail address or an E.164 number; exactly one. */
  to: string
  subject: string
  text: string
  /** Empty for text messages. */
  html: string
  /** What the message carries, so that a development inbox can show it without parsing. */
  codes: string[]
  links: string[]
}

export interface SendOptions {
  /** The same on every attempt. */
  idempotencyKey: string
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
  /**
   * To be called once the carrier has all of the message and only its answer is missing: it may have arrived from here
   * on. The answer is then waited for much longer, and without one it is sent once more at most.
   */
  onHandedOver?: (() => void) | undefined
}

/** The port people are reached through. Rejects with a `DeliveryError`; anything else counts as passing. */
export interface Delivery {
  /** The channels that it can send by. Defaults to all of them. */
  channels?: readonly Channel[]
  send(message: Message, options: SendOptions): Promise<void>
}

/** Why an address takes nothing any more: its owner said so, or it is not there. */
export type Suppression = 'unsubscribed' | 'bounced'

/** A permanent failure is not tried again. */
export class DeliveryError extends Error {
  readonly permanent: boolean
  /** The carrier will take nothing else for this address either. */
  readonly suppression: Suppression | null
  /** The carrier has said itself that it did not take the message; without an answer it may have. */
  readonly isAnswer: boolean
  constructor(
    message: string,
    options: { permanent: boolean; suppression?: Suppression; isAnswer?: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'DeliveryError'
    this.permanent = options.permanent
    this.suppression = options.suppression ?? null
    this.isAnswer = options.isAnswer ?? true
  }
}
