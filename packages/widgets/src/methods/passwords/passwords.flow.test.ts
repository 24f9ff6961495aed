import { describe, expect, it } from 'vitest'
import type { PasswordEvent, PasswordState } from './passwords.flow.ts'
import { passwordFlow } from './passwords.flow.ts'
import { bad, breached, chosen, creating, good, loggingIn, mailed, mustReset } from './passwords-states.suite.ts'

function stays(state: PasswordState, ...events: PasswordEvent[]): void {
  for (const event of events) {
    const step = passwordFlow(state, event)
    expect([event.type, step.state === state, step.effects]).toEqual([event.type, true, []])
  }
}

describe('a new password', () => {
  it('is not sent before its current value was accepted [W-STR-01]', () => {
    const submitted = { type: 'password_submitted' } as const
    stays(creating(), submitted)
    for (const status of ['unknown', 'waiting', 'checking'] as const) {
      stays(chosen(status, { strength: { status, verdict: good, call: 5 } }), submitted)
    }
    stays(chosen('known', { strength: { status: 'known', verdict: bad, call: 5 } }), submitted)
    expect(passwordFlow(chosen('known'), submitted).effects).toMatchObject([{ type: 'create_password' }])
  })

  it('takes the result of the newest check only [W-STR-03]', () => {
    const waiting = chosen('waiting', { strength: { status: 'waiting', verdict: good, call: 6 }, calls: 6 })
    stays(waiting, { type: 'strength_due', call: 5, at: 0 }, { type: 'strength_known', call: 5, verdict: bad })
    const checking = chosen('checking', { strength: { status: 'checking', verdict: good, call: 6 }, calls: 6 })
    stays(
      checking,
      { type: 'strength_known', call: 5, verdict: bad },
      { type: 'strength_not_known', call: 5, failure: mustReset },
    )
  })

  it('must be changed by the user if it is breached, without an email', () => {
    const sending = chosen('known', { status: 'verifying', calls: 6, sendCall: 6 })
    const { state, effects } = passwordFlow(sending, { type: 'password_refused', call: 6, failure: breached })
    expect([state, effects]).toEqual([{ ...sending, status: 'editing', failure: breached }, []])
  })

  it('cannot be forgotten yet', () => stays(chosen('known'), { type: 'forgot_clicked' }))
})

describe('a pending password', () => {
  it('cannot be changed or sent twice', () => {
    for (const status of ['verifying', 'mailing'] as const) {
      stays(
        loggingIn({ typed: 'tide', status, calls: 5, sendCall: 5 }),
        { type: 'password_changed', value: 'tides' },
        { type: 'password_submitted' },
        { type: 'forgot_clicked' },
      )
    }
    stays(mailed('password_forgot', { resend: 'sending' }), { type: 'resend_clicked' })
  })

  it('takes one response, and ignores others and repeated ones', () => {
    const answers = (call: number): PasswordEvent[] => [
      { type: 'password_accepted', call },
      { type: 'password_refused', call, failure: mustReset },
      { type: 'reset_email_sent', call, email: 'ada@example.com' },
      { type: 'reset_email_refused', call, failure: mustReset },
    ]
    stays(loggingIn({ typed: 'tide', status: 'verifying', calls: 6, sendCall: 6 }), ...answers(5))
    stays(loggingIn({ typed: 'tide', calls: 6, sendCall: 6 }), ...answers(6))
    stays(mailed('password_forgot', { resend: 'sending', calls: 6 }), ...answers(5))
    stays(mailed('password_forgot', { calls: 6 }), ...answers(6))
  })
})
