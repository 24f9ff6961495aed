import type { LoginPlan, OAuthProviderOptions } from '../../login/login.config.ts'

/** What was said of One Tap, if anything. */
export function oneTapOf({ buttons, oauth }: Pick<LoginPlan, 'buttons' | 'oauth'>): OAuthProviderOptions | undefined {
  if (!buttons.includes('oauth')) return undefined
  return oauth.providers.find(({ type, one_tap }) => type === 'google' && one_tap)
}
