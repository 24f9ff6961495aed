import type { ReactElement, ReactNode } from 'react'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Heading } from '../../ui/heading.tsx'
import { useRoleNames } from '../members/role-names.ts'
import { settingsStrings, ssoStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { GatedPart } from '../ui/gated-part.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { StatusNote } from '../ui/status-note.tsx'
import { ssoCss } from './sso.css.ts'
import { Certificates, Given, Groups, Name, Taken } from './sso-parts.tsx'
import type { ConnectionPart } from './sso-state.flow.ts'
import { SsoTest } from './sso-test.tsx'
import type { SsoViewProps } from './sso-view.ts'

type Props = SsoViewProps<'sso_connection'>

/** One connection: the values of both sides, certificates, roles, and a test. */
export function SsoConnectionView(props: Props): ReactElement {
  const { state, send, config } = props
  const t = useText(ssoStrings)
  const details = useText(settingsStrings)
  useSheet(organizationCss)
  useSheet(ssoCss)
  const { connection, viewer, status } = state
  const names = useRoleNames(config, viewer.roles)
  const { update, delete: remove } = viewer.access
  const parts: readonly [ConnectionPart, string, (reasonId: string | undefined) => ReactNode][] = [
    ['name', details('settings.details'), (reasonId) => <Name {...props} reasonId={reasonId} />],
    ...(connection.kind === 'external'
      ? []
      : ([['take', t('connection.take'), (reasonId) => <Taken {...props} reasonId={reasonId} />]] satisfies [
          ConnectionPart,
          string,
          (reasonId: string | undefined) => ReactNode,
        ][])),
    ...(connection.kind === 'saml'
      ? ([
          ['certificates', t('connection.certificates'), (reasonId) => <Certificates {...props} reasonId={reasonId} />],
        ] satisfies [ConnectionPart, string, (reasonId: string | undefined) => ReactNode][])
      : []),
    ['groups', t('connection.groups'), (reasonId) => <Groups {...props} names={names} reasonId={reasonId} />],
    ['test', t('connection.test'), (reasonId) => <SsoTest {...props} reasonId={reasonId} />],
  ]
  return (
    <>
      <Heading>
        <bdi className="latchkey-members-person">{connection.name || t('connection.unnamed')}</bdi>
      </Heading>
      <p className="latchkey-sso-kind">{t(connection.isActive ? 'connections.active' : 'connections.pending')}</p>
      {connection.values.length > 0 && <Given {...props} />}
      {parts.map(([part, title, children]) => (
        <GatedPart key={part} title={title} roleName={names.name} obstacles={[update]}>
          {(reasonIdOf) => (
            <>
              <Outcome state={state} part={part} />
              {children(reasonIdOf(update))}
            </>
          )}
        </GatedPart>
      ))}
      <GatedPart title={t('connection.delete')} roleName={names.name} obstacles={[remove]}>
        {(reasonIdOf) => (
          <GatedButton
            action="delete"
            kind="danger"
            reasonId={reasonIdOf(remove)}
            isDisabled={status === 'working'}
            onClick={() => send({ type: 'delete_clicked' })}
          >
            {t('connection.delete')}
          </GatedButton>
        )}
      </GatedPart>
    </>
  )
}

/** What became of a change of a part. */
function Outcome({ state, part }: Pick<Props, 'state'> & { readonly part: ConnectionPart }): ReactElement {
  const t = useText(ssoStrings)
  const failure = state.part === part ? state.failure : null
  const words = useOrganizationFailure(failure)
  const isRejected = failure?.error_type === 'setting_rejected'
  return (
    <>
      <Banner>{isRejected ? t('connection.rejected', { reason: failure.error_message }) : words}</Banner>
      <StatusNote>{state.part === part && state.isSaved ? t('connection.saved') : ''}</StatusNote>
    </>
  )
}
