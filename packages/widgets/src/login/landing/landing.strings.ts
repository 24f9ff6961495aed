export const landingStrings = {
  'landing.verifying': 'Signing you in…',
  'landing_expired.title': 'This link has expired',
  'landing_expired.text': 'It was used before, or it is too old.',
  'landing_other_browser.title': 'This link belongs to another browser',
  'landing_other_browser.text': 'Open it in the browser where you asked for it, or get a new link here.',
  'landing_canceled.title': 'Sign-in canceled',
  'landing_canceled.text': 'Try again, or sign in another way.',
  'landing_failed.title': 'Sign-in was not completed',
  'landing.send_to': 'We can send a new link to {email}.',
  'landing.send_new': 'Send a new link',
  'landing.try_again': 'Try again',
  'landing.start_over': 'Start over',
} as const
