import { describe, expect, it } from 'vitest'
import type { SwitcherEvent, SwitcherState } from './switcher.flow.ts'
import { switcherFlow } from './switcher.flow.ts'
import { switcherStates } from './switcher.states.ts'

const shown = switcherStates.organization_switcher.list as { state: SwitcherState }
const globex = { id: 'globex', slug: 'globex', name: 'Globex', logoUrl: '' }
const hooli = { id: 'hooli', slug: 'hooli', name: 'Hooli', logoUrl: '' }

/** The widget for the missing factor of Globex is shown in the menu. */
const signingIn: SwitcherState = { ...shown.state, status: 'signing_in', chosen: 'globex', isList: false }
const arrived = [{ type: 'emit', event: { type: 'ORGANIZATION_SWITCH', data: { organization_id: 'globex' } } }]
const leaving = [{ type: 'closed' }, { type: 'toggled' }] satisfies SwitcherEvent[]

describe('the switcher that asks for a missing factor', () => {
  it.each(leaving)('is left by $type', (event) => {
    const { state, effects } = switcherFlow(signingIn, event)
    expect(state).toMatchObject({ status: 'closed', chosen: '', entries: null })
    expect(effects).toEqual([])
  })

  it('shows its list again, with what is true now', () => {
    const { state, effects } = switcherFlow({ ...signingIn, isList: true }, { type: 'closed' })
    expect(state).toMatchObject({ status: 'open', chosen: '', isLoading: true })
    expect(effects).toEqual([{ type: 'call', call: state.calls, request: { type: 'list' } }])
  })

  it.each(leaving)('has arrived by $type if the session is one of the chosen organization', (event) => {
    const signedIn = switcherFlow(signingIn, { type: 'organization_changed', organization: globex }).state
    // The widget may still have to show recovery codes.
    expect(signedIn).toMatchObject({ status: 'signing_in', current: globex })
    const { state, effects } = switcherFlow(signedIn, event)
    expect([state.status, state.entered, effects]).toEqual(['closed', 'Globex', arrived])
    // The widget reports the same session.
    expect(switcherFlow(state, { type: 'signed_in' })).toEqual({ state, effects: [] })
  })

  it.each([null, hooli])('stays while the session is one of %o', (organization) => {
    const { state } = switcherFlow(signingIn, { type: 'organization_changed', organization })
    expect(state).toEqual({ ...signingIn, current: organization })
  })
})
