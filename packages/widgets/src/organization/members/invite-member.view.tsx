import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { membersStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { membersCss } from './members.css.ts'
import type { MembersViewProps } from './members-view.ts'
import { RoleList } from './role-list.tsx'
import { useRoleNames } from './role-names.ts'

/** The address and the roles of a new member. */
export function InviteMemberView({ state, send, config }: MembersViewProps<'member_invite'>): ReactElement {
  const t = useText(membersStrings)
  useSheet(organizationCss)
  useSheet(membersCss)
  const id = useUniqueId()
  const { viewer, status, failure } = state
  const names = useRoleNames(config, viewer.roles)
  // Only this failure is about the address alone.
  const isOfField = failure?.error_type === 'invalid_email' || failure?.error_type === 'invalid_email_address'
  const words = useOrganizationFailure(isOfField ? null : failure)
  return (
    <>
      <Heading takesFocus={false}>{t('invite.title')}</Heading>
      <Text strong={viewer.organization}>{t('invite.text', { organization: viewer.organization })}</Text>
      <Banner>{words}</Banner>
      <form
        className="latchkey-form latchkey-org-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
        }}
      >
        <Field
          type="email"
          name="email"
          autoComplete="off"
          inputMode="email"
          label={t('invite.email')}
          value={state.email}
          failure={isOfField ? failure : null}
          onChange={(value) => send({ type: 'email_changed', value })}
        />
        {viewer.roles.length > 0 && (
          <fieldset className="latchkey-member-choice" aria-labelledby={id}>
            <span id={id} className="latchkey-label">
              {t('invite.roles')}
            </span>
            <RoleList
              options={viewer.roles}
              chosen={state.chosen}
              names={names}
              isDisabled={status === 'sending'}
              onToggle={(role) => send({ type: 'role_toggled', role })}
            />
          </fieldset>
        )}
        <div className="latchkey-org-actions">
          <GatedButton type="submit" action="send" kind="primary" isBusy={status === 'sending'}>
            {t('invite.send')}
          </GatedButton>
        </div>
      </form>
    </>
  )
}
