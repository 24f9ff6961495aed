import type { AdminEndpointName, adminEndpoints } from '../../admin/endpoints.ts'
import type { EndpointSchemas } from '../core/exact.ts'
import { connectedAppSchemas } from './connected-apps.ts'
import { impersonationSchemas } from './impersonation.ts'
import { invitationSchemas } from './invitations.ts'
import { keySchemas } from './keys.ts'
import { oauthAttachSchemas } from './oauth-attach.ts'
import { oauthClientSchemas } from './oauth-clients.ts'
import { oauthCredentialsSchemas } from './oauth-credentials.ts'
import { organizationDomainSchemas } from './organization-domains.ts'
import { organizationSchemas } from './organizations.ts'
import { projectSchemas } from './project.ts'
import { sessionSchemas } from './sessions.ts'
import { adminSsoSchemas } from './sso.ts'
import { templateSchemas } from './templates.ts'
import { userSchemas } from './users.ts'

/** The schemas of the admin API, by the names of `adminEndpoints`. */
export const adminEndpointSchemas: {
  readonly [Name in AdminEndpointName]: EndpointSchemas<(typeof adminEndpoints)[Name]>
} = {
  ...projectSchemas,
  ...userSchemas,
  ...sessionSchemas,
  ...keySchemas,
  ...oauthCredentialsSchemas,
  ...oauthClientSchemas,
  ...oauthAttachSchemas,
  ...templateSchemas,
  ...impersonationSchemas,
  ...organizationSchemas,
  ...invitationSchemas,
  ...connectedAppSchemas,
  ...organizationDomainSchemas,
  ...adminSsoSchemas,
}
