import type { OAuthProvider } from '@latchkey/contract'

/** As their owners write them; in no language otherwise. */
export const providerNames: Readonly<Record<OAuthProvider, string>> = {
  amazon: 'Amazon',
  apple: 'Apple',
  bitbucket: 'Bitbucket',
  coinbase: 'Coinbase',
  discord: 'Discord',
  facebook: 'Facebook',
  figma: 'Figma',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin: 'LinkedIn',
  microsoft: 'Microsoft',
  salesforce: 'Salesforce',
  slack: 'Slack',
  snapchat: 'Snapchat',
  tiktok: 'TikTok',
  twitch: 'Twitch',
  twitter: 'Twitter',
  yahoo: 'Yahoo',
}
