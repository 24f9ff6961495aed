import type { OrganizationAuthMethod } from '@latchkey/contract/b2b'
import type { ReactElement } from 'react'
import type { Translate } from '../../i18n/text.ts'
import { useText } from '../../i18n/use-text.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { NameBadge } from '../../ui/name-badge.tsx'
import { uiStrings } from '../../ui/ui.strings.ts'
import { switcherStrings } from '../text/organization.strings.ts'
import { companies } from '../ui/companies.ts'
import type { Requirement, SwitcherEntry, SwitcherEvent, SwitcherState } from './switcher.flow.ts'

interface EntriesProps {
  readonly state: SwitcherState
  readonly send: (event: SwitcherEvent) => void
}

/** The organizations, each with what it asks for. */
export function SwitcherEntries({ state, send }: EntriesProps): ReactElement {
  const t = useText(switcherStrings)
  const ui = useText(uiStrings)
  const { entries, status, chosen } = state
  const isBusy = status === 'entering'
  if (!entries) {
    return (
      <div className="latchkey-switch-wait">
        <span className="latchkey-spinner" />
        <Announcement>{ui('loading')}</Announcement>
      </div>
    )
  }
  const isAlone = entries.every(({ requires }) => requires.type === 'here')
  return (
    <>
      <ul className="latchkey-switch-list" part="organizations" aria-busy={isBusy}>
        {entries.map((entry) => (
          <li key={entry.organization.id} className="latchkey-switch-item">
            <Entry
              entry={entry}
              isBusy={isBusy && chosen === entry.organization.id}
              isDisabled={isBusy}
              onClick={() => send({ type: 'entry_chosen', organizationId: entry.organization.id })}
            />
          </li>
        ))}
      </ul>
      {isAlone && <p className="latchkey-switch-none">{t('switcher.none')}</p>}
    </>
  )
}

interface EntryProps {
  readonly entry: SwitcherEntry
  readonly isBusy: boolean
  readonly isDisabled: boolean
  readonly onClick: () => void
}

function Entry({
  entry: { organization, kind, requires },
  isBusy,
  isDisabled: isWaiting,
  onClick,
}: EntryProps): ReactElement {
  const t = useText(switcherStrings)
  const language = useText(uiStrings)('locale.language')
  const isHere = requires.type === 'here'
  const isDisabled = isWaiting || isHere || requires.type === 'closed'
  const note = requirementText(requires, t, language)
  return (
    <button
      type="button"
      className="latchkey-switch-entry"
      part="organization"
      aria-current={isHere || undefined}
      aria-busy={isBusy}
      aria-disabled={isDisabled}
      data-organization={organization.id}
      data-requires={requires.type}
      onClick={isDisabled ? undefined : onClick}
    >
      <NameBadge name={organization.name} logo={organization.logoUrl} className="latchkey-org-badge" part="badge" />
      <span className="latchkey-switch-words">
        <bdi className="latchkey-switch-name">{organization.name}</bdi>
        {note && <span className="latchkey-switch-note"> {note}</span>}
      </span>
      {isBusy && <span className="latchkey-spinner" />}
      {isHere && (
        <svg className="latchkey-switch-check" viewBox="0 0 20 20" aria-hidden="true">
          <path d="m4.5 10.5 3.5 3.5 7.5-8" />
        </svg>
      )}
      {!isBusy && !isHere && kind !== 'enter' && <span className="latchkey-org-tag"> {t(`switcher.${kind}`)}</span>}
    </button>
  )
}

/** What an organization asks for, in words. */
function requirementText(requires: Requirement, t: Translate<typeof switcherStrings>, language: string): string {
  switch (requires.type) {
    case 'nothing':
      return ''
    case 'first_factor':
      return t('switcher.first_factor', {
        methods: listOf(
          requires.methods.map((one) => methodName(one, t)),
          language,
        ),
      })
    default:
      return t(`switcher.${requires.type}`)
  }
}

function methodName(method: OrganizationAuthMethod, t: Translate<typeof switcherStrings>): string {
  switch (method) {
    case 'sso':
      return t('switcher.sso_method')
    case 'magic_link':
    case 'email_otp':
    case 'password':
      return t(`switcher.${method}`)
    default:
      return companies[method] ?? method
  }
}

function listOf(names: readonly string[], language: string): string {
  // A list that begins with the name of a company is still written in the direction of the language.
  const mark = /^(ar|he)\b/.test(language) ? '\u200f' : ''
  try {
    return mark + new Intl.ListFormat(language || 'en', { type: 'disjunction' }).format(names)
  } catch {
    // An invalid language tag has no list format.
    return mark + names.join(', ')
  }
}
