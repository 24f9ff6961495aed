import type { OAuthProvider, OneTapPosition, OtpMethod, Product } from '@latchkey/contract'

export interface EmailMagicLinksOptions {
  readonly loginRedirectURL?: string
  readonly signupRedirectURL?: string
  /**
   * How long a login link works.
   *
   * @default 30
   */
  readonly loginExpirationMinutes?: number
  /**
   * How long a sign-up link works.
   *
   * @default 30
   */
  readonly signupExpirationMinutes?: number
  /**
   * Creates new users with the status `pending` until they open the link.
   *
   * @default false
   */
  readonly createUserAsPending?: boolean
  /** The sender's domain that 'Open in …' searches the inbox for. */
  readonly domainHint?: string
}

export interface OtpOptions {
  readonly methods: readonly OtpMethod[]
  /**
   * How long a passcode works.
   *
   * @default 5
   */
  readonly expirationMinutes?: number
  readonly loginTemplateId?: string
  readonly signupTemplateId?: string
}

/** One provider's button. */
export interface OAuthProviderOptions {
  readonly type: OAuthProvider
  /** Google only: shows its One Tap prompt as well. */
  readonly one_tap?: boolean
  /**
   * Where the One Tap prompt is shown.
   *
   * @default 'embedded'
   */
  readonly position?: OneTapPosition
  /** Requested from the provider in addition to the default scopes. */
  readonly custom_scopes?: readonly string[]
  /** Passed to the provider, such as `{ login_hint: 'ada@example.com' }`. */
  readonly provider_params?: Readonly<Record<string, string>>
  /**
   * Closes the One Tap prompt when the user clicks outside of it.
   *
   * @default true
   */
  readonly cancel_on_tap_outside?: boolean
}

export interface OAuthOptions {
  /** In the order of the buttons. */
  readonly providers: readonly OAuthProviderOptions[]
  readonly loginRedirectURL?: string
  readonly signupRedirectURL?: string
}

export interface PasswordOptions {
  /** The page of the link in the email that signs in without a new password. */
  readonly loginRedirectURL?: string
  readonly loginExpirationMinutes?: number
  /** The page of the link in the email that sets a new password. It shows the reset-password widget. */
  readonly resetPasswordRedirectURL?: string
  readonly resetPasswordExpirationMinutes?: number
  readonly resetPasswordTemplateId?: string
}

export interface PasskeyOptions {
  /**
   * Lets the browser create a passkey without asking after a sign-in with a password that it has saved. Has no effect
   * in browsers that cannot do this.
   *
   * @default false
   */
  readonly offerPasskey?: boolean
}

export interface SessionOptions {
  /**
   * How long a new session lasts.
   *
   * @default 30
   */
  readonly sessionDurationMinutes?: number
}

/** The part of the configuration that does not depend on the products. */
interface CommonLoginConfig {
  readonly emailMagicLinksOptions?: EmailMagicLinksOptions
  /** For the product `'passwords'`. */
  readonly passwordOptions?: PasswordOptions
  /** For the product `'passkeys'`. */
  readonly passkeyOptions?: PasskeyOptions
  readonly sessionOptions?: SessionOptions
  /**
   * Marks the sign-in method that was used last in this browser, if there are several. The browser's storage holds the
   * method, never the user. `false` also removes a stored value.
   *
   * @default true
   */
  readonly showLastUsed?: boolean
  /**
   * Redeems the token that a mailed link or an identity provider put into the page's URL, and shows what went wrong.
   * `false` leaves that to `client.authenticateByUrl`.
   *
   * @default true
   */
  readonly handleLandings?: boolean
  /**
   * Renders the widget in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
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

/** A sign-in method with a form on Main. With passwords, one form serves all methods that start with an email address. */
export type Tab = 'email_magic_link' | 'email_otp' | 'email_password' | 'sms' | 'whatsapp'

/** Main has at most two groups, divided by an 'or'. */
export type Group = 'form' | 'buttons'

/** The products that have buttons on Main, not a form. */
export type ButtonProduct = Exclude<Product, 'otp' | 'emailMagicLinks' | 'passwords'>

/** How an existing user without a password signs in. */
export type PasswordlessMethod = 'passcode' | 'magic_link' | 'reset_email'

/** The configuration with all defaults applied, as flow and effects need it. */
export interface LoginPlan {
  /** Empty if Main has buttons only. */
  readonly tabs: readonly Tab[]
  /** From top to bottom. */
  readonly groups: readonly Group[]
  /** The products in the group of buttons, from top to bottom. */
  readonly buttons: readonly ButtonProduct[]
  readonly oauth: OAuthOptions
  readonly emailMagicLinks: EmailMagicLinksOptions
  readonly otp: OtpOptions
  readonly passwords: PasswordOptions
  readonly passwordless: PasswordlessMethod
  readonly sessionDurationMinutes: number
}
