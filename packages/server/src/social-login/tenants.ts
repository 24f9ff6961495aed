import { asDocument, asId, asList, asText } from './document.ts'
import { personalAccountsTenant } from './identify.ts'
import type { Disclosure } from './identity-provider.ts'

/**
 * Readers of the tenants of a user, one per identity provider. Each reads only what the provider asserts itself: the
 * company of a profile and the domain of an address are what the user has entered.
 */

/** The hosted domain of an account of Google Workspace. */
export function googleTenants({ claims }: Disclosure): string[] {
  return present(asText(claims.hd))
}

/** Everyone can get a personal account: with it a person joins no organization. */
export function microsoftTenants({ claims }: Disclosure): string[] {
  return present(asText(claims.tid)).filter((tenant) => tenant !== personalAccountsTenant)
}

export function slackTenants({ claims }: Disclosure): string[] {
  return present(asText(claims['https://slack.com/team_id']))
}

/** The account at HubSpot that the user has installed the application in. */
export function hubspotTenants({ profile }: Disclosure): string[] {
  return present(asId(profile.hub_id))
}

/** By id, because another account can take a login that was given up. Everyone can be invited to any organization. */
export function githubTenants({ memberships }: Disclosure): string[] {
  return asList(memberships)
    .filter(({ state }) => state === 'active')
    .flatMap(({ organization }) => present(asId(asDocument(organization).id)))
}

function present(tenant: string): string[] {
  return tenant === '' ? [] : [tenant]
}
