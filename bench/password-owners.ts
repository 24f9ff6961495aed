/** Nobody is asked twice at the same time: eight sign in at once, each as somebody else. */
export const passwordOwners: readonly string[] = Array.from({ length: 8 }, (_, index) => `owner-${index}@example.com`)

export const benchPassword = 'correct-horse-battery-staple-91'
