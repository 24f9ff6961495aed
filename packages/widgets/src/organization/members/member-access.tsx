import type { ReactElement } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { membersStrings } from '../text/organization.strings.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import type { Obstacle } from '../ui/gated-part.tsx'
import { GatedPart } from '../ui/gated-part.tsx'
import { accessOf } from './members.flow.ts'
import type { ConfirmedAction } from './members-state.flow.ts'
import type { DetailsProps } from './members-view.ts'

/** The factors of a member, and what ends the access or gives it back. */
export function MemberAccess(props: DetailsProps): ReactElement {
  const { status } = props.state.member
  return (
    <>
      {status === 'active' && <Factors {...props} />}
      <Ending {...props} />
    </>
  )
}

/** Admins do not end their own access by mistake. */
function obstacleTo({ member, viewer }: DetailsProps['state'], action: ConfirmedAction): Obstacle {
  const access = viewer.access[accessOf[action]]
  return member.isSelf && access.isAllowed ? 'own' : access
}

/** The plus sign of a number stays in front of it in texts from right to left. */
function leftToRight(phone: string): string {
  return `\u2066${phone}\u2069`
}

function Factors({ state, send, names }: DetailsProps): ReactElement {
  const t = useText(membersStrings)
  const { member, status } = state
  const all: [ConfirmedAction, boolean, string][] = [
    ['password', member.passwordId !== '', t('member.password')],
    ['phone', member.phone !== '', t('member.phone', { phone: leftToRight(member.phone) })],
    ['app', member.hasApp, t('member.app')],
  ]
  const factors = all.filter(([, isSetUp]) => isSetUp)
  return (
    <GatedPart
      title={t('member.sign_in')}
      roleName={names.name}
      obstacles={factors.map(([action]) => obstacleTo(state, action))}
    >
      {(reasonIdOf) => (
        <>
          {factors.length === 0 && <p className="latchkey-org-quiet">{t('member.nothing_set_up')}</p>}
          {factors.map(([action, , name]) => (
            <div key={action} className="latchkey-member-factor">
              <span className="latchkey-member-factor-name">{name}</span>
              <GatedButton
                action={`remove-${action}`}
                kind="danger"
                label={`${t('member.remove_factor')}: ${name}`}
                reasonId={reasonIdOf(obstacleTo(state, action))}
                isDisabled={status === 'working'}
                onClick={() => send({ type: 'action_clicked', action })}
              >
                {t('member.remove_factor')}
              </GatedButton>
            </div>
          ))}
          {member.isBreakGlass && <p className="latchkey-org-reason">{t('member.break_glass')}</p>}
        </>
      )}
    </GatedPart>
  )
}

function Ending({ state, send, names }: DetailsProps): ReactElement {
  const t = useText(membersStrings)
  const { member, viewer, status } = state
  const isWorking = status === 'working'
  const isInvited = member.status === 'invited'
  const isDeleted = member.status === 'deleted'
  const removal: ConfirmedAction = isInvited ? 'uninvite' : 'remove'
  const again = isDeleted ? viewer.access.reactivate : viewer.access.create
  const obstacles: Obstacle[] = [
    ...(isDeleted || isInvited ? [again] : []),
    ...(member.status === 'active' ? [obstacleTo(state, 'revoke')] : []),
    ...(isDeleted ? [] : [obstacleTo(state, removal)]),
  ]
  return (
    <GatedPart title={t('member.access')} roleName={names.name} obstacles={obstacles}>
      {(reasonIdOf) => (
        <div className="latchkey-member-endings">
          {(isDeleted || isInvited) && (
            <GatedButton
              action={isInvited ? 'resend' : 'reactivate'}
              reasonId={reasonIdOf(again)}
              isBusy={isWorking && state.part === 'access'}
              isDisabled={isWorking}
              onClick={() => send({ type: isInvited ? 'resend_clicked' : 'reactivate_clicked' })}
            >
              {t(isInvited ? 'member.resend' : 'member.reactivate')}
            </GatedButton>
          )}
          {member.status === 'active' && (
            <GatedButton
              action="revoke"
              reasonId={reasonIdOf(obstacleTo(state, 'revoke'))}
              isDisabled={isWorking}
              onClick={() => send({ type: 'action_clicked', action: 'revoke' })}
            >
              {t('member.revoke')}
            </GatedButton>
          )}
          {!isDeleted && (
            <GatedButton
              action={removal}
              kind="danger"
              reasonId={reasonIdOf(obstacleTo(state, removal))}
              isDisabled={isWorking}
              onClick={() => send({ type: 'action_clicked', action: removal })}
            >
              {t(isInvited ? 'member.uninvite' : 'member.remove')}
            </GatedButton>
          )}
        </div>
      )}
    </GatedPart>
  )
}
