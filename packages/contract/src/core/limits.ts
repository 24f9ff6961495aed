// A separate file, because only screens that are loaded later check the bounds in a browser.
/** The bounds that the provider enforces, inclusive, in minutes. */
export const limits = {
  sessionMinutes: { min: 5, max: 527_040 },
  otpMinutes: { min: 1, max: 10 },
  magicLinkMinutes: { min: 5, max: 10_080 },
  passwordResetMinutes: { min: 5, max: 10_080 },
  totpEnrolmentMinutes: { min: 5, max: 1_440 },
} as const
