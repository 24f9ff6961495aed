import { describe, expect, it } from 'vitest'
import { errorStrings } from '../i18n/error.strings.ts'
import { failureText } from '../i18n/use-text.ts'
import { failureOf, isUnanswered, refusal } from './failure.ts'

describe('a failure', () => {
  it('has the name, type and message of the provider’s error, nothing else [W-A-11]', () => {
    const error = Object.assign(new Error('[404] otp_code_not_found …'), {
      name: 'ApiError',
      status_code: 404,
      error_type: 'otp_code_not_found',
      error_message: 'Passcode not found.',
      request_id: 'request-id-test-1',
    })
    expect(failureOf(error)).toEqual({
      name: 'ApiError',
      error_type: 'otp_code_not_found',
      error_message: 'Passcode not found.',
    })
    expect(isUnanswered(failureOf(error))).toBe(false)
  })

  it('has its own type for a code without attempts left', () => {
    const error = { name: 'ApiError', error_type: 'otp_code_not_found', error_message: 'No.' }
    expect([
      failureOf({ ...error, error_details: { attempts_remaining: 0 } }).error_type,
      failureOf({ ...error, error_details: { attempts_remaining: 1 } }).error_type,
      failureOf({ ...error, error_details: null }).error_type,
    ]).toEqual(['no_attempts_left', 'otp_code_not_found', 'otp_code_not_found'])
  })

  it('has no type without a response, and allows a retry', () => {
    const error = Object.assign(new Error('Unable to contact our servers.'), { name: 'UnreachableError' })
    expect(failureOf(error)).toEqual({
      name: 'UnreachableError',
      error_type: undefined,
      error_message: 'Unable to contact our servers.',
    })
    expect(isUnanswered(failureOf(error))).toBe(true)
  })

  it.each(['SchemaError', 'UsageError', 'TypeError'])(
    'does not report a wrong call as a missing response: %s',
    (name) => {
      const failure = failureOf(Object.assign(new Error('for developers'), { name }))
      expect(failure).toEqual({ name, error_type: 'unknown_error', error_message: 'for developers' })
      expect(isUnanswered(failure)).toBe(false)
      expect(failureText(failure, errorStrings)).toBe('Something went wrong. Please try again.')
    },
  )

  it('can be created from any thrown value', () => {
    for (const thrown of [undefined, null, 'words', 7, {}]) {
      expect(failureOf(thrown)).toEqual({ name: 'Error', error_type: 'unknown_error', error_message: '' })
    }
  })

  it('has only a type for a value that was never sent', () => {
    expect(refusal('invalid_email')).toEqual({
      name: 'ValidationError',
      error_type: 'invalid_email',
      error_message: '',
    })
  })
})
