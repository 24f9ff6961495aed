import { describe, expect, it } from 'vitest'
import { identityProviderFlow, startIdentityProvider } from './identity-provider.flow.ts'
import type { IdentityProviderEvent, IdentityProviderState } from './identity-provider.model.ts'
import { asking, consent, error, loading, nothing, params, refused } from './identity-provider-transitions.suite.ts'

const after = (state: IdentityProviderState, event: IdentityProviderEvent) => identityProviderFlow(state, event)
const unmoved = (state: IdentityProviderState) => ({ state, effects: [] })

describe('the flow', () => {
  it('has states for loading, preflight, consent, success, denial and error [W-IDP-39]', () => {
    const trail: string[] = []
    let { state } = startIdentityProvider({ kind: 'authorize', params })
    const go = (event: IdentityProviderEvent): void => {
      trail.push(`${state.screen}/${state.status}`)
      state = identityProviderFlow(state, event).state
    }
    go({ type: 'session_found', call: 1 })
    go({ type: 'authorize_started', call: 2, isRequired: true, consent })
    go({ type: 'reading_done', call: 3 })
    const ready = state
    go({ type: 'allow_clicked' })
    go({ type: 'submitted', call: 4 })
    expect([...trail, `${state.screen}/${state.status}`]).toEqual([
      'idp_loading/session',
      'idp_loading/preflight',
      'idp_consent/reading',
      'idp_consent/ready',
      'idp_consent/submitting',
      'idp_success/authorize',
    ])
    expect(ready).toMatchObject({ consent: { clientName: 'Notes', grantable: ['openid'] } })
    state = after(ready, { type: 'deny_clicked' }).state
    expect(after(state, { type: 'submitted', call: 4 }).state.screen).toBe('idp_denied')
    expect(after(loading(), { type: 'refused', call: 3, failure: refused }).state.screen).toBe('error')
  })

  it('ignores Allow while the screen has just appeared', () => {
    const reading = asking({ status: 'reading' })
    const hasty = after(reading, { type: 'allow_clicked' })
    expect(hasty).toEqual(unmoved({ ...reading, isHasty: true }))
    expect(after(hasty.state, { type: 'allow_clicked' })).toEqual(hasty)
    // Half a second is too short to read the notice.
    expect(after(hasty.state, { type: 'reading_done', call: 3 }).state).toMatchObject({
      status: 'ready',
      isHasty: true,
    })
    // The timer that started before the window got the focus again does not count.
    const { state } = after(asking(), { type: 'page_focused' })
    expect(after(state, { type: 'reading_done', call: 3 })).toEqual(unmoved(state))
    expect(after(state, { type: 'reading_done', call: 4 }).state).toMatchObject({ status: 'ready' })
  })

  it('ignores Allow if no scope can be granted', () => {
    const state = asking({ consent: nothing })
    expect(after(state, { type: 'allow_clicked' })).toEqual(unmoved(state))
    expect(after(state, { type: 'deny_clicked' }).effects).toEqual([
      { type: 'submit_authorize', call: 4, params: { ...params, scope: '' }, answer: 'deny' },
    ])
  })

  it('answers once', () => {
    const state = asking({ status: 'submitting', answer: 'allow' })
    for (const type of ['allow_clicked', 'deny_clicked', 'page_focused'] as const)
      expect(after(state, { type })).toEqual(unmoved(state))
    expect(after(state, { type: 'user_changed', isSignedIn: true })).toEqual(unmoved(state))
  })

  it('asks the provider again if the answer no longer fits what was shown', () => {
    const state = asking({ status: 'submitting', answer: 'allow' })
    const failure = { ...refused, error_type: 'oauth_request_expired' }
    const { calls } = state
    const again = after(state, { type: 'refused', call: calls, failure })
    expect(again.effects).toEqual([{ type: 'find_session', call: calls + 1 }])
    expect(again.state).toMatchObject({ screen: 'idp_loading', status: 'session' })
  })

  it('ignores the response to an earlier call', () => {
    const state = loading({ status: 'preflight' })
    expect(after(state, { type: 'authorize_started', call: 2, isRequired: false, consent })).toEqual(unmoved(state))
    expect(after(state, { type: 'refused', call: 2, failure: refused })).toEqual(unmoved(state))
  })

  it('does not ask the provider again after Deny, which could grant what another tab allowed', () => {
    const state = asking({ status: 'submitting', answer: 'deny' })
    const failure = { ...refused, error_type: 'oauth_request_expired' }
    const { state: next, effects } = after(state, { type: 'refused', call: state.calls, failure })
    expect(next).toMatchObject({ screen: 'idp_consent', failure })
    expect(effects.map(({ type }) => type)).toEqual(['wait'])
  })

  it('offers no retry of a request that would be rejected again', () => {
    const state = error({ failure: refused })
    expect(after(state, { type: 'retry_clicked' })).toEqual(unmoved(state))
  })

  it('shows what is wrong with the page, and reports it to the host page', () => {
    expect(startIdentityProvider({ kind: 'missing_parameter', param: 'client_id' })).toEqual({
      state: error({ status: 'missing_parameter', param: 'client_id', failure: null, request: null, calls: 0 }),
      effects: [{ type: 'complain', of: 'missing_parameter', param: 'client_id' }],
    })
    const framed = startIdentityProvider({ kind: 'framed' })
    expect(framed).toMatchObject({ state: { status: 'framed' }, effects: [{ type: 'complain', of: 'framed' }] })
    expect(after(framed.state, { type: 'user_changed', isSignedIn: true })).toEqual(unmoved(framed.state))
  })
})
