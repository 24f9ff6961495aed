/** The texts about a new password. The provider's warnings are in feedback.strings.ts. */
export const strengthStrings = {
  'strength.meter': 'Password strength: {score} of 4',
  'strength.check_again': 'Check again',
  'strength.hint': 'Use 8 characters or more. A few random words work well.',
  'strength.checking': 'Checking…',
  'strength.good': 'Good password',
  'strength.strong': 'Strong password',
  'strength.luds_length': 'Must be at least {count} character(s) long',
  'strength.luds_complexity':
    'Must contain {count} of the following: uppercase letter, lowercase letter, number, symbol',
  'strength.met': 'Met',
  'strength.not_met': 'Not met yet',
  'strength.breached':
    'This password may have been used on a different site that experienced a security issue. Please choose another password.',
} as const
