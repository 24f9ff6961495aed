import type { OrganizationAuthMethod } from '@latchkey/contract/b2b'
import type { Failure } from '../../flow/failure.ts'
import type { Step } from '../../flow/step.ts'
import { stay } from '../../flow/step.ts'
import type { Emit } from '../../flow/widget-events.ts'
import { emit } from '../../flow/widget-events.ts'

export interface SwitcherOrganization {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly logoUrl: string
}

/** What an organization asks for before the person is in. */
export type Requirement =
  | { readonly type: 'nothing' }
  /** The person is already in it. */
  | { readonly type: 'here' }
  /** Single sign-on with the only or the default connection of the organization. */
  | { readonly type: 'sso'; readonly connectionId: string }
  | { readonly type: 'first_factor'; readonly methods: readonly OrganizationAuthMethod[] }
  | { readonly type: 'second_factor' }
  /** Nothing that the person can prove would be accepted. */
  | { readonly type: 'closed' }

export interface SwitcherEntry {
  readonly organization: SwitcherOrganization
  readonly kind: 'enter' | 'accept' | 'join'
  readonly requires: Requirement
}

/**
 * `confirming`: asks before the session of the current organization ends. `signing_in`: the widget for the missing factor
 * is shown.
 */
export interface SwitcherState {
  readonly screen: 'organization_switcher'
  readonly status: 'closed' | 'open' | 'confirming' | 'entering' | 'signing_in'
  /** Whether one tab switches, or the whole browser. */
  readonly mode: 'shared' | 'tab'
  /** Null without a session. */
  readonly current: SwitcherOrganization | null
  /** Null until they are loaded for the first time. */
  readonly entries: readonly SwitcherEntry[] | null
  readonly isLoading: boolean
  /** The id of the organization that is entered; empty without one. */
  readonly chosen: string
  readonly failure: Failure | null
  /** The name of the organization that was entered last; empty before. */
  readonly entered: string
  /** The list cannot be closed. */
  readonly isList: boolean
  readonly calls: number
}

export type SwitcherRequest =
  | { readonly type: 'list' }
  | { readonly type: 'enter'; readonly organizationId: string }
  | { readonly type: 'start_sso'; readonly connectionId: string }

export type SwitcherAnswer =
  | { readonly type: 'listed'; readonly entries: readonly SwitcherEntry[] }
  /** `isComplete`: there is a session. Otherwise another factor is missing. */
  | { readonly type: 'entered'; readonly isComplete: boolean }
  | { readonly type: 'leaving' }

export type SwitcherEvent =
  | { readonly type: 'toggled' }
  | { readonly type: 'closed' }
  | { readonly type: 'entry_chosen'; readonly organizationId: string }
  | { readonly type: 'confirm_clicked' }
  | { readonly type: 'stay_clicked' }
  | { readonly type: 'retry_clicked' }
  | { readonly type: 'organization_changed'; readonly organization: SwitcherOrganization | null }
  /** The widget for the missing factor has started a session. */
  | { readonly type: 'signed_in' }
  | { readonly type: 'answered'; readonly call: number; readonly answer: SwitcherAnswer }
  | { readonly type: 'refused'; readonly call: number; readonly failure: Failure }

export type SwitcherEffect = Emit | { readonly type: 'call'; readonly call: number; readonly request: SwitcherRequest }

type SwitcherStep = Step<SwitcherState, SwitcherEffect>

export function startSwitcher(
  current: SwitcherOrganization | null,
  { isList, mode }: Pick<SwitcherState, 'isList' | 'mode'>,
): SwitcherStep {
  const state: SwitcherState = {
    ...{ screen: 'organization_switcher', status: 'closed', mode, current, entries: null, isLoading: false },
    ...{ chosen: '', failure: null, entered: '', isList, calls: 0 },
  }
  return isList ? open(state) : stay(state)
}

export function switcherFlow(state: SwitcherState, event: SwitcherEvent): SwitcherStep {
  switch (event.type) {
    case 'toggled':
      if (state.isList || state.status === 'entering') return stay(state)
      return state.status === 'closed' ? open(state) : leave(state)
    case 'closed':
      return state.status === 'entering' ? stay(state) : leave(state)
    case 'entry_chosen':
      return state.status === 'open' ? choose(state, event.organizationId) : stay(state)
    case 'confirm_clicked':
      return state.status === 'confirming' ? signIn(state) : stay(state)
    case 'stay_clicked':
      return state.status === 'confirming' ? stay({ ...state, status: 'open', chosen: '' }) : stay(state)
    case 'retry_clicked':
      return state.status === 'open' && !state.isLoading ? open(state) : stay(state)
    case 'organization_changed':
      return changed(state, event.organization)
    case 'signed_in':
      return state.status === 'signing_in' ? arrive(state) : stay(state)
    case 'answered':
      return event.call === state.calls ? answered(state, event.answer) : stay(state)
    case 'refused':
      if (event.call !== state.calls) return stay(state)
      return stay({
        ...state,
        ...{ status: isBusy(state) ? 'open' : state.status, isLoading: false, chosen: '', failure: event.failure },
      })
    default:
      return event satisfies never
  }
}

/** The organization that is entered, or about which the person is asked. */
export function chosenOf({ entries, chosen }: Pick<SwitcherState, 'entries' | 'chosen'>): SwitcherEntry | undefined {
  return entries?.find(({ organization }) => organization.id === chosen)
}

function isBusy({ status }: SwitcherState): boolean {
  return status === 'entering' || status === 'signing_in'
}

/** What an organization requires may have changed since the last time. */
function open(state: SwitcherState): SwitcherStep {
  const next = { ...state, status: 'open', isLoading: true, chosen: '', failure: null } as const
  return call(next, { type: 'list' })
}

function close(state: SwitcherState): SwitcherState {
  return { ...state, status: state.isList ? 'open' : 'closed', chosen: '', failure: null }
}

/** The person closes the component, also instead of proving the missing factor. */
function leave(state: SwitcherState): SwitcherStep {
  if (state.status !== 'signing_in') return stay(close(state))
  // The session has started, in this widget or in another tab.
  if (state.current && state.current.id === state.chosen) return arrive(state)
  // The session may have ended since the list was read.
  return state.isList ? open(state) : stay({ ...close(state), entries: null })
}

function call(state: SwitcherState, request: SwitcherRequest): SwitcherStep {
  const calls = state.calls + 1
  return { state: { ...state, calls }, effects: [{ type: 'call', call: calls, request }] }
}

function choose(state: SwitcherState, id: string): SwitcherStep {
  const entry = chosenOf({ ...state, chosen: id })
  if (!entry) return stay(state)
  const next = { ...state, chosen: id, failure: null }
  switch (entry.requires.type) {
    case 'here':
    case 'closed':
      return stay(state)
    case 'nothing':
      return call({ ...next, status: 'entering', isLoading: false }, { type: 'enter', organizationId: id })
    case 'sso':
      return call(
        { ...next, status: 'entering', isLoading: false },
        { type: 'start_sso', connectionId: entry.requires.connectionId },
      )
    case 'first_factor':
    case 'second_factor':
      // The exchange ends the session, before the missing factor is proven.
      return state.current ? stay({ ...next, status: 'confirming', isLoading: false }) : signIn(next)
    default:
      return entry.requires satisfies never
  }
}

/** The host page may remove this component as soon as the session ends: it has to know where the person wants to go. */
function signIn(state: SwitcherState): SwitcherStep {
  const organization = chosenOf(state)?.organization
  if (!organization) return stay(state)
  const data = { organization_id: organization.id, organization_slug: organization.slug }
  return {
    state: { ...state, status: 'signing_in', isLoading: false, calls: state.calls + 1 },
    effects: [emit({ type: 'ORGANIZATION_FACTOR_REQUIRED', data })],
  }
}

function arrive(state: SwitcherState): SwitcherStep {
  const organization = chosenOf(state)?.organization
  if (!organization) return stay(state)
  return {
    state: { ...close(state), current: organization, entries: null, entered: organization.name },
    effects: [emit({ type: 'ORGANIZATION_SWITCH', data: { organization_id: organization.id } })],
  }
}

function answered(state: SwitcherState, answer: SwitcherAnswer): SwitcherStep {
  switch (answer.type) {
    case 'listed':
      return stay({ ...state, entries: answer.entries, isLoading: false })
    case 'entered': {
      if (state.status !== 'entering') return stay(state)
      if (!answer.isComplete) return signIn(state)
      const step = arrive(state)
      // A list shows at once where the person is.
      if (!state.isList) return step
      const listed = open(step.state)
      return { state: listed.state, effects: [...step.effects, ...listed.effects] }
    }
    case 'leaving':
      // The browser leaves the page. The person may come back by the back button, which restores this state.
      return stay({ ...state, status: 'open', chosen: '' })
    default:
      return answer satisfies never
  }
}

/** Another tab, or this component, has entered an organization, or the session has ended. */
function changed(state: SwitcherState, current: SwitcherOrganization | null): SwitcherStep {
  const next = { ...state, current }
  // While the person signs in, the widget may still have to show recovery codes: it reports its end itself.
  if (isBusy(state) || current?.id === state.current?.id) return stay(next)
  // What was listed is about another person or another place.
  const known = { ...close(next), entries: null, isLoading: false, calls: state.calls + 1 }
  return state.isList && current ? open(known) : stay(known)
}
