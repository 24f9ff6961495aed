import { describe, expect, it } from 'vitest'
import { refusal } from '../flow/failure.ts'
import { errorStrings } from './error.strings.ts'
import { failureText } from './use-text.ts'

const answer = (error_type: string, error_message = 'In the provider’s words.') => ({
  name: 'ApiError',
  error_type,
  error_message,
})

describe('what a person reads about a failure', () => {
  it('is nothing where there is none', () => {
    expect(failureText(null, {})).toBe('')
  })

  it('is looked up by the type of the error', () => {
    expect(failureText(answer('otp_code_not_found'), errorStrings)).toBe('Invalid passcode, please try again.')
    expect(failureText(refusal('invalid_email_address'), {})).toBe('Invalid email address.')
  })

  it('is the provider’s own text where the type is not known, or its words have not been loaded yet', () => {
    expect(failureText(answer('never_heard_of'), errorStrings)).toBe('In the provider’s words.')
    expect(failureText(answer('otp_code_not_found'), {})).toBe('In the provider’s words.')
    expect(failureText(answer('never_heard_of', ''), {})).toBe('Something went wrong. Please try again.')
  })

  it('is our own where nobody answered', () => {
    expect(failureText({ name: 'UnreachableError', error_message: 'fetch failed' }, {})).toBe(
      'No answer. Check your connection and try again.',
    )
  })

  it('is the host page’s text before all others', () => {
    const overrides = { ...errorStrings, 'error.otp_code_not_found': 'Falscher Code.', 'error.unreachable': 'Offline.' }
    expect(failureText(answer('otp_code_not_found'), overrides)).toBe('Falscher Code.')
    expect(failureText({ name: 'UnreachableError', error_message: '' }, overrides)).toBe('Offline.')
  })
})
