export type Channel = 'email' | 'sms' | 'whatsapp'

/** One message to one recipient. It is stored encrypted and is in clear text only while it is sent. */
export interface Message {
  channel: Channel
  /** Exactly one canonical email address or E.164 number. */
  to: string
  subject: string
  text: string
  /** Empty for text messages. */
  html: string
  /** The codes and links of the message, so that a development inbox can show them without parsing. */
  codes: string[]
  links: string[]
}

export interface SendOptions {
  /** The same on every attempt. */
  idempotencyKey: string
  /** Aborted when the outbox stops waiting for the response. */
  signal: AbortSignal
  /**
   * The carrier calls this once it has received the whole message and only its response is missing. From then on the
   * message may have arrived: the outbox waits much longer for the response and repeats the message at most once.
   */
  onHandedOver?: (() => void) | undefined
}

/** The port that sends messages. Rejects with a `DeliveryError`; any other error counts as temporary. */
export interface Delivery {
  /** The supported channels. Defaults to all of them. */
  channels?: readonly Channel[]
  send(message: Message, options: SendOptions): Promise<void>
}

/** Why an address gets no more messages: its owner unsubscribed, or it does not exist. */
export type Suppression = 'unsubscribed' | 'bounced'

/** A permanent failure is not tried again. */
export class DeliveryError extends Error {
  readonly permanent: boolean
  /** Set if the carrier will reject every other message to this address too. */
  readonly suppression: Suppression | null
  /** True if the carrier responded that it rejects the message. Without a response the message may have arrived. */
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
