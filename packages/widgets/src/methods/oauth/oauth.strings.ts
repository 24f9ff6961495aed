export const oauthStrings = {
  'oauth.continue': 'Continue with {provider}',
  'oauth.leaving': 'Taking you to {provider}…',
} as const
