/**
 * The constants of the specification that only screens use. A separate file, because most screens are loaded when they are
 * shown.
 */
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
