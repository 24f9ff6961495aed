import * as connectedApps from './connected-apps.ts'
import * as impersonation from './impersonation.ts'
import * as invitations from './invitations.ts'
import * as keys from './keys.ts'
import * as oauthAttach from './oauth-attach.ts'
import * as oauthClients from './oauth-clients.ts'
import * as oauthCredentials from './oauth-credentials.ts'
import * as organizationDomains from './organization-domains.ts'
import * as organizations from './organizations.ts'
import * as project from './project.ts'
import * as sessions from './sessions.ts'
import * as sso from './sso.ts'
import * as templates from './templates.ts'
import * as users from './users.ts'

// Whole modules: every value that these files export is an endpoint, so that none can be missing here.
type Modules = typeof project &
  typeof users &
  typeof sessions &
  typeof keys &
  typeof oauthCredentials &
  typeof oauthClients &
  typeof oauthAttach &
  typeof templates &
  typeof impersonation &
  typeof organizations &
  typeof invitations &
  typeof connectedApps &
  typeof organizationDomains &
  typeof sso

export type AdminEndpointName = keyof Modules

/** Every endpoint of the admin API by name. */
export const adminEndpoints: { readonly [Name in AdminEndpointName]: Modules[Name] } = {
  ...project,
  ...users,
  ...sessions,
  ...keys,
  ...oauthCredentials,
  ...oauthClients,
  ...oauthAttach,
  ...templates,
  ...impersonation,
  ...organizations,
  ...invitations,
  ...connectedApps,
  ...organizationDomains,
  ...sso,
}
