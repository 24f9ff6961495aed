/** The enumerations of business projects. */
export const b2bOAuthProviders = ['google', 'microsoft', 'hubspot', 'slack', 'github'] as const
export type B2bOAuthProvider = (typeof b2bOAuthProviders)[number]

export const b2bProducts = ['emailMagicLinks', 'emailOtp', 'sso', 'passwords', 'oauth'] as const
export type B2bProduct = (typeof b2bProducts)[number]

export const b2bMfaProducts = ['smsOtp', 'totp'] as const
export type B2bMfaProduct = (typeof b2bMfaProducts)[number]
