/** The identity providers with instructions of their own. */
export const ssoIdentityProviders = [
  'generic',
  'okta',
  'microsoft-entra',
  'google-workspace',
  'onelogin',
  'pingfederate',
  'jumpcloud',
  'adfs',
  'auth0',
  'cyberark',
  'duo',
  'keycloak',
  'rippling',
  'salesforce',
  'shibboleth',
] as const
export type SsoIdentityProvider = (typeof ssoIdentityProviders)[number]

export const ssoConnectionKinds = ['saml', 'oidc', 'external'] as const
export type SsoConnectionKind = (typeof ssoConnectionKinds)[number]

/** Members sign in with active connections only. */
export const ssoConnectionStatuses = ['pending', 'active'] as const
export type SsoConnectionStatus = (typeof ssoConnectionStatuses)[number]

/** What happens at a sign-in whose signature an expired certificate verifies. */
export const expiredCertificatePolicies = ['warn', 'refuse'] as const
export type ExpiredCertificatePolicy = (typeof expiredCertificatePolicies)[number]

/** How our requests reach the identity provider of a SAML connection. */
export const samlRequestBindings = ['redirect', 'post'] as const
export type SamlRequestBinding = (typeof samlRequestBindings)[number]

/** How the provider identifies itself at the token endpoint of an OIDC connection. */
export const oidcClientAuthentications = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
export type OidcClientAuthentication = (typeof oidcClientAuthentications)[number]

/** With which algorithm the ID tokens of an OIDC connection are signed. */
export const oidcSigningAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type OidcSigningAlgorithm = (typeof oidcSigningAlgorithms)[number]
