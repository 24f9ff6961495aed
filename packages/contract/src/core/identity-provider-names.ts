import { oauthProviders } from './oauth-providers.ts'

/** The identity providers of consumer and of business projects. */
export const identityProviderNames: readonly [...typeof oauthProviders, 'hubspot'] = [...oauthProviders, 'hubspot']
export type IdentityProviderName = (typeof identityProviderNames)[number]
