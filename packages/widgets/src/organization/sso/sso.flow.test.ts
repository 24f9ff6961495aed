import { describe, expect, it } from 'vitest'
import { refusal } from '../../flow/failure.ts'
import { ssoFlow } from './sso.flow.ts'
import { ssoStates } from './sso.states.ts'
import { toLink } from './sso-actor.ts'
import type { ConnectionState, SsoEffect, SsoEvent, SsoState } from './sso-state.flow.ts'
import { withKeys } from './sso-test.tsx'

const { state: list } = ssoStates.sso_connections.list as { state: SsoState }
const unanswered = { name: 'UnreachableError', error_message: '' }
const result = { passed: true, code: null, checks: [], attributes: {}, identity: null, idp_mfa: false, join: null }

/** Sends events to the list of connections. */
function run(...events: SsoEvent[]): { state: SsoState; effects: readonly SsoEffect[] } {
  return events.reduce<{ state: SsoState; effects: readonly SsoEffect[] }>(
    (step, event) => ssoFlow(step.state, event),
    { state: list, effects: [] },
  )
}

const choose = (id: string): SsoEvent => ({ type: 'connection_chosen', id })
const started = (call: number): SsoEvent => ({
  ...{ type: 'test_started', call, url: 'https://auth.example.com/test', testId: 'test' },
  expiresAt: 600_000,
})
const waiting: SsoEvent[] = [choose('okta'), { type: 'test_clicked' }, started(1)]
const testOf = (state: SsoState) => (state as ConnectionState).test

describe('the test of a connection', () => {
  it('does not show its result for another connection', () => {
    const { state } = run(
      ...waiting,
      { type: 'back_clicked' },
      { type: 'answered', call: 3, at: 0, answer: { type: 'list', connections: list.connections } },
      choose('entra'),
      { type: 'test_clicked' },
    )
    expect(state).toMatchObject({ connection: { id: 'entra' }, test: { status: 'starting' } })
    const late = ssoFlow(state, { type: 'test_read', call: 1, result })
    expect(late).toEqual({ state, effects: [] })
  })

  it('goes on while the person is asked about a deletion', () => {
    const asked = run(...waiting, { type: 'delete_clicked' })
    expect(asked.state.screen).toBe('sso_confirm')
    const due = ssoFlow(asked.state, { type: 'test_due', call: 1, at: 2_000 })
    expect(due.effects).toEqual([{ type: 'read_test', call: 1, id: 'okta', testId: 'test' }])
    const read = ssoFlow(due.state, { type: 'test_read', call: 1, result })
    expect(read.state.screen).toBe('sso_confirm')
    expect(ssoFlow(read.state, { type: 'back_clicked' }).state).toMatchObject({ test: { status: 'finished', result } })
  })

  it('is read again after a call without an answer', () => {
    const { state, effects } = run(...waiting, { type: 'test_refused', call: 1, failure: unanswered })
    expect(testOf(state)).toMatchObject({ status: 'waiting', testId: 'test' })
    expect(effects).toEqual([{ type: 'wait', ms: 2_000, next: 'test_due', call: 1 }])
  })

  it('ends with an error of the provider, and at the start without an answer', () => {
    const failure = refusal('sso_test_not_found')
    expect(run(...waiting, { type: 'test_refused', call: 1, failure }).state).toMatchObject({ test: null, failure })
    const refused = run(
      choose('okta'),
      { type: 'test_clicked' },
      { type: 'test_refused', call: 1, failure: unanswered },
    )
    expect(refused.state).toMatchObject({ test: null, failure: unanswered, part: 'test' })
  })

  it('is not read any more after it has expired', () => {
    const due = (at: number): SsoEvent => ({ type: 'test_due', call: 1, at })
    expect(run(...waiting, due(599_999)).effects).toMatchObject([{ type: 'read_test' }])
    const { state, effects } = run(...waiting, due(600_000))
    expect(state).toMatchObject({ test: null, failure: { error_type: 'test_expired' }, part: 'test' })
    expect(effects).toEqual([])
  })
})

describe('what the provider says about a test', () => {
  it.each(['javascript:alert(1)', 'data:text/html,', '/relative', ''])('is no link for %o', (url) => {
    expect(() => toLink(url)).toThrow(/URL|address/)
  })

  it('is a link for a web page', () => {
    expect(toLink('https://auth.example.com/test?a=1')).toBe('https://auth.example.com/test?a=1')
  })

  it('names a check that was made twice', () => {
    const check = { check: 'attribute', outcome: 'passed', code: null, expected: '', got: '', advice: '' } as const
    const checks = withKeys({ checks: [check, check] } as never)
    expect(new Set(checks.map(({ key }) => key)).size).toBe(2)
  })
})
