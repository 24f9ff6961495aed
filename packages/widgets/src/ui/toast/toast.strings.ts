export const toastStrings = {
  'toast.email_resent': 'Email resent',
} as const
