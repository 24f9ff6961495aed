/**
 * The constants of the specification; their values are part of the contract.
 * Each is an export of its own, so that a bundle takes in only those it uses.
 */
export const sdkVersion = '5.29.1'
export const sessionRefreshIntervalMs = 180_000
export const retryBaseMs = 2_000
export const retryAttemptCap = 7
export const retryJitterMs = 175
export const eventBatchSize = 15
export const eventFlushIntervalMs = 800
export const debounceMs = 500
export const passcodeLength = 6
export const otpExpirationMinutes = 5
export const magicLinkLoginExpirationMinutes = 30
export const magicLinkSignupExpirationMinutes = 30
export const sessionDurationMinutes = 30
export const intermediateSessionTokenMinutes = 10
export const captchaLoginAction = 'LOGIN'
export const oneTapCancelOnTapOutside = true

/** The constants that only screens need. */
export const widgetConstants = {
  passkeyAutofillRetries: 5,
  phoneParseSubmitTimeoutMs: 2_000,
  phoneParseDisplayTimeoutMs: 10_000,
  mainScreenButtonCap: 6,
  codeSentLabelMs: 2_000,
  countdownTickMs: 1_000,
  verifyingProgressMs: 10_000,
  oneTapResizeDebounceMs: 100,
  oneTapHeightPx: 47,
  /** `null` stays until it is dismissed. */
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
} as const

/** Bounds the server holds, inclusive, in minutes. */
export const limits = {
  sessionMinutes: { min: 5, max: 527_040 },
  otpMinutes: { min: 1, max: 10 },
  magicLinkMinutes: { min: 5, max: 10_080 },
  passwordResetMinutes: { min: 5, max: 10_080 },
  totpEnrolmentMinutes: { min: 5, max: 1_440 },
} as const
