import { isAuthorized, type RbacPolicy, standardScopes } from '@latchkey/contract'
import type { OAuthClientRecord, ProjectRecord } from '../storage/records.ts'

const standard: ReadonlySet<string> = new Set(standardScopes)

export function isStandardScope(scope: string): boolean {
  return standard.has(scope)
}

/** All scopes of a project, standard ones first. */
export function projectScopes({ settings }: Pick<ProjectRecord, 'settings'>): string[] {
  return [...standardScopes, ...settings.rbacPolicy.scopes.map(({ scope }) => scope)]
}

/** The scopes of a request in order, without duplicates. Unknown scopes are ignored (OIDC Core §3.1.2.1). */
export function readScopes(project: Pick<ProjectRecord, 'settings'>, scope: string): string[] {
  const known = new Set(projectScopes(project))
  return [...new Set(scope.split(' '))].filter((one) => known.has(one))
}

export interface JudgedScopes {
  grantable: string[]
  ungrantable: string[]
}

/** The roles of the account that grants scopes, and the policy that says what they permit. */
export interface Granter {
  readonly rbac: Pick<RbacPolicy, 'roles'>
  readonly roleIds: readonly string[]
}

/** The requested scopes that an account may grant: those allowed for the application and covered by its roles. */
export function judgeScopes(
  project: Pick<ProjectRecord, 'settings'>,
  client: OAuthClientRecord,
  granter: Granter,
  scopes: readonly string[],
): JudgedScopes {
  const { rbacPolicy } = project.settings
  const isGrantable = (scope: string): boolean =>
    mayRequest(client, scope) && (isStandardScope(scope) || coversScope(rbacPolicy, granter, scope))
  return { grantable: scopes.filter(isGrantable), ungrantable: scopes.filter((scope) => !isGrantable(scope)) }
}

/** The scopes of the client credentials grant: only those assigned to the application, and none about a user. */
export function ownScopes(project: Pick<ProjectRecord, 'settings'>, client: OAuthClientRecord): string[] {
  return projectScopes(project).filter((scope) => !isStandardScope(scope) && client.scopes?.includes(scope))
}

export function scopeDescription(policy: RbacPolicy, scope: string): string {
  return policy.scopes.find((one) => one.scope === scope)?.description ?? ''
}

function mayRequest({ scopes, isFirstParty }: OAuthClientRecord, scope: string): boolean {
  if (scope === 'full_access') return isFirstParty && scopes?.includes(scope) === true
  return scopes === null || scopes.includes(scope)
}

function coversScope({ scopes }: RbacPolicy, { rbac, roleIds }: Granter, scope: string): boolean {
  const permissions = scopes.find((one) => one.scope === scope)?.permissions ?? []
  return permissions.every(({ resource_id, actions }) =>
    actions.every((action) => isAuthorized(rbac, roleIds, resource_id, action)),
  )
}
