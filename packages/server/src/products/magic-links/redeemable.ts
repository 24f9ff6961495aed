import type { OneTimePurpose, ProjectSettings } from '../../storage/records.ts'

/** The purposes that `magic_links/authenticate` redeems, including the sign-in link of a password reset email. */
export function redeemable({ magicLinks, passwords }: ProjectSettings['enabledMethods']): OneTimePurpose[] {
  return [
    ...(magicLinks ? (['magic_link_login', 'magic_link_signup', 'magic_link_secondary'] as const) : []),
    ...(passwords === false ? [] : (['password_reset_login'] as const)),
  ]
}
