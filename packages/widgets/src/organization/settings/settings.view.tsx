import type { ReactElement, ReactNode } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Heading } from '../../ui/heading.tsx'
import { Pending } from '../../ui/pending.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { Text } from '../../ui/text.tsx'
import { useRoleNames } from '../members/role-names.ts'
import { settingsStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { GatedPart } from '../ui/gated-part.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { StatusNote } from '../ui/status-note.tsx'
import { settingsCss } from './settings.css.ts'
import type { SettingsPart } from './settings.flow.ts'
import { fieldsOf, hasChanges } from './settings.flow.ts'
import { Details, Joining, Methods, SecondStep } from './settings-fields.tsx'
import type { ReasonIdOf, SettingsViewProps } from './settings-view.ts'

/** The settings of the organization, in parts that are stored one by one. */
export function SettingsView(props: SettingsViewProps): ReactElement {
  const { state, send } = props
  const t = useText(settingsStrings)
  const words = useOrganizationFailure(state.status === 'failed' ? state.failure : null)
  useSheet(subScreenCss)
  useSheet(organizationCss)
  useSheet(settingsCss)
  if (state.status === 'loading') return <Pending />
  if (state.status === 'failed' || state.status === 'closed') {
    return (
      <>
        <Heading>{t('settings.title')}</Heading>
        {state.status === 'closed' && <Text>{t('settings.closed')}</Text>}
        <Banner>{words}</Banner>
        {state.status === 'failed' && (
          <div className="latchkey-org-actions">
            <GatedButton action="retry" onClick={() => send({ type: 'retry_clicked' })}>
              {t('settings.retry')}
            </GatedButton>
          </div>
        )}
      </>
    )
  }
  return (
    <>
      <Heading>{t('settings.title')}</Heading>
      <Part {...props} part="details" title={t('settings.details')}>
        {(reasonIdOf) => <Details {...props} reasonIdOf={reasonIdOf} />}
      </Part>
      <Part {...props} part="joining" title={t('settings.joining')}>
        {(reasonIdOf) => <Joining {...props} reasonIdOf={reasonIdOf} />}
      </Part>
      <Part {...props} part="methods" title={t('settings.methods')}>
        {(reasonIdOf) => <Methods {...props} reasonIdOf={reasonIdOf} />}
      </Part>
      <Part {...props} part="second_step" title={t('settings.second_step')}>
        {(reasonIdOf) => <SecondStep {...props} reasonIdOf={reasonIdOf} />}
      </Part>
    </>
  )
}

interface PartProps extends SettingsViewProps {
  readonly part: SettingsPart
  readonly title: string
  readonly children: (reasonIdOf: ReasonIdOf) => ReactNode
}

/** Failures that a field shows itself. */
const ofFields = [
  'name_required',
  'organization_slug_already_used',
  'invalid_domain',
  'organization_settings_domain_too_common',
  'organization_settings_disposable_domain',
]

function Part({ state, send, config, part, title, children }: PartProps): ReactElement {
  const t = useText(settingsStrings)
  const { failure } = state
  const isHere = state.part === part
  const type = failure?.error_type ?? ''
  const isOfField = ofFields.includes(type)
  const words = useOrganizationFailure(isHere && !isOfField ? failure : null)
  const names = useRoleNames(config, [])
  const id = useUniqueId()
  const { access } = state.viewer
  const isBusy = state.status === 'saving' && isHere
  const firstDenied = fieldsOf[part].every((field) => !access[field].isAllowed)
    ? access[fieldsOf[part][0] ?? 'name']
    : null
  return (
    <GatedPart title={title} roleName={names.name} obstacles={fieldsOf[part].map((field) => access[field])}>
      {(reasonIdOf) => (
        <form
          id={id}
          className="latchkey-settings-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            send({ type: 'save_clicked', part })
          }}
        >
          <Banner>
            {isHere && type === 'setting_rejected'
              ? t('settings.rejected', { reason: failure?.error_message ?? '' })
              : isHere && type === 'choose_one'
                ? t('settings.choose_one')
                : words}
          </Banner>
          {children((field) => reasonIdOf(access[field]))}
          <StatusNote>{isHere && state.isSaved ? t('settings.saved') : ''}</StatusNote>
          <div className="latchkey-org-actions">
            <GatedButton
              type="submit"
              action={`save-${part}`}
              kind="primary"
              reasonId={firstDenied ? reasonIdOf(firstDenied) : undefined}
              isBusy={isBusy}
              isDisabled={state.status === 'saving' || !hasChanges(state, part)}
            >
              {t('settings.save')}
            </GatedButton>
          </div>
        </form>
      )}
    </GatedPart>
  )
}
