import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { organizationStrings } from '../text/organization.strings.ts'
import type { RoleOption } from './members-state.flow.ts'
import type { RoleNames } from './role-names.ts'

interface RoleListProps {
  readonly options: readonly RoleOption[]
  readonly chosen: readonly string[]
  readonly names: RoleNames
  /** Roles that the member has in any case, and why. */
  readonly fixed?: readonly { readonly id: string; readonly why: string }[]
  /** The id of the text that says why no role can be changed; undefined if they can be. */
  readonly reasonId?: string | undefined
  readonly isDisabled: boolean
  /** Why the member has a role; empty without it. */
  readonly why?: (roleId: string) => string
  readonly onToggle: (roleId: string) => void
}

/** Roles to choose from, each with what it is for. */
export function RoleList({ options, fixed = [], ...props }: RoleListProps): ReactElement | null {
  const t = useText(organizationStrings)
  const id = useUniqueId()
  const { names, reasonId } = props
  const isFixed = (role: string): boolean => fixed.some((one) => one.id === role)
  const free = options.filter((option) => !isFixed(option.id))
  if (fixed.length + free.length === 0) return null
  const explainsGiving = !reasonId && free.some(({ isGivable }) => !isGivable)
  return (
    <>
      <ul className="latchkey-org-choices" part="roles">
        {names.sort(fixed).map((role) => (
          <li key={role.id} className="latchkey-org-choice">
            <svg className="latchkey-org-has" viewBox="0 0 20 20" aria-hidden="true">
              <path d="m5.5 10.5 3 3 6-7" />
            </svg>
            <div className="latchkey-org-choice-words">
              <span className="latchkey-org-choice-name">{names.name(role.id)}</span>
              <div className="latchkey-org-choice-text">{role.why}</div>
            </div>
          </li>
        ))}
        {names.sort(free).map((option) => (
          <RoleChoice key={option.id} {...props} option={option} giveId={`${id}-give`} />
        ))}
      </ul>
      {explainsGiving && (
        <p id={`${id}-give`} className="latchkey-org-reason">
          {t('access.cannot_give')}
        </p>
      )}
    </>
  )
}

interface RoleChoiceProps extends Omit<RoleListProps, 'options' | 'fixed'> {
  readonly option: RoleOption
  /** The id of the text that says which roles can be given. */
  readonly giveId: string
}

function RoleChoice(props: RoleChoiceProps): ReactElement {
  const { option, names, chosen, reasonId, giveId, isDisabled, why, onToggle } = props
  const id = useUniqueId()
  const { id: role, isGivable } = option
  const refusalId = reasonId ?? (isGivable ? undefined : giveId)
  const isFixed = isDisabled || refusalId !== undefined
  const description = names.description(role)
  const source = why?.(role)
  return (
    <li className="latchkey-org-choice">
      <input
        id={id}
        type="checkbox"
        className="latchkey-org-check"
        part="checkbox"
        name="role"
        value={role}
        checked={chosen.includes(role)}
        aria-disabled={isFixed}
        aria-describedby={refusalId ? `${id}-text ${refusalId}` : `${id}-text`}
        onChange={() => {
          if (!isFixed) onToggle(role)
        }}
      />
      <svg className="latchkey-org-tick" viewBox="0 0 20 20" aria-hidden="true">
        <path d="m5.5 10.5 3 3 6-7" />
      </svg>
      <div className="latchkey-org-choice-words">
        <label className="latchkey-org-choice-name" htmlFor={id}>
          {names.name(role)}
        </label>
        <div id={`${id}-text`} className="latchkey-org-choice-text">
          {description && <span className="latchkey-org-choice-line">{description} </span>}
          {source && <span className="latchkey-org-choice-line">{source}</span>}
        </div>
      </div>
    </li>
  )
}
