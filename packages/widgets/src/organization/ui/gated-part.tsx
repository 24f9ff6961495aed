import type { ReactElement, ReactNode } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Access } from '../access/access.flow.ts'
import { organizationStrings } from '../text/organization.strings.ts'
import { Reason } from './reason.tsx'

/** Why a control cannot be used. `own`: another admin has to do it for the signed-in one. */
export type Obstacle = Access | 'own'

export interface GatedPartProps {
  readonly title: string
  readonly roleName: (roleId: string) => string
  /** Of all controls of the part. */
  readonly obstacles: readonly Obstacle[]
  readonly children: (reasonIdOf: (obstacle: Obstacle) => string | undefined) => ReactNode
}

/** A part of the screen. Each reason is shown once, and describes all controls that it concerns. */
export function GatedPart({ title, obstacles, roleName, children }: GatedPartProps): ReactElement {
  const t = useText(organizationStrings)
  const id = useUniqueId()
  const idOf = (key: string): string => `${id}-${key}`
  const reasons = new Map(obstacles.map((obstacle) => [keyOf(obstacle), obstacle]))
  reasons.delete('')
  return (
    <section className="latchkey-org-part" aria-labelledby={id}>
      <h3 id={id} className="latchkey-org-subtitle">
        {title}
      </h3>
      {children((obstacle) => (keyOf(obstacle) ? idOf(keyOf(obstacle)) : undefined))}
      {[...reasons].map(([key, obstacle]) =>
        obstacle === 'own' ? (
          <p key={key} id={idOf(key)} className="latchkey-org-reason" part="reason">
            {t('access.own')}
          </p>
        ) : (
          <Reason key={key} id={idOf(key)} access={obstacle} roleName={roleName} />
        ),
      )}
    </section>
  )
}

/** Equal for obstacles with the same text; empty without an obstacle. */
function keyOf(obstacle: Obstacle): string {
  if (obstacle === 'own') return 'own'
  return obstacle.isAllowed ? '' : `role-${obstacle.role}`
}
