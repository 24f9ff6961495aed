import type { AuthFlowType, B2bMfaProduct, B2bOAuthProvider, B2bProduct } from '@latchkey/contract'
import { b2bOAuthProviders, sessionDurationMinutes } from '@latchkey/contract'
import type { MfaMethod } from '@latchkey/contract/b2b'
import type { SessionOptions } from '../../config/login.config.ts'

/** How members can sign in with this widget. */
export type B2bLoginProduct = Extract<B2bProduct, 'emailMagicLinks' | 'emailOtp' | 'passwords' | 'sso' | 'oauth'>

export interface B2bEmailMagicLinksOptions {
  readonly loginRedirectURL?: string
  readonly signupRedirectURL?: string
  /** Where a link without an organization leads. */
  readonly discoveryRedirectURL?: string
  readonly loginTemplateId?: string
  readonly signupTemplateId?: string
  readonly loginExpirationMinutes?: number
  readonly signupExpirationMinutes?: number
  readonly discoveryExpirationMinutes?: number
  /** The sender's domain that 'Open in …' searches the inbox for. */
  readonly domainHint?: string
}

export interface B2bEmailOtpOptions {
  readonly loginTemplateId?: string
  readonly signupTemplateId?: string
  readonly loginExpirationMinutes?: number
  readonly signupExpirationMinutes?: number
  readonly discoveryExpirationMinutes?: number
}

export interface B2bPasswordOptions {
  /** The page of the link in the email that signs in without a new password. */
  readonly loginRedirectURL?: string
  readonly discoveryRedirectURL?: string
  /** The page of the link in the email that sets a new password. It shows this widget with the flow `PasswordReset`. */
  readonly resetPasswordRedirectURL?: string
  readonly resetPasswordExpirationMinutes?: number
  readonly resetPasswordTemplateId?: string
  readonly verifyEmailTemplateId?: string
}

export interface B2bSsoOptions {
  /** The page that a member returns to from the identity provider. It shows this widget. */
  readonly loginRedirectURL?: string
  /** The page that a new member returns to. */
  readonly signupRedirectURL?: string
}

export interface B2bOAuthProviderOptions {
  readonly type: B2bOAuthProvider
  /** Google only: shows its One Tap prompt as well. */
  readonly one_tap?: boolean
  /**
   * Closes the One Tap prompt when the person clicks outside of it.
   *
   * @default true
   */
  readonly cancel_on_tap_outside?: boolean
  /** Requested from the provider in addition to the default scopes. */
  readonly customScopes?: readonly string[]
  /** Passed to the provider, such as `{ login_hint: 'ada@example.com' }`. */
  readonly providerParams?: Readonly<Record<string, string>>
}

export interface B2bOAuthOptions {
  /** In the order of the buttons. */
  readonly providers: readonly (B2bOAuthProvider | B2bOAuthProviderOptions)[]
  readonly loginRedirectURL?: string
  readonly signupRedirectURL?: string
  /** The page that a person without an organization returns to. */
  readonly discoveryRedirectURL?: string
}

export interface DirectLoginOptions {
  /** Skips the list for a person who is a member of one organization. */
  readonly status: boolean
  /** @default false: the list is shown if there is an invitation as well */
  readonly ignoreInvites?: boolean
  /** @default false: the list is shown if there is an organization to join as well */
  readonly ignoreJitProvisioning?: boolean
}

/**
 * How the login widget of a business project works.
 *
 * @example
 * const config: B2bLoginConfig = { authFlowType: 'Discovery', products: ['emailMagicLinks', 'passwords'] }
 */
export interface B2bLoginConfig {
  /**
   * `Discovery`: the person signs in first and then chooses an organization. `Organization`: the page belongs to one
   * organization. `PasswordReset`: the page of the link in the email of a password reset.
   */
  readonly authFlowType: AuthFlowType
  /** The order of the products is the order on the screen. */
  readonly products: readonly B2bLoginProduct[]
  /** For the flow `Organization`. Defaults to the slug in the page's URL, by the `slug_pattern` of the project. */
  readonly organizationSlug?: string | null
  readonly sessionOptions?: SessionOptions
  readonly emailMagicLinksOptions?: B2bEmailMagicLinksOptions
  readonly emailOtpOptions?: B2bEmailOtpOptions
  readonly passwordOptions?: B2bPasswordOptions
  readonly ssoOptions?: B2bSsoOptions
  /** For the product `oauth`. */
  readonly oauthOptions?: B2bOAuthOptions
  readonly directLoginForSingleMembership?: DirectLoginOptions
  /**
   * Creates an organization for a person who has none, without asking for its name.
   *
   * @default false
   */
  readonly directCreateOrganizationForNoMembership?: boolean
  /**
   * Hides the button that creates an organization.
   *
   * @default false
   */
  readonly disableCreateOrganization?: boolean
  /** The order in which second factors are offered. */
  readonly mfaProductOrder?: readonly B2bMfaProduct[]
  /** The second factors that are offered for enrollment. Defaults to those that the organization allows. */
  readonly mfaProductInclude?: readonly B2bMfaProduct[]
  /**
   * Renders the widget in a shadow root, where the page's style sheets do not apply.
   *
   * @default false
   */
  readonly enableShadowDOM?: boolean
}

/** A first factor that begins with an email address, as organizations name it. */
export type EmailMethod = 'magic_link' | 'email_otp' | 'password'

/** A part of Main: the form, or the buttons of a product. */
export type MainPart = 'form' | 'sso' | 'oauth'

/** The configuration with all defaults applied. */
export interface B2bLoginPlan {
  readonly flowType: AuthFlowType
  readonly slug: string | null
  /** In the order of the screen. */
  readonly methods: readonly EmailMethod[]
  readonly sso: boolean
  /** In the order of the screen. */
  readonly parts: readonly MainPart[]
  readonly oauth: Omit<B2bOAuthOptions, 'providers'> & { readonly providers: readonly B2bOAuthProviderOptions[] }
  readonly ssoOptions: B2bSsoOptions
  readonly sessionDurationMinutes: number
  readonly links: B2bEmailMagicLinksOptions
  readonly codes: B2bEmailOtpOptions
  readonly passwords: B2bPasswordOptions
  readonly directLogin: DirectLoginOptions
  readonly createsAtOnce: boolean
  readonly offersCreate: boolean
  /** The second factors that can be enrolled, in the order of the screen. */
  readonly factors: readonly MfaMethod[]
}

const methodOf: Record<B2bLoginProduct, EmailMethod | null> = {
  emailMagicLinks: 'magic_link',
  emailOtp: 'email_otp',
  passwords: 'password',
  sso: null,
  oauth: null,
}

const factorOf: Record<B2bMfaProduct, MfaMethod> = { smsOtp: 'sms_otp', totp: 'totp' }

const factorsByDefault: readonly B2bMfaProduct[] = ['totp', 'smsOtp']

/** Applies the defaults. Throws if the configuration has a mistake, with what to change in the message. */
export function planB2bLogin(config: B2bLoginConfig): B2bLoginPlan {
  const { authFlowType, products, directCreateOrganizationForNoMembership, disableCreateOrganization } = config
  const problem = problemOf(config)
  if (problem) throw new Error(`B2bLogin: ${problem}`)
  const order = [...(config.mfaProductOrder ?? []), ...factorsByDefault]
  const included = config.mfaProductInclude ?? factorsByDefault
  return {
    flowType: authFlowType,
    slug: config.organizationSlug ?? null,
    methods: [...new Set(products)].flatMap((product) => methodOf[product] ?? []),
    sso: products.includes('sso'),
    parts: [...new Set(products.map((one) => (one === 'sso' || one === 'oauth' ? one : 'form')))],
    oauth: { ...config.oauthOptions, providers: products.includes('oauth') ? providersOf(config) : [] },
    ssoOptions: config.ssoOptions ?? {},
    sessionDurationMinutes: config.sessionOptions?.sessionDurationMinutes ?? sessionDurationMinutes,
    links: config.emailMagicLinksOptions ?? {},
    codes: config.emailOtpOptions ?? {},
    passwords: config.passwordOptions ?? {},
    directLogin: config.directLoginForSingleMembership ?? { status: false },
    createsAtOnce: directCreateOrganizationForNoMembership === true && disableCreateOrganization !== true,
    offersCreate: disableCreateOrganization !== true,
    factors: [...new Set(order)].filter((product) => included.includes(product)).map((product) => factorOf[product]),
  }
}

function providersOf({ oauthOptions }: B2bLoginConfig): B2bOAuthProviderOptions[] {
  return (oauthOptions?.providers ?? []).map((one) => (typeof one === 'string' ? { type: one } : one))
}

function problemOf(config: B2bLoginConfig): string | null {
  const { authFlowType, products, mfaProductOrder, mfaProductInclude } = config
  if (!['Discovery', 'Organization', 'PasswordReset'].includes(authFlowType))
    return `authFlowType must be 'Discovery', 'Organization' or 'PasswordReset', not ${JSON.stringify(authFlowType)}`
  if (!Array.isArray(products) || products.length === 0) return 'products must name at least one product'
  const product = products.find((name) => !Object.hasOwn(methodOf, name))
  if (product !== undefined) return `products contains ${JSON.stringify(product)}, which this widget does not know`
  if (products.includes('oauth')) {
    const providers = providersOf(config)
    if (providers.length === 0) return "oauthOptions.providers must name at least one provider for the product 'oauth'"
    const unknown = providers.find(({ type }) => !b2bOAuthProviders.includes(type))
    if (unknown) return `oauthOptions.providers contains ${JSON.stringify(unknown.type)}, which is not a provider`
  }
  const factor = [...(mfaProductOrder ?? []), ...(mfaProductInclude ?? [])].find(
    (name) => !Object.hasOwn(factorOf, name),
  )
  return factor === undefined ? null : `${JSON.stringify(factor)} is not a second factor: use 'smsOtp' or 'totp'`
}
