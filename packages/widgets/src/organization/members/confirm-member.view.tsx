import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Heading } from '../../ui/heading.tsx'
import { Text } from '../../ui/text.tsx'
import { membersStrings } from '../text/organization.strings.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { membersCss } from './members.css.ts'
import { nameOf } from './members.flow.ts'
import type { MembersViewProps } from './members-view.ts'

const buttonOf = {
  remove: 'member.remove',
  uninvite: 'member.uninvite',
  revoke: 'member.revoke',
  password: 'member.remove_factor',
  phone: 'member.remove_factor',
  app: 'member.remove_factor',
} as const

/** Asks before something that cannot be taken back, or that the member notices at once. */
export function ConfirmMemberView({ state, send }: MembersViewProps<'member_confirm'>): ReactElement {
  const t = useText(membersStrings)
  useSheet(organizationCss)
  useSheet(membersCss)
  const { action, before, status, viewer } = state
  const name = nameOf(before.member)
  const kind = action === 'remove' || action === 'uninvite' || action === 'revoke' ? action : 'factor'
  const isBusy = status === 'working'
  return (
    <>
      <Heading>{t(`confirm.${kind}_title`, { name })}</Heading>
      <Text>
        {kind === 'uninvite'
          ? t('confirm.uninvite_text')
          : kind === 'remove'
            ? t('confirm.remove_text', { name, organization: viewer.organization })
            : t(`confirm.${kind}_text`, { name })}
      </Text>
      <div className="latchkey-org-actions">
        <GatedButton action="confirm" kind="danger" isBusy={isBusy} onClick={() => send({ type: 'confirm_clicked' })}>
          {t(buttonOf[action])}
        </GatedButton>
        <GatedButton action="cancel" isDisabled={isBusy} onClick={() => send({ type: 'back_clicked' })}>
          {t('confirm.cancel')}
        </GatedButton>
      </div>
    </>
  )
}
