import { isAuthorized, type RbacPolicy, standardScopes } from '@latchkey/contract'
import type { AccountRecord, OAuthClientRecord, ProjectRecord } from '../storage/records.ts'

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

/** The requested scopes that a user may grant: those allowed for the application and covered by the user's roles. */
export function judgeScopes(
  project: Pick<ProjectRecord, 'settings'>,
  client: OAuthClientRecord,
  account: Pick<AccountRecord, 'roles'>,
  scopes: readonly string[],
): JudgedScopes {
  const { rbacPolicy } = project.settings
  const isGrantable = (scope: string): boolean =>
    mayRequest(client, scope) && (isStandardScope(scope) || coversScope(rbacPolicy, account.roles, scope))
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

function coversScope(policy: RbacPolicy, roles: readonly string[], scope: string): boolean {
  const permissions = policy.scopes.find((one) => one.scope === scope)?.permissions ?? []
  return permissions.every(({ resource_id, actions }) =>
    actions.every((action) => isAuthorized(policy, roles, resource_id, action)),
  )
}
