import type { ReactElement } from 'react'
import { useFailureText, useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NameBadge } from '../../ui/name-badge.tsx'
import { Text } from '../../ui/text.tsx'
import type { Entry } from '../flow/b2b-state.ts'
import { b2bLoginStrings } from '../text/b2b-login.strings.ts'
import { b2bLoginCss } from './b2b-login.css.ts'
import type { B2bViewProps } from './b2b-view.ts'

type Props = B2bViewProps<'discovery'>

/** The organizations of the person, and the name of a new one. */
export function DiscoveryView(props: Props): ReactElement {
  const { state } = props
  useSheet(b2bLoginCss)
  const isNaming = state.status === 'naming' || (state.status === 'creating' && state.name !== '')
  return isNaming ? <NewOrganization {...props} /> : <Entries {...props} />
}

function Entries({ state, send }: Props): ReactElement {
  const t = useText(b2bLoginStrings)
  const words = useFailureText(state.failure)
  const { email, entries, status } = state
  const isBusy = status !== 'choosing'
  const isEmpty = entries.length === 0
  return (
    <>
      <Heading>{t(isEmpty ? 'b2b_discovery.none_title' : 'b2b_discovery.title')}</Heading>
      <Text strong={email}>{t(isEmpty ? 'b2b_discovery.none_text' : 'b2b_discovery.text', { email })}</Text>
      <Banner>{state.failure ? words : ''}</Banner>
      {!isEmpty && (
        <ul className="latchkey-b2b-list" part="organizations">
          {entries.map((entry) => (
            <li key={entry.organization.id} className="latchkey-b2b-item">
              <EntryButton
                entry={entry}
                isBusy={isBusy && state.pressed === entry.organization.id}
                isDisabled={isBusy}
                onClick={() => send({ type: 'organization_chosen', organizationId: entry.organization.id })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="latchkey-b2b-actions">
        {state.mayCreate && (
          <Button
            kind={isEmpty ? 'primary' : 'secondary'}
            isBusy={status === 'creating'}
            isDisabled={isBusy}
            onClick={() => send({ type: 'new_organization_clicked' })}
          >
            {t('b2b_discovery.new')}
          </Button>
        )}
      </div>
      {isEmpty && (
        <div className="latchkey-b2b-links">
          <LinkButton isDisabled={isBusy} onClick={() => send({ type: 'back_clicked' })}>
            {t('b2b_discovery.other_address')}
          </LinkButton>
        </div>
      )}
    </>
  )
}

interface EntryButtonProps {
  readonly entry: Entry
  readonly isBusy: boolean
  readonly isDisabled: boolean
  readonly onClick: () => void
}

function EntryButton({ entry, isBusy, isDisabled, onClick }: EntryButtonProps): ReactElement {
  const t = useText(b2bLoginStrings)
  const { organization, kind, requires } = entry
  return (
    <button
      type="button"
      className="latchkey-b2b-entry"
      part="organization"
      aria-busy={isBusy}
      aria-disabled={isDisabled}
      data-organization={organization.id}
      onClick={isDisabled ? undefined : onClick}
    >
      <NameBadge name={organization.name} logo={organization.logoUrl} className="latchkey-b2b-badge" part="badge" />
      <span className="latchkey-b2b-words">
        <bdi className="latchkey-b2b-name">{organization.name}</bdi>
        {requires !== 'nothing' && <span className="latchkey-b2b-note"> {t(`b2b_discovery.${requires}`)}</span>}
      </span>
      {isBusy ? (
        <span className="latchkey-spinner" />
      ) : kind === 'enter' ? (
        <svg className="latchkey-b2b-arrow" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m8 5 5 5-5 5" />
        </svg>
      ) : (
        <span className="latchkey-b2b-tag"> {t(`b2b_discovery.${kind}`)}</span>
      )}
    </button>
  )
}

function NewOrganization({ state, send }: Props): ReactElement {
  const t = useText(b2bLoginStrings)
  return (
    <>
      <Heading takesFocus={false}>{t('b2b_discovery.name_title')}</Heading>
      <form
        className="latchkey-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send({ type: 'submitted' })
        }}
      >
        <Field
          type="text"
          name="organization"
          autoComplete="organization"
          label={t('b2b_discovery.name')}
          value={state.name}
          failure={state.failure}
          onChange={(value) => send({ type: 'name_changed', value })}
        />
        <Button type="submit" isBusy={state.status === 'creating'}>
          {t('b2b_discovery.create')}
        </Button>
      </form>
    </>
  )
}
