import type { LoginConfig, LoginPlan } from './login.config.ts'

/** For developers, in the console: what is missing, though there is another way to sign in. */
export function configWarning({ products }: LoginConfig, { oauth }: Pick<LoginPlan, 'oauth'>): string | undefined {
  if (!products?.includes('oauth') || oauth.providers.length > 0) return undefined
  return 'oauthOptions.providers is missing in the config: no OAuth buttons are shown.'
}
