const fifty = Array.from({ length: 50 }, (_, index) => String(index).padStart(2, '0'))

/** Accounts with a password, and addresses of the same length without an account. */
export const existingAccounts: readonly string[] = fifty.map((number) => `known-${number}@example.com`)
export const unknownAddresses: readonly string[] = fifty.map((number) => `other-${number}@example.com`)
