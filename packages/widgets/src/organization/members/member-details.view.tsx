import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NameBadge } from '../../ui/name-badge.tsx'
import { membersStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { Reason } from '../ui/reason.tsx'
import { StatusNote } from '../ui/status-note.tsx'
import { doneText } from './done-text.ts'
import { MemberAccess } from './member-access.tsx'
import { membersCss } from './members.css.ts'
import { hasChangedRoles, isDirect, nameOf } from './members.flow.ts'
import { StatusTag } from './members-list.view.tsx'
import type { DetailsProps, MembersViewProps } from './members-view.ts'
import { RoleList } from './role-list.tsx'
import { useRoleNames } from './role-names.ts'
import { useSourceText } from './source-text.ts'

/** One member: name, roles with their reasons, factors, and the end of the access. */
export function MemberDetailsView(props: MembersViewProps<'member_details'>): ReactElement {
  const { state, config } = props
  const t = useText(membersStrings)
  useSheet(organizationCss)
  useSheet(membersCss)
  const { member, viewer, failure, part } = state
  const names = useRoleNames(config, viewer.roles)
  const words = useOrganizationFailure(part === 'name' && failure?.error_type === 'name_required' ? null : failure)
  return (
    <>
      <div className="latchkey-member-head">
        <NameBadge name={nameOf(member)} logo={null} className="latchkey-org-badge" part="badge" />
        <div className="latchkey-member-words">
          <Heading>
            <bdi className="latchkey-members-person">{nameOf(member)}</bdi>
          </Heading>
          <p className="latchkey-member-line">
            <bdi className="latchkey-member-address">{member.email}</bdi>
            {member.isSelf && (
              <span className="latchkey-org-tag" data-tone="quiet">
                {t('members.you')}
              </span>
            )}
            <StatusTag status={member.status} />
          </p>
        </div>
      </div>
      <StatusNote>{doneText(state.done, t)}</StatusNote>
      <Banner>{words}</Banner>
      {member.status !== 'deleted' && (
        <>
          <Name {...props} />
          <Roles {...props} names={names} />
        </>
      )}
      <MemberAccess {...props} names={names} />
    </>
  )
}

function Name({ state, send }: MembersViewProps<'member_details'>): ReactElement | null {
  const t = useText(membersStrings)
  const { member, viewer, status, part } = state
  const isRequired = part === 'name' && state.failure?.error_type === 'name_required'
  // The name is the title of the screen.
  if (!viewer.access.rename.isAllowed) return null
  return (
    <form
      className="latchkey-form latchkey-org-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'save_name_clicked' })
      }}
    >
      <Field
        type="text"
        name="name"
        autoComplete="off"
        label={t('member.name')}
        value={state.name}
        failure={isRequired ? state.failure : null}
        onChange={(value) => send({ type: 'name_changed', value })}
      />
      <GatedButton
        type="submit"
        action="save-name"
        isBusy={status === 'working' && part === 'name'}
        isDisabled={status === 'working' || state.name.trim() === member.name}
      >
        {t('member.save')}
      </GatedButton>
    </form>
  )
}

function Roles({ state, send, names }: DetailsProps): ReactElement {
  const t = useText(membersStrings)
  const sourceText = useSourceText()
  const id = useUniqueId()
  const { member, viewer, status, part, chosen } = state
  const { assign } = viewer.access
  const reasonId = assign.isAllowed ? undefined : `${id}-reason`
  const why = (role: string): string => {
    const held = member.roles.find((one) => one.id === role)
    return held ? sourceText(held) : ''
  }
  // A domain, a connection or a group gives them: a choice here would change nothing.
  const fixed = member.roles.filter(
    (role) => !viewer.roles.some(({ id: known }) => known === role.id) || !isDirect(role),
  )
  return (
    <section className="latchkey-org-part" aria-labelledby={id}>
      <h3 id={id} className="latchkey-org-subtitle">
        {t('member.roles')}
      </h3>
      <RoleList
        options={viewer.roles}
        fixed={fixed.map((role) => ({ id: role.id, why: sourceText(role) }))}
        chosen={chosen}
        names={names}
        reasonId={reasonId}
        isDisabled={status === 'working'}
        why={why}
        onToggle={(role) => send({ type: 'role_toggled', role })}
      />
      <Reason id={`${id}-reason`} access={assign} roleName={names.name} />
      <div className="latchkey-org-actions">
        <GatedButton
          action="save-roles"
          reasonId={reasonId}
          isBusy={status === 'working' && part === 'roles'}
          isDisabled={status === 'working' || !hasChangedRoles(state)}
          onClick={() => send({ type: 'save_roles_clicked' })}
        >
          {t('member.save_roles')}
        </GatedButton>
      </div>
    </section>
  )
}
