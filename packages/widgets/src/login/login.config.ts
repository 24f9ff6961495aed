import type { OtpMethod, Product } from '@latchkey/contract'

export interface EmailMagicLinksOptions {
  readonly loginRedirectURL?: string
  readonly signupRedirectURL?: string
  /** 30 where nothing is said. */
  readonly loginExpirationMinutes?: number
  /** 30 where nothing is said. */
  readonly signupExpirationMinutes?: number
  readonly createUserAsPending?: boolean
  /** The sender's domain that 'Open in …' searches the inbox for. */
  readonly domainHint?: string
}

export interface OtpOptions {
  readonly methods: readonly OtpMethod[]
  /** 5 where nothing is said. */
  readonly expirationMinutes?: number
  readonly loginTemplateId?: string
  readonly signupTemplateId?: string
}

export interface SessionOptions {
  /** 30 where nothing is said. */
  readonly sessionDurationMinutes?: number
}

/**
 * What the login widget offers.
 *
 * @example
 * const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } }
 */
export interface LoginConfig {
  /**
   * `['emailMagicLinks']` where nothing is said. Their order is the order on the screen. Only `'emailMagicLinks'` and
   * `'otp'` have a screen; the others are not yet in the widget.
   */
  readonly products?: readonly Product[]
  readonly emailMagicLinksOptions?: EmailMagicLinksOptions
  /** Required with `'otp'`. */
  readonly otpOptions?: OtpOptions
  readonly sessionOptions?: SessionOptions
  /** Draws the widget in a shadow root, out of reach of the page's style sheets. Off where nothing is said. */
  readonly enableShadowDOM?: boolean
}

/** A way to sign in that has a form of its own on Main. */
export type Tab = 'email_magic_link' | 'email_otp' | 'sms' | 'whatsapp'

export type ConfigProblem =
  | 'config.magic_links_and_email_otp'
  | 'config.passkeys_alone'
  | 'config.no_product'
  | 'config.no_otp_method'
  | 'config.unknown_product'

/** The configuration with every gap filled, as flow and effects want it. */
export interface LoginPlan {
  readonly tabs: readonly [Tab, ...Tab[]]
  readonly emailMagicLinks: EmailMagicLinksOptions
  readonly otp: OtpOptions
  readonly sessionDurationMinutes: number
}

export type PlannedLogin =
  | { readonly plan: LoginPlan; readonly problem?: undefined }
  | { readonly plan?: undefined; readonly problem: ConfigProblem }
