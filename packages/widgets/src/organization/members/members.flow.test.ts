import { describe, expect, it } from 'vitest'
import { membersFlow } from './members.flow.ts'
import { membersStates } from './members.states.ts'
import type { MembersState } from './members-state.flow.ts'

const { state: shown } = membersStates.members.list as { state: MembersState }

describe('the list of members', () => {
  it.each([
    ['another organization with the same name', { organizationId: 'other' }],
    ['another member', { memberId: 'other' }],
  ])('is read again for %s', (_what, change) => {
    const { state, effects } = membersFlow(shown, { type: 'viewer_changed', viewer: { ...shown.viewer, ...change } })
    expect(state).toMatchObject({ screen: 'members', status: 'loading', list: { members: [] }, calls: shown.calls + 1 })
    expect(effects).toMatchObject([{ type: 'call', call: state.calls, request: { type: 'search' } }])
  })

  it('stays for another name of the same organization', () => {
    const viewer = { ...shown.viewer, organization: 'Acme Corporation' }
    expect(membersFlow(shown, { type: 'viewer_changed', viewer })).toEqual({ state: { ...shown, viewer }, effects: [] })
  })
})
