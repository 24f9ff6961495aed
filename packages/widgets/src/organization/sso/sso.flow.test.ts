import { describe, expect, it } from 'vitest'
import { refusal } from '../../flow/failure.ts'
import { ssoFlow } from './sso.flow.ts'
import { ssoStates } from './sso.states.ts'
import { toLink } from './sso-actor.ts'
import { readMetadata } from './sso-parts.tsx'
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

  it('continues while the person is asked about a deletion', () => {
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

describe('the forms of a connection', () => {
  const typed = (field: 'name' | 'metadataUrl' | 'metadataXml', value: string): SsoEvent => ({
    type: 'typed',
    field,
    value,
  })
  const save = (part: 'name' | 'take'): SsoEvent => ({ type: 'save_clicked', part })

  it('ignore what is typed while they are stored, because the response replaces it', () => {
    const { state } = run(choose('okta'), typed('name', 'Okta 2'), save('name'))
    expect(state).toMatchObject({ status: 'working' })
    expect(ssoFlow(state, typed('name', 'Okta 3'))).toEqual({ state, effects: [] })
  })

  it('refuse a new address together with the metadata itself', () => {
    const url = 'https://acme.okta.example/other'
    const both = run(choose('okta'), typed('metadataUrl', url), typed('metadataXml', '<a/>'), save('take'))
    expect(both).toMatchObject({ state: { status: 'viewing', part: 'take', failure: { error_type: 'two_sources' } } })
    expect(both.effects).toEqual([])
    // The address that is stored already is no choice of the person.
    const xml = run(choose('okta'), typed('metadataXml', '<a/>'), save('take'))
    expect(xml.effects).toMatchObject([{ request: { type: 'metadata_xml', value: '<a/>' } }])
  })

  it('take a file of up to 256 kB, and say that another cannot be read', async () => {
    const file = (size: number, text: () => Promise<string>) => readMetadata({ size, text })
    const text = async () => '<a/>'
    expect(await file(256 * 1024, text)).toEqual(typed('metadataXml', '<a/>'))
    expect(await file(256 * 1024 + 1, text)).toEqual({ type: 'file_refused' })
    expect(await file(1, () => Promise.reject(new Error('removed')))).toEqual({ type: 'file_refused' })
    expect(run(choose('okta'), { type: 'file_refused' }).state).toMatchObject({
      ...{ part: 'take', failure: { error_type: 'file_rejected' } },
    })
  })

  it('say that the browser could not copy a value, until it can', () => {
    const { state } = run(choose('okta'), { type: 'copy_refused' })
    expect(state).toMatchObject({ part: 'give', copied: '', failure: { error_type: 'copy_failed' } })
    expect(ssoFlow(state, { type: 'copied', value: 'a' }).state).toMatchObject({ copied: 'a', failure: null })
  })
})
