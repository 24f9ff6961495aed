// Apart, for only those who solve have to load it.
/** The longest salt that anybody is given. */
export const longestCaptchaSalt = 512
/** The most numbers that a browser is asked to try. */
export const mostCaptchaNumbers = 10_000_000
