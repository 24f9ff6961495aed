/** Every screen there is, by the name that stands in `data-screen`. */
export const screens = [
  'main',
  'email_confirmation',
  'logged_in',
  'error',
  'otp_authenticate',
  'otp_confirmation',
] as const

export type Screen = (typeof screens)[number]
