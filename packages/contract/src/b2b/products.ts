/** The enumerations of business projects. */
export const b2bOAuthProviders = ['google', 'microsoft', 'hubspot', 'slack', 'github'] as const
export type B2bOAuthProvider = (typeof b2bOAuthProviders)[number]

export const b2bProducts = ['emailMagicLinks', 'emailOtp', 'sso', 'passwords', 'oauth'] as const
export type B2bProduct = (typeof b2bProducts)[number]

export const b2bMfaProducts = ['smsOtp', 'totp'] as const
export type B2bMfaProduct = (typeof b2bMfaProducts)[number]

/** Screens of business sign-in; the consumer widget does not render them. */
export const b2bScreens = ['mfa', 'totp', 'sms_otp', 'recovery_code', 'sso_discovery'] as const
export type B2bScreen = (typeof b2bScreens)[number]
