import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import type { Access } from '../access/access.flow.ts'
import { organizationStrings } from '../text/organization.strings.ts'

interface ReasonProps {
  readonly id: string
  readonly access: Access
  readonly roleName: (roleId: string) => string
}

/** Says why something is not permitted, and which role would permit it. Nothing if it is permitted. */
export function Reason({ id, access, roleName }: ReasonProps): ReactElement | null {
  const t = useText(organizationStrings)
  if (access.isAllowed) return null
  return (
    <p id={id} className="latchkey-org-reason" part="reason">
      {access.role === null ? t('access.denied') : t('access.denied_role', { role: roleName(access.role) })}
    </p>
  )
}
