import { brandPrefix, type RbacPermission, type RbacPolicy } from '@latchkey/contract'
import { isSafeText } from '@latchkey/contract/schemas'
import { quoted } from '../core/quoted.ts'

/** Built-in resources; a policy refers to them without defining them. */
const isBuiltIn = (resourceId: string): boolean => resourceId.startsWith(`${brandPrefix}.`)

/** The problem of a policy: an empty or duplicate name, or a permission on an unknown resource or action. */
export function rbacProblem({ roles, resources, scopes }: RbacPolicy): string | null {
  return (
    nameProblem(
      'role_id',
      roles.map(({ role_id }) => role_id),
    ) ??
    nameProblem(
      'resource_id',
      resources.map(({ resource_id }) => resource_id),
    ) ??
    nameProblem(
      'scope',
      scopes.map(({ scope }) => scope),
    ) ??
    resources
      .map(({ resource_id, actions }) => nameProblem(`action of ${quoted(resource_id)}`, actions))
      .find((problem) => problem !== null) ??
    [
      ...roles.map(({ role_id, permissions }) => [role_id, permissions] as const),
      ...scopes.map(({ scope, permissions }) => [scope, permissions] as const),
    ]
      .flatMap(([owner, permissions]) => permissions.map((permission) => permissionProblem(owner, permission)))
      .find((problem) => problem !== null) ??
    null
  )

  function permissionProblem(owner: string, { resource_id, actions }: RbacPermission): string | null {
    if (isBuiltIn(resource_id)) return null
    const resource = resources.find((one) => one.resource_id === resource_id)
    const subject = `${quoted(owner)} has a permission on`
    if (!resource) return `${subject} ${quoted(resource_id)}, which is not a resource of the policy`
    const unknownAction = actions.find((action) => action !== '*' && !resource.actions.includes(action))
    return unknownAction === undefined
      ? null
      : `${subject} ${quoted(resource_id)} for ${quoted(unknownAction)}, which is not an action of it`
  }
}

function nameProblem(what: string, names: readonly string[]): string | null {
  const bad = names.find((name) => name === '' || name.trim() !== name || !isSafeText(name))
  if (bad !== undefined) return `has a ${what} that is empty or begins or ends with a space`
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? null : `has the ${what} ${quoted(twice)} twice`
}
