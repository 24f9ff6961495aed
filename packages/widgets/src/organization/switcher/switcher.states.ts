import type { GalleryStates } from '../../gallery/fixtures/gallery-state.ts'
import { offline } from '../../gallery/fixtures/gallery-state.ts'
import type { OrganizationSwitcherConfig } from './switcher.config.ts'
import type { SwitcherEntry, SwitcherOrganization, SwitcherState } from './switcher.flow.ts'

function organization(name: string): SwitcherOrganization {
  const id = name.toLowerCase()
  return { id, slug: id, name, logoUrl: '' }
}

const acme = organization('Acme')
const longName = 'The International Society of Manufacturers of Remarkably Long Company Names'

const entries: readonly SwitcherEntry[] = [
  { organization: acme, kind: 'enter', requires: { type: 'here' } },
  { organization: organization('Globex'), kind: 'enter', requires: { type: 'second_factor' } },
  { organization: organization('Hooli'), kind: 'enter', requires: { type: 'sso', connectionId: 'connection' } },
  { organization: organization('Initech'), kind: 'accept', requires: { type: 'nothing' } },
  {
    organization: organization('Soylent'),
    kind: 'join',
    requires: { type: 'first_factor', methods: ['google_oauth', 'magic_link', 'password'] },
  },
  { organization: organization('Umbrella'), kind: 'enter', requires: { type: 'closed' } },
  { organization: organization(longName), kind: 'enter', requires: { type: 'nothing' } },
]

function state(change: Partial<SwitcherState> = {}): SwitcherState {
  return {
    ...{ screen: 'organization_switcher', status: 'open', mode: 'shared', current: acme, entries, isLoading: false },
    ...{ chosen: '', failure: null, entered: '', isList: true, calls: 1, ...change },
  }
}

const config: OrganizationSwitcherConfig = { layout: 'list' }

/** The open menu lies over the page around it: the list shows the same. */
export const switcherStates: GalleryStates<SwitcherState, { readonly config?: OrganizationSwitcherConfig }> = {
  organization_switcher: {
    button: { state: state({ status: 'closed', isList: false, entries: null }) },
    'button of a long name': {
      state: state({ status: 'closed', isList: false, entries: null, current: organization(longName) }),
    },
    list: { state: state(), config },
    'in one tab': { state: state({ mode: 'tab', entries: entries.slice(0, 2) }), config },
    loading: { state: state({ entries: null, isLoading: true }), config },
    'no other organization': { state: state({ entries: entries.slice(0, 1) }), config },
    entering: { state: state({ status: 'entering', chosen: 'initech' }), config },
    'asks before the session ends': { state: state({ status: 'confirming', chosen: 'globex' }), config },
    offline: { state: state({ entries: null, failure: offline }), config },
    'could not enter': { state: state({ entries: entries.slice(0, 4), failure: offline }), config },
  },
}
