import type { LoginPlan, OAuthProviderOptions } from '../../config/login.config.ts'

/** The Google provider with One Tap, if it is configured. */
export function oneTapOf({ oauth }: Pick<LoginPlan, 'oauth'>): OAuthProviderOptions | undefined {
  return oauth.providers.find(({ type, one_tap }) => type === 'google' && one_tap)
}
