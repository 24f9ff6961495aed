export const subtitleStrings = {
  'main.subtitle': 'to continue to {project}',
} as const
