export const passkeyRegistrationStrings = {
  'passkey_registration.no_user': 'Error: Cannot use PasskeyRegistration component without active user authenticated.',
  'passkey_registration.try_again': 'Try again',
  'passkey_registration.start_title': 'Set up a new Passkey',
  'passkey_registration.start_text':
    'Sign in with your fingerprint, your face or your screen lock. No password needed.',
  'passkey_registration.create': 'Create a Passkey',
  'passkey_registration.skip': 'Skip',
  'passkey_registration.duplicate':
    'The Passkey cannot be created as it seems to be already registered. It is possible this Passkey was registered on another device but has synced cross-device.',
  'passkey_registration.not_created':
    'Your Passkey was not created. Click “Create a Passkey” to try again or skip without adding a Passkey.',
  'passkey_registration.success_title': 'Passkey successfully created!',
  'passkey_registration.list_title': 'Your Passkeys',
  'passkey_registration.later_title': 'You can add a Passkey later',
  'passkey_registration.existing': 'Existing Passkeys',
  'passkey_registration.added': 'Added {date}',
  'passkey_registration.name': 'Name of the Passkey',
  'passkey_registration.rename': 'Rename {name}',
  'passkey_registration.save': 'Save',
  'passkey_registration.delete_one': 'Delete {name}',
  'passkey_registration.delete_question': 'Delete {name}? You will no longer be able to sign in with it.',
  'passkey_registration.delete': 'Delete',
  'passkey_registration.deleted': '{name} was deleted.',
  'passkey_registration.renamed': 'Renamed to {name}.',
  'passkey_registration.cancel': 'Cancel',
  'passkey_registration.another': 'Set up another Passkey',
  'passkey_registration.done': 'Done',
} as const
