const fifty = Array.from({ length: 50 }, (_, index) => String(index).padStart(2, '0'))

/** They have an account and a password; the strangers have addresses as long as theirs, and nothing else. */
export const knownPeople: readonly string[] = fifty.map((number) => `known-${number}@example.com`)
export const strangers: readonly string[] = fifty.map((number) => `other-${number}@example.com`)
