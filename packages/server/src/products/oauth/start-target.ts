import type { Vertical } from '@latchkey/contract'
import { ProviderError } from '../../core/provider-error.ts'
import { refuseField } from '../../core/schema-issues.ts'
import { findOrganization } from '../../organizations/find-organization.ts'
import type { ProviderContext } from '../../provider-context.ts'
import type { OrganizationRecord, ProjectRecord } from '../../storage/records.ts'
import { requestedChallenge } from '../../tokens/code-challenge.ts'
import { requestedRedirect } from '../../urls/requested-redirect.ts'
import type { StartedFlow } from './flow.ts'

/** A page that starts a sign-in at an identity provider. The kinds of projects name their parameters differently. */
export interface StartPage {
  name: string
  path: string
  vertical: Vertical
  tokenType: StartedFlow['tokenType']
}

export const startPages: readonly StartPage[] = [
  { name: 'oauth_start', path: '/v1/public/oauth/:provider/start', vertical: 'CONSUMER', tokenType: 'oauth' },
  { name: 'b2b_oauth_start', path: '/v1/b2b/public/oauth/:provider/start', vertical: 'B2B', tokenType: 'oauth' },
  {
    ...{ name: 'b2b_oauth_discovery_start', path: '/v1/b2b/public/oauth/:provider/discovery/start' },
    ...{ vertical: 'B2B', tokenType: 'discovery_oauth' },
  },
]

/** What the sign-in is for, and where it ends. */
export type Target = Pick<
  StartedFlow,
  'organizationId' | 'tokenType' | 'loginRedirectUrl' | 'signupRedirectUrl' | 'codeChallenge'
>

/** Validates the parameters that say what the sign-in is for. */
export async function findTarget(
  context: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  { vertical, tokenType }: StartPage,
  query: ReadonlyMap<string, string>,
): Promise<Target> {
  const challengeName = vertical === 'B2B' ? 'pkce_code_challenge' : 'code_challenge'
  const readChallenge = (): string | null =>
    requestedChallenge(project.settings.pkceRequired.oauth, query.get(challengeName))
  if (tokenType === 'discovery_oauth') {
    const redirectUrl = requestedRedirect(project, 'discovery', query.get('discovery_redirect_url'))
    return {
      ...{ tokenType, organizationId: null, loginRedirectUrl: redirectUrl, signupRedirectUrl: redirectUrl },
      codeChallenge: readChallenge(),
    }
  }
  return {
    tokenType,
    organizationId: vertical === 'B2B' ? (await namedOrganization(context, project, query)).id : null,
    loginRedirectUrl: requestedRedirect(project, 'login', query.get('login_redirect_url')),
    signupRedirectUrl: requestedRedirect(project, 'signup', query.get('signup_redirect_url')),
    codeChallenge: readChallenge(),
  }
}

/** By id or by slug. */
async function namedOrganization(
  { storage }: Pick<ProviderContext, 'storage'>,
  project: ProjectRecord,
  query: ReadonlyMap<string, string>,
): Promise<OrganizationRecord> {
  const [id, slug] = [query.get('organization_id'), query.get('slug')]
  if ((id === undefined) === (slug === undefined))
    throw refuseField('.organization_id', 'or slug must be given, and not both', 'format', 'query')
  if (id !== undefined) return findOrganization(storage, project.id, id)
  const found = await storage.organizations.getBySlug(project.id, slug ?? '')
  if (found === null) throw new ProviderError('organization_not_found')
  return findOrganization(storage, project.id, found.id)
}
