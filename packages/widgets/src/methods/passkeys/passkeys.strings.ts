/** The texts about passkeys on Main. */
export const passkeysStrings = {
  'passkey.login': 'Login with a Passkey',
  'passkey.unknown_error': 'Unknown error occurred during passkey authentication. Please try again.',
} as const
