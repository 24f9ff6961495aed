export const lastUsedStrings = {
  'main.last_used': 'Last used',
} as const
