import { describe, expect, it } from 'vitest'
import * as general from './constants.ts'
import { limits } from './limits.ts'
import * as ofScreens from './screen-constants.ts'

const constants = { ...general, ...ofScreens }

describe('constants', () => {
  it('refreshes the session every 180000 ms [C-CONST-01]', () => {
    expect(constants.sessionRefreshIntervalMs).toBe(180_000)
  })

  it('retries after 2000 ms, with attempts capped at 7 and a jitter of 175 ms [C-CONST-02]', () => {
    const { retryBaseMs, retryAttemptCap, retryJitterMs } = constants
    expect({ retryBaseMs, retryAttemptCap, retryJitterMs }).toEqual({
      retryBaseMs: 2_000,
      retryAttemptCap: 7,
      retryJitterMs: 175,
    })
  })

  it('batches 15 events and flushes every 800 ms [C-CONST-03]', () => {
    const { eventBatchSize, eventFlushIntervalMs } = constants
    expect({ eventBatchSize, eventFlushIntervalMs }).toEqual({ eventBatchSize: 15, eventFlushIntervalMs: 800 })
  })

  it('debounces by 500 ms [C-CONST-04]', () => {
    expect(constants.debounceMs).toBe(500)
  })

  it('has passcodes of 6 digits [C-CONST-05]', () => {
    expect(constants.passcodeLength).toBe(6)
  })

  it('expires a passcode after 5 minutes [C-CONST-06]', () => {
    expect(constants.otpExpirationMinutes).toBe(5)
  })

  it('expires a login link after 30 minutes [C-CONST-07]', () => {
    expect(constants.magicLinkLoginExpirationMinutes).toBe(30)
  })

  it('expires a sign-up link after 30 minutes [C-CONST-08]', () => {
    expect(constants.magicLinkSignupExpirationMinutes).toBe(30)
  })

  it('expires a session after 30 minutes [C-CONST-09]', () => {
    expect(constants.sessionDurationMinutes).toBe(30)
  })

  it('expires an intermediate session token after 10 minutes', () => {
    expect(constants.intermediateSessionTokenMinutes).toBe(10)
  })

  it('sends version 5.29.1 [C-CONST-11]', () => {
    expect(constants.sdkVersion).toBe('5.29.1')
  })

  it('has LOGIN as the action of a captcha [C-CONST-12]', () => {
    expect(constants.captchaLoginAction).toBe('LOGIN')
  })

  it('cancels One Tap on a tap outside [C-CONST-13]', () => {
    expect(constants.oneTapCancelOnTapOutside).toBe(true)
  })
})

describe('constants of screens', () => {
  it('have the specified values', () => {
    expect(constants).toMatchObject({
      passkeyAutofillRetries: 5,
      phoneParseSubmitTimeoutMs: 2_000,
      phoneParseDisplayTimeoutMs: 10_000,
      mainScreenButtonCap: 6,
      codeSentLabelMs: 2_000,
      countdownTickMs: 1_000,
      verifyingProgressMs: 10_000,
      oneTapResizeDebounceMs: 100,
      oneTapHeightPx: 47,
      toastDurationMs: { blank: 4_000, error: 4_000, custom: 4_000, success: 2_000, loading: null },
      toastsKept: 20,
      toastWidthPx: 350,
      fetchDedupeMs: 2_000,
      fetchErrorRetryMs: 5_000,
      fetchErrorRetrySlowMs: 10_000,
      buttonHeightPx: 45,
      inputHeightPx: 47,
      containerWidthPx: 400,
      logoMaxWidthPx: 100,
      logoMaxHeightPx: 50,
      fontSizePx: { header: 24, body: 16, helper: 14 },
      defaultScope: 'openid email profile',
      defaultResponseType: 'code',
      defaultCountry: 'US',
      phonePlaceholder: '(123) 456-7890',
    })
  })
})

describe('limits', () => {
  it('bounds durations in minutes', () => {
    expect(limits).toEqual({
      sessionMinutes: { min: 5, max: 527_040 },
      otpMinutes: { min: 1, max: 10 },
      magicLinkMinutes: { min: 5, max: 10_080 },
      passwordResetMinutes: { min: 5, max: 10_080 },
      totpEnrolmentMinutes: { min: 5, max: 1_440 },
    })
  })
})
