// A separate file, because only the lazily loaded captcha solver needs it.
/** The maximum length of a salt. */
export const longestCaptchaSalt = 512
/** The maximum number of hashes that a browser computes. */
export const mostCaptchaNumbers = 10_000_000
