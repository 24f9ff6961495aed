import { isMethodEnabled } from '../../methods/methods.ts'
import type { OneTimePurpose, ProjectSettings } from '../../storage/records.ts'

/** The purposes that `magic_links/authenticate` redeems, including the sign-in link of a password reset email. */
export function redeemable(settings: ProjectSettings): OneTimePurpose[] {
  return [
    ...(isMethodEnabled(settings, 'magicLinks')
      ? (['magic_link_login', 'magic_link_signup', 'magic_link_secondary'] as const)
      : []),
    ...(isMethodEnabled(settings, 'passwords') ? (['password_reset_login'] as const) : []),
  ]
}
