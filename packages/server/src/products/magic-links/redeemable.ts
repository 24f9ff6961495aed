import type { OneTimePurpose, ProjectSettings } from '../../storage/records.ts'

/** What `magic_links/authenticate` redeems: the second link of a password reset's mail too, with its own challenge. */
export function redeemable({ magicLinks, passwords }: ProjectSettings['enabledMethods']): OneTimePurpose[] {
  return [
    ...(magicLinks ? (['magic_link_login', 'magic_link_signup', 'magic_link_secondary'] as const) : []),
    ...(passwords === false ? [] : (['password_reset_login'] as const)),
  ]
}
