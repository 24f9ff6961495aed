import type { OAuthProvider, OneTapPosition, OtpMethod, Product } from '@latchkey/contract'
import type { PasswordlessWay } from '../methods/passwords/passwords.flow.ts'

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

/** One provider's button. */
export interface OAuthProviderOptions {
  readonly type: OAuthProvider
  /** Google only: shows its One Tap prompt as well. */
  readonly one_tap?: boolean
  /** Where One Tap shows; `'embedded'` where nothing is said. */
  readonly position?: OneTapPosition
  /** Asked of the provider beside the usual ones. */
  readonly custom_scopes?: readonly string[]
  /** Handed on to the provider, such as `{ login_hint: 'ada@example.com' }`. */
  readonly provider_params?: Readonly<Record<string, string>>
  /** Does a click beside the One Tap prompt close it? It does where nothing is said. */
  readonly cancel_on_tap_outside?: boolean
}

export interface OAuthOptions {
  /** Their order is the order of the buttons. */
  readonly providers: readonly OAuthProviderOptions[]
  readonly loginRedirectURL?: string
  readonly signupRedirectURL?: string
}

export interface PasswordOptions {
  /** Where the mail's link leads that signs in without a new password. */
  readonly loginRedirectURL?: string
  readonly loginExpirationMinutes?: number
  /** Where the mail's link leads that sets a new password: a page with the reset-password widget. */
  readonly resetPasswordRedirectURL?: string
  readonly resetPasswordExpirationMinutes?: number
  readonly resetPasswordTemplateId?: string
}

export interface PasskeyOptions {
  /**
   * Lets the browser make a passkey by itself for whoever has signed in with a password that it keeps, without asking.
   * Only browsers that can do so; off where nothing is said.
   */
  readonly offerPasskey?: boolean
}

export interface SessionOptions {
  /** 30 where nothing is said. */
  readonly sessionDurationMinutes?: number
}

/** The part of the configuration that does not depend on the products. */
interface CommonLoginConfig {
  readonly emailMagicLinksOptions?: EmailMagicLinksOptions
  /** With `'passwords'`. */
  readonly passwordOptions?: PasswordOptions
  /** With `'passkeys'`. */
  readonly passkeyOptions?: PasskeyOptions
  readonly sessionOptions?: SessionOptions
  /**
   * Says on Main which way was taken last in this browser, where there are several. It is kept in the browser's storage:
   * the way, never who took it. On where nothing is said; `false` also forgets what was kept.
   */
  readonly showLastUsed?: boolean
  /**
   * Redeems the token that a mailed link or an identity provider put into the page's URL, and shows what went wrong.
   * `false` leaves that to `client.authenticateByUrl`.
   *
   * @default true
   */
  readonly handleLandings?: boolean
  /** Draws the widget in a shadow root, out of reach of the page's style sheets. Off where nothing is said. */
  readonly enableShadowDOM?: boolean
}

/**
 * The products and the options that they need. The order of the products is the order on the screen: forms and buttons
 * are two groups, and the group of the first product is on top.
 *
 * @default ['emailMagicLinks']
 */
type ProductsConfig =
  | {
      readonly products?: readonly Exclude<Product, 'otp' | 'oauth'>[]
      readonly otpOptions?: OtpOptions
      readonly oauthOptions?: OAuthOptions
    }
  | {
      readonly products: readonly Exclude<Product, 'oauth'>[]
      readonly otpOptions: OtpOptions
      readonly oauthOptions?: OAuthOptions
    }
  | {
      readonly products: readonly Exclude<Product, 'otp'>[]
      readonly otpOptions?: OtpOptions
      readonly oauthOptions: OAuthOptions
    }
  | {
      readonly products: readonly Product[]
      readonly otpOptions: OtpOptions
      readonly oauthOptions: OAuthOptions
    }

/**
 * What the login widget offers. The product `'otp'` requires `otpOptions`, and `'oauth'` requires `oauthOptions`.
 *
 * @example
 * const config: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } }
 */
export type LoginConfig = CommonLoginConfig & ProductsConfig

/** A way to sign in that has a form of its own on Main. With passwords there is one form for all that begins with an address. */
export type Tab = 'email_magic_link' | 'email_otp' | 'email_password' | 'sms' | 'whatsapp'

/** Main has at most two groups; between them stands an 'or'. */
export type Group = 'form' | 'buttons'

/** What puts buttons of its own on Main. */
export type ButtonProduct = Extract<Product, 'oauth' | 'passkeys' | 'crypto'>

/** The configuration with every gap filled, as flow and effects want it. */
export interface LoginPlan {
  /** None where everything is a button. */
  readonly tabs: readonly Tab[]
  /** From top to bottom. */
  readonly groups: readonly Group[]
  /** What is in the group of buttons, from top to bottom. */
  readonly buttons: readonly ButtonProduct[]
  readonly oauth: OAuthOptions
  readonly emailMagicLinks: EmailMagicLinksOptions
  readonly otp: OtpOptions
  readonly passwords: PasswordOptions
  /** How somebody signs in who is known, and has no password. */
  readonly passwordless: PasswordlessWay
  readonly sessionDurationMinutes: number
  /** A passkey is made for whoever signs in with a password, where the browser does that without asking. */
  readonly offersPasskey: boolean
}
