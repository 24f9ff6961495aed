import type { OrganizationAuthMethod } from '@latchkey/contract/b2b'

/** Companies have the same name in all languages. */
export const companies: Readonly<Partial<Record<OrganizationAuthMethod, string>>> = {
  google_oauth: 'Google',
  microsoft_oauth: 'Microsoft',
  hubspot_oauth: 'HubSpot',
  slack_oauth: 'Slack',
  github_oauth: 'GitHub',
}
