export const magicLinksStrings = {
  'email_confirmation.title': 'Check your email',
  'email_confirmation.text': 'An email was sent to {email}.',
  'email_confirmation.gmail': 'Open in Gmail',
  'email_confirmation.yahoo': 'Open in Yahoo',
  'email_confirmation.outlook': 'Open in Outlook',
  'email_confirmation.new_tab': 'opens in a new tab',
  'email_confirmation.try_again': 'Try again',
} as const
