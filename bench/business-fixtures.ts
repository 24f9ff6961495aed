/** The persons of the measured business project, and how many organizations each of them has created. */
export const membershipCounts = { one: 1, many: 200 } as const

/** The origin of the pages of a live project, which accepts https only. */
export const livePages = 'https://app.example.com'
