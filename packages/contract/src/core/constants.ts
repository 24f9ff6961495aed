/**
 * The constants of the specification. Their values are part of the contract. Each is a separate export, so that a bundle
 * contains only those it uses.
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

// Used by screens only.
export const passkeyAutofillRetries = 5
export const phoneParseSubmitTimeoutMs = 2_000
export const phoneParseDisplayTimeoutMs = 10_000
export const mainScreenButtonCap = 6
export const codeSentLabelMs = 2_000
export const countdownTickMs = 1_000
export const verifyingProgressMs = 10_000
export const oneTapResizeDebounceMs = 100
export const oneTapHeightPx = 47
/** `null` shows the toast until it is dismissed. */
export const toastDurationMs = { blank: 4_000, error: 4_000, custom: 4_000, success: 2_000, loading: null } as const
export const toastsKept = 20
export const toastWidthPx = 350
export const fetchDedupeMs = 2_000
export const fetchErrorRetryMs = 5_000
export const fetchErrorRetrySlowMs = 10_000
export const buttonHeightPx = 45
export const inputHeightPx = 47
export const containerWidthPx = 400
export const logoMaxWidthPx = 100
export const logoMaxHeightPx = 50
export const fontSizePx = { header: 24, body: 16, helper: 14 } as const
export const defaultScope = 'openid email profile'
export const defaultResponseType = 'code'
export const defaultCountry = 'US'
export const phonePlaceholder = '(123) 456-7890'

/** The bounds that the provider enforces, inclusive, in minutes. */
export const limits = {
  sessionMinutes: { min: 5, max: 527_040 },
  otpMinutes: { min: 1, max: 10 },
  magicLinkMinutes: { min: 5, max: 10_080 },
  passwordResetMinutes: { min: 5, max: 10_080 },
  totpEnrolmentMinutes: { min: 5, max: 1_440 },
} as const
