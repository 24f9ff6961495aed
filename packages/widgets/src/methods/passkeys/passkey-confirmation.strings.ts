export const passkeyConfirmationStrings = {
  'passkey_confirmation.title': 'Success!',
  'passkey_confirmation.text': 'Your Passkey has been successfully authenticated.',
} as const
