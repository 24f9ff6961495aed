import { builtInRoleIds } from '@latchkey/contract/b2b'
import { useText } from '../../i18n/use-text.ts'
import { organizationStrings } from '../text/organization.strings.ts'
import type { RoleDisplayConfig } from './members.config.ts'
import type { RoleOption } from './members-state.flow.ts'

export interface RoleNames {
  name(roleId: string): string
  description(roleId: string): string
  /** In the order of the screen. */
  sort<Role extends { readonly id: string }>(roles: readonly Role[]): Role[]
}

/** How roles are shown: as the host page wants, or with a translated name for the built-in ones. */
export function useRoleNames(config: RoleDisplayConfig, options: readonly RoleOption[]): RoleNames {
  const t = useText(organizationStrings)
  const { getRoleDisplayName, getRoleDescription, getRoleSortOrder } = config
  const find = (id: string) => ({ role_id: id, description: options.find((one) => one.id === id)?.description ?? '' })
  return {
    name(id) {
      if (getRoleDisplayName) return getRoleDisplayName(find(id))
      if (id === builtInRoleIds.admin) return t('role.admin')
      return id === builtInRoleIds.member ? t('role.member') : id
    },
    description(id) {
      if (getRoleDescription) return getRoleDescription(find(id))
      if (id === builtInRoleIds.admin) return t('role.admin_text')
      return id === builtInRoleIds.member ? t('role.member_text') : find(id).description
    },
    sort(roles) {
      if (!getRoleSortOrder) return [...roles]
      return [...roles].sort((a, b) => getRoleSortOrder(find(a.id)) - getRoleSortOrder(find(b.id)))
    },
  }
}
