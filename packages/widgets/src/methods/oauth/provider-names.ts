import type { OAuthProvider } from '@latchkey/contract'

/** Official spelling. Not translated. */
const names =
  'Amazon Apple Bitbucket Coinbase Discord Facebook Figma GitHub GitLab Google LinkedIn Microsoft Salesforce Slack ' +
  'Snapchat TikTok Twitch Twitter Yahoo'

/** The official name of a provider. Providers are the lower-case form of it. */
export function providerName(provider: OAuthProvider): string {
  return RegExp(`\\b${provider}\\b`, 'i').exec(names)?.[0] ?? provider
}
