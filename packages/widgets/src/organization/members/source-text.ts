import type { RoleSource } from '@latchkey/contract/b2b'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { useText } from '../../i18n/use-text.ts'
import { membersStrings } from '../text/organization.strings.ts'
import type { HeldRole } from './members-state.flow.ts'

/** Explains why a member has a role: one sentence for each source. */
export function useSourceText(): (role: HeldRole) => string {
  const t = useText(membersStrings)
  const textOf = ({ type, details }: RoleSource): string => {
    const detail = (name: string): string => (typeof details[name] === 'string' ? details[name] : '')
    switch (type) {
      case 'direct_assignment':
        return t('member.from_direct')
      case 'email_assignment':
        return t('member.from_email', { domain: detail('email_domain') })
      case 'sso_connection':
        return t('member.from_sso')
      case 'sso_connection_group':
      case 'scim_connection_group':
        return t('member.from_group', { group: detail('group') })
      default:
        return type satisfies never
    }
  }
  return ({ id, sources }) =>
    id === builtInRoleIds.member ? t('member.from_all') : [...new Set(sources.map(textOf))].join(' · ')
}
