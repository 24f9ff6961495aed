import type { ReactElement, RefObject } from 'react'
import { useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { useUniqueId } from '../../a11y/use-unique-id.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSheet } from '../../theme/sheets.ts'
import { Announcement } from '../../ui/announcement.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Heading } from '../../ui/heading.tsx'
import { NameBadge } from '../../ui/name-badge.tsx'
import { subScreenCss } from '../../ui/sub-screen.css.ts'
import { Text } from '../../ui/text.tsx'
import type { WidgetViewProps } from '../../widget/widget-definition.ts'
import { switcherStrings } from '../text/organization.strings.ts'
import { useOrganizationFailure } from '../text/use-organization-failure.ts'
import { GatedButton } from '../ui/gated-button.tsx'
import { organizationCss } from '../ui/organization.css.ts'
import { SignInSlot } from './sign-in-slot.ts'
import type { OrganizationSwitcherConfig } from './switcher.config.ts'
import { switcherCss } from './switcher.css.ts'
import type { SwitcherEvent, SwitcherState } from './switcher.flow.ts'
import { chosenOf } from './switcher.flow.ts'
import { SwitcherEntries } from './switcher-entries.tsx'

export type SwitcherViewProps = WidgetViewProps<SwitcherState, SwitcherEvent, OrganizationSwitcherConfig>

/** A button with the current organization, and the list of all. */
export function SwitcherView(props: SwitcherViewProps): ReactElement {
  const { state, send, config } = props
  const t = useText(switcherStrings)
  useSheet(subScreenCss)
  useSheet(organizationCss)
  useSheet(switcherCss)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const id = useUniqueId()
  const isOpen = state.status !== 'closed'
  const isShown = state.isList || isOpen
  useMenu(root, { isOpen: isOpen && !state.isList, onKeyDown, onClose })
  // A signed-out visitor has nothing to switch, unless the missing factor is asked for.
  const isEmpty = !state.current && state.status !== 'signing_in' && !state.isList

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen && (!state.isList || state.status === 'signing_in')) {
      event.preventDefault()
      send({ type: 'closed' })
      trigger.current?.focus()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event, root.current)
  }

  /** A press outside does not end a sign-in: what is typed would be lost. */
  function onClose(): void {
    if (state.status !== 'signing_in') send({ type: 'closed' })
  }

  return (
    <div ref={root} className="latchkey-switch" data-layout={state.isList ? 'list' : 'menu'} data-align={config.align}>
      <Announcement>
        {state.entered && !isOpen ? t('switcher.switched', { organization: state.entered }) : ''}
      </Announcement>
      {!state.isList && !isEmpty && state.current && (
        <button
          ref={trigger}
          type="button"
          className="latchkey-switch-trigger"
          part="trigger"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => send({ type: 'toggled' })}
        >
          <NameBadge
            name={state.current.name}
            logo={state.current.logoUrl}
            className="latchkey-org-badge"
            part="badge"
          />
          <bdi className="latchkey-switch-current">{state.current.name}</bdi>
          <span className="latchkey-announcement">, {t('switcher.trigger')}</span>
          <svg className="latchkey-switch-arrows" viewBox="0 0 20 20" aria-hidden="true">
            <path d="m6.5 8 3.5-4 3.5 4m0 4-3.5 4-3.5-4" />
          </svg>
        </button>
      )}
      {isShown && !isEmpty && (
        <section
          id={id}
          className="latchkey-switch-panel"
          part="panel"
          data-status={state.status}
          aria-label={t('switcher.title')}
        >
          <Panel {...props} />
        </section>
      )}
    </div>
  )
}

function Panel({ state, send }: SwitcherViewProps): ReactElement {
  const t = useText(switcherStrings)
  const words = useOrganizationFailure(state.failure)
  const SignIn = useContext(SignInSlot)
  const entry = chosenOf(state)
  if (state.status === 'signing_in' && entry) return <SignIn entry={entry} onDone={() => send({ type: 'signed_in' })} />
  if (state.status === 'confirming' && entry)
    return <Confirmation state={state} send={send} name={entry.organization.name} />
  return (
    <>
      {state.isList ? (
        <Heading takesFocus={false}>{t('switcher.title')}</Heading>
      ) : (
        <p className="latchkey-switch-title">{t('switcher.title')}</p>
      )}
      <Banner>{words}</Banner>
      {state.failure && !state.entries ? (
        <div className="latchkey-org-actions">
          <GatedButton action="retry" onClick={() => send({ type: 'retry_clicked' })}>
            {t('switcher.retry')}
          </GatedButton>
        </div>
      ) : (
        <SwitcherEntries state={state} send={send} />
      )}
      <p className="latchkey-switch-foot">{t(state.mode === 'tab' ? 'switcher.this_tab' : 'switcher.all_tabs')}</p>
    </>
  )
}

function Confirmation({
  state,
  send,
  name: organization,
}: Pick<SwitcherViewProps, 'state' | 'send'> & { readonly name: string }): ReactElement {
  const t = useText(switcherStrings)
  const current = state.current?.name ?? ''
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.querySelector<HTMLElement>('h2')?.focus(), [])
  return (
    <div ref={panel} className="latchkey-switch-ask">
      <Heading>{t('switcher.confirm_title', { organization })}</Heading>
      <Text>{t('switcher.confirm_text', { organization, current })}</Text>
      <div className="latchkey-org-actions">
        <GatedButton action="switch" kind="primary" onClick={() => send({ type: 'confirm_clicked' })}>
          {t('switcher.go')}
        </GatedButton>
        <GatedButton action="stay" onClick={() => send({ type: 'stay_clicked' })}>
          {t('switcher.stay', { current })}
        </GatedButton>
      </div>
    </div>
  )
}

/** Arrow keys move between the button and the organizations. */
function moveFocus(event: KeyboardEvent, root: HTMLElement | null): void {
  const stops = [...(root?.querySelectorAll<HTMLElement>('.latchkey-switch-trigger,.latchkey-switch-entry') ?? [])]
  const at = stops.indexOf(event.target as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

interface Menu {
  readonly isOpen: boolean
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onClose: () => void
}

/** Keys inside the menu. A press outside, or the focus moving there, closes it. */
function useMenu(root: RefObject<HTMLElement | null>, menu: Menu): void {
  const latest = useRef(menu)
  useLayoutEffect(() => {
    latest.current = menu
  })
  const { isOpen } = menu
  useEffect(() => {
    const element = root.current
    if (!element) return
    const onKeyDown = (event: KeyboardEvent): void => latest.current.onKeyDown(event)
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [root])
  useEffect(() => {
    const element = root.current
    const page = element?.ownerDocument
    if (!isOpen || !element || !page) return
    const look = (event: Event): void => {
      // The path sees into shadow roots.
      if (!event.composedPath().includes(element)) latest.current.onClose()
    }
    const types = ['pointerdown', 'focusin']
    for (const type of types) page.addEventListener(type, look, true)
    return () => {
      for (const type of types) page.removeEventListener(type, look, true)
    }
  }, [isOpen, root])
}
