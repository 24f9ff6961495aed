/** The constants of the specification; their values are part of the contract. */
export const constants = {
  sdkVersion: '5.29.1',
  sessionRefreshIntervalMs: 180_000,
  retryBaseMs: 2_000,
  retryAttemptCap: 7,
  retryJitterMs: 175,
  eventBatchSize: 15,
  eventFlushIntervalMs: 800,
  debounceMs: 500,
  passcodeLength: 6,
  otpExpirationMinutes: 5,
  magicLinkLoginExpirationMinutes: 30,
  magicLinkSignupExpirationMinutes: 30,
  sessionDurationMinutes: 30,
  intermediateSessionTokenMinutes: 10,
  captchaLoginAction: 'LOGIN',
  oneTapCancelOnTapOutside: true,
} as const

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
