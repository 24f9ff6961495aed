import type { ReactElement } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Pending } from '../../ui/pending.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { useRoleNames } from '../members/role-names.ts'
import { ssoStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { Reason } from '../ui/reason.tsx'
import { StatusNote } from '../ui/status-note.tsx'
import { ssoCss } from './sso.css.ts'
import type { ShownConnection } from './sso-state.flow.ts'
import type { SsoViewProps } from './sso-view.ts'

/** The connections of the organization to its identity providers. */
export function SsoConnectionsView({ state, send, config }: SsoViewProps<'sso_connections'>): ReactElement {
  const t = useText(ssoStrings)
  const words = useOrganizationFailure(state.failure)
  useSheet(subScreenCss)
  useSheet(organizationCss)
  useSheet(ssoCss)
  const id = useUniqueId()
  const { viewer, status, connections } = state
  const names = useRoleNames(config, viewer.roles)
  const { create, get } = viewer.access
  const reasonId = create.isAllowed ? undefined : `${id}-create`
  if (status === 'loading' && connections.length === 0) return <Pending />
  if (status === 'closed') {
    return (
      <>
        <Heading>{t('connections.title')}</Heading>
        <p className="latchkey-text" part="text">
          {t('connections.closed')}
        </p>
        <Reason id={id} access={get} roleName={names.name} />
      </>
    )
  }
  return (
    <>
      <Heading>{t('connections.title')}</Heading>
      <StatusNote>{state.deleted ? t('connections.deleted', { name: state.deleted }) : ''}</StatusNote>
      <Banner>{words}</Banner>
      {connections.length > 0 ? (
        <ul className="latchkey-sso-list" part="connections">
          {connections.map((connection) => (
            <li key={connection.id} className="latchkey-sso-item">
              <Row connection={connection} onClick={() => send({ type: 'connection_chosen', id: connection.id })} />
            </li>
          ))}
        </ul>
      ) : (
        status !== 'failed' && (
          <p className="latchkey-text" part="text">
            {t('connections.none')}
          </p>
        )
      )}
      <div className="latchkey-org-actions">
        {status === 'failed' ? (
          <GatedButton action="retry" onClick={() => send({ type: 'retry_clicked' })}>
            {t('connections.retry')}
          </GatedButton>
        ) : (
          (['saml', 'oidc'] as const).map((kind) => (
            <GatedButton
              key={kind}
              action={`add-${kind}`}
              reasonId={reasonId}
              isDisabled={status !== 'ready'}
              onClick={() => send({ type: 'add_clicked', kind })}
            >
              {t(`connections.add_${kind}`)}
            </GatedButton>
          ))
        )}
      </div>
      <Reason id={`${id}-create`} access={create} roleName={names.name} />
    </>
  )
}

const kinds = { saml: 'SAML', oidc: 'OpenID Connect' } as const

function Row({
  connection: { kind, name, isActive },
  onClick,
}: {
  readonly connection: ShownConnection
  readonly onClick: () => void
}): ReactElement {
  const t = useText(ssoStrings)
  return (
    <button type="button" className="latchkey-sso-row" part="connection" onClick={onClick}>
      <span className="latchkey-sso-words">
        <bdi className="latchkey-sso-name">{name || t('connection.unnamed')}</bdi>
        <span className="latchkey-sso-kind"> {kind === 'external' ? t('connections.shared') : kinds[kind]}</span>
      </span>
      <span className="latchkey-org-tag" data-tone={isActive ? undefined : 'quiet'}>
        {' '}
        {t(isActive ? 'connections.active' : 'connections.pending')}
      </span>
    </button>
  )
}
