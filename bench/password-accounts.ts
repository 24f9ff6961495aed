/** Eight accounts, so that eight concurrent sign-ins never use the same one. */
export const passwordAccounts: readonly string[] = Array.from({ length: 8 }, (_, index) => `owner-${index}@example.com`)

export const benchPassword = 'correct-horse-battery-staple-91'
