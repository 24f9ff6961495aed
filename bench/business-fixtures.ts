/** The persons of the measured business project, and how many organizations each of them has created. */
export const membershipCounts = { one: 1, many: 200 } as const

/** The origin of the pages of a live project, which accepts https only. */
export const livePages = 'https://app.example.com'

/** The verified domain of the measured organization. */
export const ssoDomain = 'acme.example'

/** What the measured server prints. */
export interface SsoServer {
  publicToken: string
  connectionId: string
  organizationId: string
  acsUrl: string
  spEntityId: string
}
