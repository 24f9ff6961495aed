import type { OAuthProvider } from '@latchkey/contract'

/** As their owners write them; in no language otherwise. */
const names =
  'Amazon Apple Bitbucket Coinbase Discord Facebook Figma GitHub GitLab Google LinkedIn Microsoft Salesforce Slack ' +
  'Snapchat TikTok Twitch Twitter Yahoo'

/** A provider goes by the name that its owner writes, in small letters. */
export function providerName(provider: OAuthProvider): string {
  return RegExp(`\\b${provider}\\b`, 'i').exec(names)?.[0] ?? provider
}
