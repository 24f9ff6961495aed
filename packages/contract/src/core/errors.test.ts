import { describe, expect, it } from 'vitest'
import { errorBody } from '../schemas/core/errors.ts'
import { type ErrorBody, errorMessage, errorTable, unrecoverableErrorTypes } from './errors.ts'

describe('errorTable', () => {
  it('invalid_email [C-ERR-12]', () => {
    expect(errorTable.invalid_email).toEqual({ status: 400, message: 'Email format is invalid.' })
  })

  it('invalid_phone_number [C-ERR-13]', () => {
    expect(errorTable.invalid_phone_number).toEqual({
      status: 400,
      message: 'Phone number format is invalid. Ensure the phone number is in the E.164 format.',
    })
  })

  it('unsubscribed_phone_number [C-ERR-14]', () => {
    expect(errorTable.unsubscribed_phone_number).toEqual({
      status: 400,
      message: "User unsubscribed; resubscribe by texting 'START'.",
    })
  })

  it('inactive_email [C-ERR-15]', () => {
    expect(errorTable.inactive_email).toEqual({
      status: 400,
      message: 'The email address is marked as inactive; try another or contact admin.',
    })
  })

  it('unauthorized_credentials [C-ERR-16]', () => {
    expect(errorTable.unauthorized_credentials).toEqual({ status: 401, message: 'Unauthorized credentials.' })
  })

  it('user_unauthenticated [C-ERR-17]', () => {
    expect(errorTable.user_unauthenticated).toEqual({
      status: 401,
      message: 'Must have an active session to call this method.',
    })
  })

  it('email_not_found [C-ERR-18]', () => {
    expect(errorTable.email_not_found).toEqual({ status: 404, message: 'Email not found.' })
  })

  it('unable_to_auth_magic_link [C-ERR-19]', () => {
    expect(errorTable.unable_to_auth_magic_link).toEqual({
      status: 401,
      message: 'Link already used or expired, try again.',
    })
  })

  it('no_user_password [C-ERR-20]', () => {
    expect(errorTable.no_user_password).toEqual({ status: 400, message: 'Password not found for this user.' })
  })

  it('breached_password [C-ERR-21]', () => {
    expect(errorTable.breached_password).toEqual({
      status: 400,
      message: 'Password appears in a breached list and must be reset.',
    })
  })

  it('reset_password [C-ERR-22]', () => {
    expect(errorTable.reset_password).toEqual({ status: 400, message: 'Password must be reset.' })
  })

  it('invalid_code [C-ERR-23]', () => {
    expect(errorTable.invalid_code).toEqual({ status: 400, message: 'Code format is invalid.' })
  })

  it('user_lock_limit_reached [C-ERR-24]', () => {
    expect(errorTable.user_lock_limit_reached).toEqual({
      status: 429,
      message: 'Too many failed authentication attempts. Please try again later.',
    })
  })

  it('otp_code_not_found [C-ERR-25]', () => {
    expect(errorTable.otp_code_not_found).toEqual({ status: 404, message: 'Invalid passcode, please try again.' })
  })

  it('webauthn_registration_not_found [C-ERR-26]', () => {
    expect(errorTable.webauthn_registration_not_found).toEqual({
      status: 404,
      message: 'Passkey registration not found',
    })
  })

  it('oauth_token_not_found [C-ERR-27]', () => {
    expect(errorTable.oauth_token_not_found).toEqual({ status: 404, message: 'OAuth token not found.' })
  })

  it('member_password_not_found [C-ERR-28]', () => {
    expect(errorTable.member_password_not_found).toEqual({ status: 404, message: 'Member password not found.' })
  })

  it('oauth_flow_callback_error [C-ERR-29]', () => {
    expect(errorTable.oauth_flow_callback_error).toEqual({
      status: 400,
      message: 'OAuth callback error, please try again.',
    })
  })

  it('unauthorized_action [C-ERR-30]', () => {
    expect(errorTable.unauthorized_action).toEqual({ status: 403, message: 'Unauthorized action.' })
  })

  it('invalid_session_token [C-ERR-31]', () => {
    expect(errorTable.invalid_session_token).toEqual({ status: 401, message: 'Invalid session token.' })
  })

  it('session_not_found [C-ERR-32]', () => {
    expect(errorTable.session_not_found).toEqual({ status: 404, message: 'Session not found.' })
  })

  it('invalid_phone_number_country_code [C-ERR-33]', () => {
    expect(errorTable.invalid_phone_number_country_code).toEqual({
      status: 400,
      message: 'Phone number country code is invalid, unsupported or disabled.',
    })
  })

  it('duplicate_member_phone_number [C-ERR-34]', () => {
    expect(errorTable.duplicate_member_phone_number).toEqual({
      status: 409,
      message: 'Duplicate phone number in organization.',
    })
  })

  it('has an error status and a message for every type', () => {
    const wrong = Object.entries(errorTable).filter(
      ([type, { status, message }]) => !/^[a-z_]+$/.test(type) || status < 400 || status > 599 || message.trim() === '',
    )
    expect(wrong).toEqual([])
  })

  it('has no type with status 500', () => {
    expect(Object.values(errorTable).filter(({ status }) => (status as number) === 500)).toEqual([])
  })
})

describe('errorMessage', () => {
  it('returns the message of a known type, whatever the server sends', () => {
    expect(errorMessage('otp_code_not_found', 'other words')).toBe('Invalid passcode, please try again.')
  })

  it('returns the message of the server for an unknown type [C-ERR-35]', () => {
    expect(errorMessage('made_up_tomorrow', 'Words of a newer server.')).toBe('Words of a newer server.')
  })

  it('treats names such as toString as unknown types', () => {
    expect(['__proto__', 'constructor', 'toString'].map((type) => errorMessage(type, 'words'))).toEqual([
      'words',
      'words',
      'words',
    ])
  })
})

describe('unrecoverableErrorTypes', () => {
  it('are exactly four [C-ERR-11]', () => {
    expect([...unrecoverableErrorTypes].sort()).toEqual([
      'invalid_secret_authentication',
      'session_not_found',
      'unauthorized_credentials',
      'user_unauthenticated',
    ])
  })
})

describe('the error object', () => {
  const full: ErrorBody = {
    status_code: 404,
    error_type: 'email_not_found',
    error_message: 'Email not found.',
    error_url: 'https://latchkey.example/docs/errors#email_not_found',
    request_id: 'request-id-test-1',
    error_details: { field: 'email' },
  }

  it('has status, type, message, url, request id and details [C-ERR-01]', () => {
    expect(errorBody.parse({ ...full, stack: 'secret' })).toEqual(full)
  })

  it('requires every field except the details', () => {
    const needed = Object.keys(full).filter((field) => !errorBody.safeParse({ ...full, [field]: undefined }).success)
    expect(needed.sort()).toEqual(['error_message', 'error_type', 'error_url', 'request_id', 'status_code'])
  })
})
