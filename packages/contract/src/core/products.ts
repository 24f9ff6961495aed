/** The enumerations of the specification, with the values of the wire and of the widget configuration. */
export const products = ['emailMagicLinks', 'oauth', 'otp', 'crypto', 'passwords', 'passkeys'] as const
export type Product = (typeof products)[number]

export const otpMethods = ['sms', 'whatsapp', 'email'] as const
export type OtpMethod = (typeof otpMethods)[number]

export const oneTapPositions = [
  'embedded',
  'floating',
  'embeddedOnly',
  'floatingOrEmbedded',
  'forceLegacyEmbedded',
] as const
export type OneTapPosition = (typeof oneTapPositions)[number]

export const oneTapFailureReasons = ['oauth_config_not_found', 'user_cancel', 'unknown_reason'] as const
export type OneTapFailureReason = (typeof oneTapFailureReasons)[number]

/** The wallets that a user can choose from. */
export const walletOptions = [
  'Vessel',
  'Phantom',
  'Metamask',
  'Coinbase',
  'Binance',
  'GenericEthereumWallet',
  'GenericSolanaWallet',
] as const
export type WalletOption = (typeof walletOptions)[number]

/** The wallet types of the API. */
export const cryptoWalletTypes = ['ethereum', 'solana'] as const
export type CryptoWalletType = (typeof cryptoWalletTypes)[number]

export const verticals = ['CONSUMER', 'B2B'] as const
export type Vertical = (typeof verticals)[number]

export const dfpModes = ['DECISIONING', 'OBSERVATION'] as const
export type DfpMode = (typeof dfpModes)[number]

/** The values of `latchkey_token_type` in a redirect URL. */
export const tokenTypes = ['magic_links', 'oauth', 'impersonation', 'reset_password', 'login'] as const
export type TokenType = (typeof tokenTypes)[number]

/** `invite` and `discovery` are for business projects. */
export const redirectTypes = ['login', 'signup', 'reset_password', 'logout', 'invite', 'discovery'] as const
export type RedirectType = (typeof redirectTypes)[number]

export const authFlowTypes = ['Discovery', 'Organization', 'PasswordReset'] as const
export type AuthFlowType = (typeof authFlowTypes)[number]

export const standardScopes = ['openid', 'profile', 'email', 'phone', 'full_access', 'offline_access'] as const
export type StandardScope = (typeof standardScopes)[number]

// Business projects.
export const b2bOAuthProviders = ['google', 'microsoft', 'hubspot', 'slack', 'github'] as const
export type B2bOAuthProvider = (typeof b2bOAuthProviders)[number]

export const b2bProducts = ['emailMagicLinks', 'emailOtp', 'sso', 'passwords', 'oauth'] as const
export type B2bProduct = (typeof b2bProducts)[number]

export const b2bMfaProducts = ['smsOtp', 'totp'] as const
export type B2bMfaProduct = (typeof b2bMfaProducts)[number]

/** Screens of business sign-in; the consumer widget does not render them. */
export const b2bScreens = ['mfa', 'totp', 'sms_otp', 'recovery_code', 'sso_discovery'] as const
export type B2bScreen = (typeof b2bScreens)[number]
