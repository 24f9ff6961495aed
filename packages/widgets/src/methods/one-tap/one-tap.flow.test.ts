import { describe, expect, it } from 'vitest'
import type { OneTapEvent, OneTapState } from './one-tap.flow.ts'
import { leaveOneTap, noOneTap, oneTapFlow, oneTapReason, oneTapReasons } from './one-tap.flow.ts'
import { oneTapStrings } from './one-tap.strings.ts'

const problem = { reason: 'invalid_client', detail: 'x', isTest: true } as const

function after(...events: OneTapEvent[]): OneTapState {
  return events.reduce((state, event) => oneTapFlow(state, event).state, noOneTap)
}

const placed: OneTapEvent = { type: 'one_tap_placed', parent: 'here' }
const shown = (call = 1): OneTapEvent => ({ type: 'one_tap_shown', call, isEmbedded: true, parent: 'here' })

describe('One Tap', () => {
  it('is pending, shown, canceled, or has an error [W-ONE-03]', () => {
    const states = [
      after(),
      after(placed),
      after(placed, shown()),
      after(placed, { type: 'one_tap_canceled', call: 1 }),
      after(placed, shown(), { type: 'one_tap_canceled', call: 1 }),
      after(placed, { type: 'one_tap_failed', call: 1, problem }),
      after(placed, shown(), { type: 'one_tap_failed', call: 1, problem }),
    ]
    expect(states.map(({ status, problem: why }) => [status, why?.reason])).toEqual([
      ['pending', undefined],
      ['pending', undefined],
      ['shown', undefined],
      ['cancelled', undefined],
      ['cancelled', undefined],
      ['error', 'invalid_client'],
      ['error', 'invalid_client'],
    ])
  })

  it('is requested once, however often Main renders its container', () => {
    expect(oneTapFlow(noOneTap, placed).effects).toEqual([{ type: 'show_one_tap', call: 1, parent: 'here' }])
    expect(oneTapFlow(after(placed), placed)).toEqual({ state: after(placed), effects: [] })
    const closed = after(placed, { type: 'one_tap_canceled', call: 1 })
    expect(oneTapFlow(closed, placed)).toEqual({ state: closed, effects: [] })
  })

  it('is removed with Main, and requested again with another call number', () => {
    const left = leaveOneTap(after(placed, shown()))
    expect(left).toEqual({ state: { ...noOneTap, call: 1 }, effects: [{ type: 'hide_one_tap', call: 1 }] })
    expect(oneTapFlow(left.state, placed).effects).toEqual([{ type: 'show_one_tap', call: 2, parent: 'here' }])
    expect(leaveOneTap(noOneTap)).toEqual({ state: noOneTap, effects: [] })
  })

  it('ignores events of an earlier prompt, and of one that has ended', () => {
    const again = { ...after(placed), call: 2 }
    const late: OneTapEvent[] = [
      shown(),
      { type: 'one_tap_chosen', call: 1 },
      { type: 'one_tap_canceled', call: 1 },
      { type: 'one_tap_failed', call: 1, problem },
    ]
    for (const event of late) expect(oneTapFlow(again, event)).toEqual({ state: again, effects: [] })
    const closed = after(placed, { type: 'one_tap_canceled', call: 1 })
    for (const event of late) expect(oneTapFlow(closed, event)).toEqual({ state: closed, effects: [] })
  })

  it('is 47 high at first, then as high as measured once that is stable for 100 ms [W-ONE-07] [W-ONE-08]', () => {
    const measured = (height: number): OneTapEvent => ({ type: 'one_tap_measured', height })
    const settled = (call: number): OneTapEvent => ({ type: 'one_tap_settled', call, at: 0 })
    const first = oneTapFlow(after(placed, shown()), measured(120))
    expect([first.state.height, first.effects]).toEqual([
      47,
      [{ type: 'wait', ms: 100, next: 'one_tap_settled', call: 1 }],
    ])
    const second = oneTapFlow(first.state, measured(200))
    expect(second.effects).toEqual([{ type: 'wait', ms: 100, next: 'one_tap_settled', call: 2 }])
    // The first value changed within 100 ms.
    expect(oneTapFlow(second.state, settled(1))).toEqual({ state: second.state, effects: [] })
    expect(oneTapFlow(second.state, settled(2)).state.height).toBe(200)
    expect(oneTapFlow(second.state, measured(200))).toEqual({ state: second.state, effects: [] })
    expect(oneTapFlow(second.state, measured(0))).toEqual({ state: second.state, effects: [] })
  })

  it.each([
    ['unauthorized_origin', 'origin_not_allowed'],
    ['frame_silent', 'unknown_reason'],
    ['unregistered_origin', 'origin_not_allowed'],
    ['invalid_client', 'invalid_client'],
    ['oauth_config_not_found', 'no_oauth_client'],
    ['missing_client_id', 'no_oauth_client'],
    ['no_redirect_url', 'no_redirect_urls'],
    ['invalid_redirect_url', 'no_redirect_urls'],
    ['default_provider_not_allowed', 'default_provider_not_allowed'],
    ['browser_not_supported', 'unknown_reason'],
    ['toString', 'unknown_reason'],
  ])('that fails with %s says %s to developers [W-ONE-04]', (name, reason) => {
    expect(oneTapReason(name)).toBe(reason)
    expect(oneTapReasons).toContain(reason)
    expect(Object.keys(oneTapStrings)).toContain(`one_tap.${reason}`)
  })
})
