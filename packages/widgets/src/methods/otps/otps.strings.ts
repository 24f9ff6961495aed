export const otpsStrings = {
  'otp.title': 'Enter passcode',
  'otp.text': 'A 6-digit passcode was sent to you at {destination}.',
  'otp.expires': 'Your code expires in {time}.',
  'otp.expired': 'Your code has expired.',
  'otp.resend': 'Resend code',
  'otp.resending': 'Sending…',
  'otp.resent': 'Code sent',
  'otp.verifying': 'Verifying…',
  'otp.try_again': 'Try again',
  'otp_confirmation.title': 'Success!',
  'otp_confirmation.text': 'Your passcode has been successfully verified.',
} as const
