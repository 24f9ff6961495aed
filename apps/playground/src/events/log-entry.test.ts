import { describe, expect, it } from 'vitest'
import { durationOf } from '../ui/time.ts'
import { errorEntry, eventEntry } from './log-entry.ts'

describe('an entry of the event list', () => {
  it('shows an event with its type and data', () => {
    expect(eventEntry({ type: 'OTP_LOGIN_OR_CREATE', data: { method_id: 'm', attempt: 2 } })).toEqual({
      kind: 'event',
      name: 'OTP_LOGIN_OR_CREATE',
      details: [
        ['method_id', 'm'],
        ['attempt', '2'],
      ],
    })
  })

  it('shows an error with its code and the message of the provider', () => {
    const error = Object.assign(new Error('[404] otp_code_not_found\nInvalid passcode'), {
      error_type: 'otp_code_not_found',
      error_message: 'Invalid passcode',
      status_code: 404,
    })
    expect(errorEntry(error)).toEqual({
      kind: 'error',
      name: 'otp_code_not_found',
      details: [
        ['message', 'Invalid passcode'],
        ['status_code', '404'],
      ],
    })
    expect(errorEntry(new TypeError('broken'))).toEqual({
      kind: 'error',
      name: 'TypeError',
      details: [['message', 'broken']],
    })
  })
})

describe('the remaining time of a session', () => {
  it.each([
    [-5, '0:00'],
    [59_001, '1:00'],
    [3_600_000, '60:00'],
    [5_400_000, '1 h 30 min'],
    [172_800_000, '2 days'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(durationOf(ms)).toBe(text)
  })
})
