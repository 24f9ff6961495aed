import { builtInRoleIds } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Tabs } from '../../ui/controls/tabs.tsx'
import { useTypedText } from '../../ui/controls/use-typed-text.ts'
import { Heading } from '../../ui/heading.tsx'
import { NameBadge } from '../../ui/name-badge.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { uiStrings } from '../../ui/ui.strings.ts'
import { membersStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { Reason } from '../ui/reason.tsx'
import { StatusNote } from '../ui/status-note.tsx'
import { doneText } from './done-text.ts'
import { membersCss } from './members.css.ts'
import { nameOf } from './members.flow.ts'
import type { MembersFilter, ShownMember } from './members-state.flow.ts'
import type { MembersViewProps } from './members-view.ts'
import type { RoleNames } from './role-names.ts'
import { useRoleNames } from './role-names.ts'

type Props = MembersViewProps<'members'>

/** The members of the organization: search, filter, pages, and the invitation of a person. */
export function MembersListView(props: Props): ReactElement {
  const { state, send, config } = props
  const t = useText(membersStrings)
  const words = useOrganizationFailure(state.failure)
  useSheet(subScreenCss)
  useSheet(organizationCss)
  useSheet(membersCss)
  const id = useUniqueId()
  const { viewer, list, status } = state
  const roles = useRoleNames(config, viewer.roles)
  if (status === 'closed') {
    return (
      <>
        <Heading>{t('members.title')}</Heading>
        <p className="latchkey-text" part="text">
          {t('members.closed', { organization: viewer.organization })}
        </p>
        <Reason id={id} access={viewer.access.search} roleName={roles.name} />
      </>
    )
  }
  const isFirstLoad = status === 'loading' && list.members.length === 0
  const { create } = viewer.access
  const reasonId = create.isAllowed ? undefined : `${id}-reason`
  return (
    <div className="latchkey-members">
      <div className="latchkey-members-head">
        <div className="latchkey-members-title">
          <Heading>{t('members.title')}</Heading>
          <p className="latchkey-members-count" role="status">
            {isFirstLoad || status === 'failed' ? '' : t('members.count', { count: String(list.total) })}
          </p>
        </div>
        <div className="latchkey-members-invite">
          <GatedButton
            action="invite"
            kind="primary"
            reasonId={reasonId}
            onClick={() => send({ type: 'invite_clicked' })}
          >
            {t('members.invite')}
          </GatedButton>
        </div>
      </div>
      <Reason id={`${id}-reason`} access={create} roleName={roles.name} />
      <StatusNote>{doneText(state.done, t)}</StatusNote>
      <Search state={state} send={send} />
      <Tabs
        label={t('members.filter')}
        tabs={(['all', 'active', 'invited', 'deleted'] as const).map((name) => ({
          name,
          label: t(`members.${name}`),
        }))}
        selected={list.filter}
        onSelect={(filter: MembersFilter) => send({ type: 'filter_chosen', filter })}
      >
        <Banner>{words}</Banner>
        {status === 'failed' ? (
          <div className="latchkey-org-actions">
            <GatedButton action="retry" onClick={() => send({ type: 'retry_clicked' })}>
              {t('members.retry')}
            </GatedButton>
          </div>
        ) : (
          <Rows {...props} isFirstLoad={isFirstLoad} roles={roles} />
        )}
      </Tabs>
      {status !== 'failed' && <Pages state={state} send={send} pageSize={config.pageSize} />}
    </div>
  )
}

function Search({ state, send }: Pick<Props, 'state' | 'send'>): ReactElement {
  const t = useText(membersStrings)
  const typed = useTypedText(state.list.search, (value) => send({ type: 'search_changed', value }))
  return (
    <form
      className="latchkey-members-search"
      onSubmit={(event) => {
        event.preventDefault()
        send({ type: 'submitted' })
      }}
    >
      <Input
        {...typed}
        className="latchkey-input"
        part="input"
        type="search"
        name="search"
        autoComplete="off"
        spellCheck="false"
        aria-label={t('members.search')}
        placeholder={t('members.search')}
      />
      {state.status === 'loading' || state.status === 'waiting' ? (
        <span className="latchkey-spinner" />
      ) : (
        <svg className="latchkey-members-search-icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zm4.5-1.5L17 17" />
        </svg>
      )}
    </form>
  )
}

function Rows({
  state,
  send,
  isFirstLoad,
  roles,
}: Pick<Props, 'state' | 'send'> & { readonly isFirstLoad: boolean; readonly roles: RoleNames }): ReactElement {
  const t = useText(membersStrings)
  const ui = useText(uiStrings)
  const { list, status } = state
  if (isFirstLoad) {
    return (
      <div className="latchkey-members-wait">
        <span className="latchkey-spinner" />
        <Announcement>{ui('loading')}</Announcement>
      </div>
    )
  }
  if (list.members.length === 0) {
    const text = list.search.trim()
    return (
      <p className="latchkey-members-empty" part="empty">
        {text ? t('members.no_match', { text }) : t('members.none')}
      </p>
    )
  }
  return (
    <ul className="latchkey-members-list" part="members" aria-busy={status !== 'ready'}>
      {list.members.map((member) => (
        <li key={member.id} className="latchkey-members-item">
          <Row member={member} roles={roles} onClick={() => send({ type: 'member_chosen', id: member.id })} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  readonly member: ShownMember
  readonly roles: RoleNames
  readonly onClick: () => void
}

function Row({ member, roles, onClick }: RowProps): ReactElement {
  const t = useText(membersStrings)
  // Every member has the built-in role.
  const shown = roles.sort(member.roles.filter(({ id }) => id !== builtInRoleIds.member))
  return (
    <button type="button" className="latchkey-members-row" part="member" data-member={member.id} onClick={onClick}>
      <NameBadge name={nameOf(member)} logo={null} className="latchkey-org-badge" part="badge" />
      <span className="latchkey-members-words">
        <span className="latchkey-members-name">
          <bdi className="latchkey-members-person">{nameOf(member)}</bdi>
          {member.isSelf && (
            <span className="latchkey-org-tag" data-tone="quiet">
              {' '}
              {t('members.you')}
            </span>
          )}
        </span>
        {member.name && <bdi className="latchkey-members-email"> {member.email}</bdi>}
      </span>
      <span className="latchkey-members-tags">
        <StatusTag status={member.status} />
        {shown.map(({ id }) => (
          <span key={id} className="latchkey-org-tag">
            {' '}
            {roles.name(id)}
          </span>
        ))}
      </span>
      <svg className="latchkey-members-chevron" viewBox="0 0 20 20" aria-hidden="true">
        <path d="m8 5 5 5-5 5" />
      </svg>
    </button>
  )
}

/** The status of a member who is not active. */
export function StatusTag({ status }: Pick<ShownMember, 'status'>): ReactElement | null {
  const t = useText(membersStrings)
  if (status === 'active') return null
  return (
    <span className="latchkey-org-tag" data-tone={status === 'deleted' ? 'bad' : 'quiet'}>
      {' '}
      {t(`members.status_${status}`)}
    </span>
  )
}

function Pages({
  state: { list, status },
  send,
  pageSize = 20,
}: Pick<Props, 'state' | 'send'> & { readonly pageSize: number | undefined }): ReactElement | null {
  const t = useText(membersStrings)
  const before = (list.cursors.length - 1) * pageSize
  if (before === 0 && list.next === null) return null
  const isReady = status === 'ready'
  return (
    <nav className="latchkey-members-pages" aria-label={t('members.pages')}>
      <span>
        {t('members.range', {
          from: String(before + 1),
          to: String(before + list.members.length),
          total: String(list.total),
        })}
      </span>
      <Turn
        label={t('members.previous')}
        path="m12 5-5 5 5 5"
        action="previous"
        isDisabled={!isReady || before === 0}
        onClick={() => send({ type: 'page_clicked', to: 'previous' })}
      />
      <Turn
        label={t('members.next')}
        path="m8 5 5 5-5 5"
        action="next"
        isDisabled={!isReady || list.next === null}
        onClick={() => send({ type: 'page_clicked', to: 'next' })}
      />
    </nav>
  )
}

interface TurnProps {
  readonly label: string
  readonly path: string
  readonly action: string
  readonly isDisabled: boolean
  readonly onClick: () => void
}

function Turn({ label, path, action, isDisabled, onClick }: TurnProps): ReactElement {
  return (
    <button
      type="button"
      className="latchkey-members-turn"
      part="icon-button"
      aria-label={label}
      aria-disabled={isDisabled}
      data-action={action}
      onClick={isDisabled ? undefined : onClick}
    >
      <svg className="latchkey-icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}
