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
