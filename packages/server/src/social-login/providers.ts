import { b2bOAuthProviders, type IdentityProviderName, oauthProviders, type Vertical } from '@latchkey/contract'
import type { OAuthCredentialsRecord } from '../storage/records.ts'
import { asDocument, asText } from './document.ts'
import {
  amazonIdentity,
  appleIdentity,
  bitbucketIdentity,
  coinbaseIdentity,
  discordIdentity,
  facebookIdentity,
  figmaIdentity,
  githubIdentity,
  hubspotIdentity,
  microsoftIdentity,
  snapchatIdentity,
  standardIdentity,
  tiktokIdentity,
  twitchIdentity,
  twitterIdentity,
} from './identify.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { githubTenants, googleTenants, hubspotTenants, microsoftTenants, slackTenants } from './tenants.ts'

/** Defaults of OAuth 2.0 providers. */
const oauth2 = {
  protocol: 'oauth2',
  scopeSeparator: ' ',
  pkce: false,
  nonce: false,
  clientAuthentication: 'post',
  clientIdParameter: 'client_id',
  responseMode: 'query',
  parameters: {},
  extras: ['login_hint', 'prompt'],
} as const
const oidc = {
  ...oauth2,
  protocol: 'oidc',
  pkce: true,
  nonce: true,
  scopes: ['openid', 'email', 'profile'],
  extras: ['display', 'login_hint', 'prompt', 'ui_locales'],
  identify: standardIdentity,
} as const

/** The custom tenant or host of a project, for providers that support them. */
interface ProviderOptions {
  tenant: string
  host: string
}

/** All supported identity providers and their differences from the defaults. */
const table: {
  readonly [Provider in IdentityProviderName]: (options: ProviderOptions) => Omit<IdentityProvider, 'provider'>
} = {
  google: () => ({
    ...oidc,
    displayName: 'Google',
    issuer: 'https://accounts.google.com',
    namesIssuer: true,
    endpoints: {
      authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
      token: 'https://oauth2.googleapis.com/token',
      jwks: 'https://www.googleapis.com/oauth2/v3/certs',
    },
    oneTap: {
      script: 'https://accounts.google.com/gsi/client',
      fedcmConfig: 'https://accounts.google.com/gsi/fedcm.json',
    },
    extras: ['access_type', 'hd', 'hl', 'include_granted_scopes', 'login_hint', 'prompt'],
    tenants: googleTenants,
  }),
  microsoft: ({ tenant }) => ({
    ...oidc,
    displayName: 'Microsoft',
    // Applications for several tenants get tokens with the issuer of the user's tenant.
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    endpoints: {
      authorization: `https://login.microsoftonline.com/${tenant || 'common'}/oauth2/v2.0/authorize`,
      token: `https://login.microsoftonline.com/${tenant || 'common'}/oauth2/v2.0/token`,
      jwks: `https://login.microsoftonline.com/${tenant || 'common'}/discovery/v2.0/keys`,
    },
    extras: ['domain_hint', 'login_hint', 'prompt'],
    identify: microsoftIdentity,
    tenants: microsoftTenants,
  }),
  apple: () => ({
    ...oidc,
    displayName: 'Apple',
    issuer: 'https://appleid.apple.com',
    endpoints: {
      authorization: 'https://appleid.apple.com/auth/authorize',
      token: 'https://appleid.apple.com/auth/token',
      jwks: 'https://appleid.apple.com/auth/keys',
    },
    scopes: ['name', 'email'],
    pkce: false,
    clientAuthentication: 'signed',
    // Apple requires it if the name or email scope is requested.
    responseMode: 'form_post',
    extras: ['locale'],
    identify: appleIdentity,
  }),
  github: () => ({
    ...oauth2,
    displayName: 'GitHub',
    issuer: 'https://github.com',
    // Documented by GitHub, but not guaranteed for every response.
    answerIssuer: 'https://github.com/login/oauth',
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      profile: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
      memberships: 'https://api.github.com/user/memberships/orgs?state=active&per_page=100',
    },
    scopes: ['read:user', 'user:email'],
    tenantScopes: ['read:org'],
    pkce: true,
    extras: ['allow_signup', 'login', 'prompt'],
    identify: githubIdentity,
    tenants: githubTenants,
  }),
  gitlab: ({ host }) => ({
    ...oidc,
    displayName: 'GitLab',
    issuer: `https://${host || 'gitlab.com'}`,
    endpoints: {
      authorization: `https://${host || 'gitlab.com'}/oauth/authorize`,
      token: `https://${host || 'gitlab.com'}/oauth/token`,
      profile: `https://${host || 'gitlab.com'}/oauth/userinfo`,
      jwks: `https://${host || 'gitlab.com'}/oauth/discovery/keys`,
    },
  }),
  facebook: () => ({
    ...oauth2,
    displayName: 'Facebook',
    issuer: 'https://www.facebook.com',
    endpoints: {
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      profile: 'https://graph.facebook.com/v23.0/me?fields=id,first_name,last_name,name,email,picture',
    },
    scopes: ['email', 'public_profile'],
    scopeSeparator: ',',
    extras: ['auth_type', 'display'],
    identify: facebookIdentity,
  }),
  discord: () => ({
    ...oauth2,
    displayName: 'Discord',
    issuer: 'https://discord.com',
    endpoints: {
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      profile: 'https://discord.com/api/users/@me',
    },
    scopes: ['identify', 'email'],
    pkce: true,
    extras: ['prompt'],
    identify: discordIdentity,
  }),
  salesforce: ({ host }) => ({
    ...oidc,
    displayName: 'Salesforce',
    issuer: `https://${host || 'login.salesforce.com'}`,
    endpoints: {
      authorization: `https://${host || 'login.salesforce.com'}/services/oauth2/authorize`,
      token: `https://${host || 'login.salesforce.com'}/services/oauth2/token`,
      profile: `https://${host || 'login.salesforce.com'}/services/oauth2/userinfo`,
      jwks: `https://${host || 'login.salesforce.com'}/id/keys`,
    },
  }),
  slack: () => ({
    ...oidc,
    displayName: 'Slack',
    issuer: 'https://slack.com',
    endpoints: {
      authorization: 'https://slack.com/openid/connect/authorize',
      token: 'https://slack.com/api/openid.connect.token',
      jwks: 'https://slack.com/openid/connect/keys',
    },
    pkce: false,
    extras: ['team'],
    tenants: slackTenants,
  }),
  amazon: () => ({
    ...oauth2,
    displayName: 'Amazon',
    issuer: 'https://www.amazon.com',
    endpoints: {
      authorization: 'https://www.amazon.com/ap/oa',
      token: 'https://api.amazon.com/auth/o2/token',
      profile: 'https://api.amazon.com/user/profile',
    },
    scopes: ['profile'],
    extras: ['ui_locales'],
    identify: amazonIdentity,
  }),
  bitbucket: () => ({
    ...oauth2,
    displayName: 'Bitbucket',
    issuer: 'https://bitbucket.org',
    endpoints: {
      authorization: 'https://bitbucket.org/site/oauth2/authorize',
      token: 'https://bitbucket.org/site/oauth2/access_token',
      profile: 'https://api.bitbucket.org/2.0/user',
      emails: 'https://api.bitbucket.org/2.0/user/emails',
    },
    scopes: ['account', 'email'],
    clientAuthentication: 'basic',
    extras: [],
    identify: bitbucketIdentity,
  }),
  linkedin: () => ({
    ...oidc,
    displayName: 'LinkedIn',
    issuer: 'https://www.linkedin.com/oauth',
    endpoints: {
      authorization: 'https://www.linkedin.com/oauth/v2/authorization',
      token: 'https://www.linkedin.com/oauth/v2/accessToken',
      jwks: 'https://www.linkedin.com/oauth/openid/jwks',
    },
    pkce: false,
    nonce: false,
    extras: [],
  }),
  coinbase: () => ({
    ...oauth2,
    displayName: 'Coinbase',
    issuer: 'https://login.coinbase.com',
    endpoints: {
      authorization: 'https://login.coinbase.com/oauth2/auth',
      token: 'https://login.coinbase.com/oauth2/token',
      profile: 'https://api.coinbase.com/v2/user',
    },
    scopes: ['wallet:user:read', 'wallet:user:email'],
    extras: ['layout', 'referral'],
    identify: coinbaseIdentity,
  }),
  twitch: () => ({
    ...oidc,
    displayName: 'Twitch',
    issuer: 'https://id.twitch.tv/oauth2',
    endpoints: {
      authorization: 'https://id.twitch.tv/oauth2/authorize',
      token: 'https://id.twitch.tv/oauth2/token',
      jwks: 'https://id.twitch.tv/oauth2/keys',
    },
    scopes: ['openid', 'user:read:email'],
    pkce: false,
    // Twitch returns only the subject unless claims are requested by name.
    parameters: {
      claims: JSON.stringify({
        id_token: { email: null, email_verified: null, picture: null, preferred_username: null },
      }),
    },
    extras: ['force_verify'],
    normalizeTokens: (tokens) => (Array.isArray(tokens.scope) ? { ...tokens, scope: tokens.scope.join(' ') } : tokens),
    identify: twitchIdentity,
  }),
  twitter: () => ({
    ...oauth2,
    displayName: 'X',
    issuer: 'https://x.com',
    endpoints: {
      authorization: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
      profile: 'https://api.x.com/2/users/me?user.fields=profile_image_url',
    },
    scopes: ['users.read', 'tweet.read'],
    // X requires PKCE of every client.
    pkce: true,
    clientAuthentication: 'basic',
    extras: [],
    identify: twitterIdentity,
  }),
  tiktok: () => ({
    ...oauth2,
    displayName: 'TikTok',
    issuer: 'https://www.tiktok.com',
    endpoints: {
      authorization: 'https://www.tiktok.com/v2/auth/authorize/',
      token: 'https://open.tiktokapis.com/v2/oauth/token/',
      profile: 'https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_url,display_name',
    },
    scopes: ['user.info.basic'],
    scopeSeparator: ',',
    clientIdParameter: 'client_key',
    extras: ['disable_auto_auth'],
    identify: tiktokIdentity,
  }),
  snapchat: () => ({
    ...oauth2,
    displayName: 'Snapchat',
    issuer: 'https://accounts.snapchat.com',
    endpoints: {
      authorization: 'https://accounts.snapchat.com/accounts/oauth2/auth',
      token: 'https://accounts.snapchat.com/accounts/oauth2/token',
      profile: 'https://kit.snapchat.com/v1/me',
    },
    scopes: [
      'https://auth.snapchat.com/oauth2/api/user.external_id',
      'https://auth.snapchat.com/oauth2/api/user.display_name',
      'https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar',
    ],
    pkce: true,
    extras: [],
    profileQuery: '{me{externalId displayName bitmoji{avatar}}}',
    identify: snapchatIdentity,
  }),
  figma: () => ({
    ...oauth2,
    displayName: 'Figma',
    issuer: 'https://www.figma.com',
    endpoints: {
      authorization: 'https://www.figma.com/oauth',
      token: 'https://api.figma.com/v1/oauth/token',
      profile: 'https://api.figma.com/v1/me',
    },
    scopes: ['current_user:read'],
    clientAuthentication: 'basic',
    extras: [],
    identify: figmaIdentity,
  }),
  hubspot: () => ({
    ...oauth2,
    displayName: 'HubSpot',
    issuer: 'https://app.hubspot.com',
    endpoints: {
      authorization: 'https://app.hubspot.com/oauth/authorize',
      token: 'https://api.hubapi.com/oauth/v1/token',
      profile: 'https://api.hubapi.com/oauth/v1/access-tokens',
    },
    profileTokenInPath: true,
    scopes: ['oauth'],
    extras: ['optional_scope'],
    identify: hubspotIdentity,
    tenants: hubspotTenants,
  }),
  yahoo: () => ({
    ...oidc,
    displayName: 'Yahoo',
    issuer: 'https://api.login.yahoo.com',
    endpoints: {
      authorization: 'https://api.login.yahoo.com/oauth2/request_auth',
      token: 'https://api.login.yahoo.com/oauth2/get_token',
      profile: 'https://api.login.yahoo.com/openid/v1/userinfo',
      jwks: 'https://api.login.yahoo.com/openid/v1/certs',
    },
    extras: ['language', 'prompt'],
  }),
}

/** The identity providers that a kind of project can use. */
export function providersOf(vertical: Vertical): readonly IdentityProviderName[] {
  return vertical === 'CONSUMER' ? oauthProviders : b2bOAuthProviders
}

/** Finds the identity provider of a project's credentials. */
export type IdentityProviders = (
  credentials: Pick<OAuthCredentialsRecord, 'provider' | 'clientId' | 'options'>,
) => IdentityProvider

/** The entry of the table, with the configured tenant or host. */
export const identityProviderOf: IdentityProviders = ({ provider, options }) => {
  const { tenant, host } = asDocument(options)
  return { ...table[provider]({ tenant: asText(tenant), host: asText(host) }), provider }
}
