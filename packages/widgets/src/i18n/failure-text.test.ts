import { describe, expect, it } from 'vitest'
import { refusal } from '../flow/failure.ts'
import { errorStrings } from './error.strings.ts'
import { failureText } from './use-text.ts'

const answer = (error_type: string, error_message = 'In the provider’s words.') => ({
  name: 'ApiError',
  error_type,
  error_message,
})

describe('the text of a failure', () => {
  it('is empty without a failure', () => {
    expect(failureText(null, {})).toBe('')
  })

  it('is looked up by the type of the error', () => {
    expect(failureText(answer('otp_code_not_found'), errorStrings)).toBe('Invalid passcode, please try again.')
    expect(failureText(refusal('invalid_email_address'), {})).toBe('Invalid email address.')
  })

  it('is the provider’s message if the type has no text, or its text is not loaded yet', () => {
    expect(failureText(answer('unknown_type'), errorStrings)).toBe('In the provider’s words.')
    expect(failureText(answer('otp_code_not_found'), {})).toBe('In the provider’s words.')
    expect(failureText(answer('unknown_type', ''), {})).toBe('Something went wrong. Please try again.')
  })

  it('is a built-in text if there was no response', () => {
    expect(failureText({ name: 'UnreachableError', error_message: 'fetch failed' }, {})).toBe(
      'No answer. Check your connection and try again.',
    )
  })

  it('is the host page’s text if it has one', () => {
    const overrides = { ...errorStrings, 'error.otp_code_not_found': 'Falscher Code.', 'error.unreachable': 'Offline.' }
    expect(failureText(answer('otp_code_not_found'), overrides)).toBe('Falscher Code.')
    expect(failureText({ name: 'UnreachableError', error_message: '' }, overrides)).toBe('Offline.')
  })
})
