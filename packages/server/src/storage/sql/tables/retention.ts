/** How long a spent, revoked or expired row is kept, so that a late question still gets a true answer. */
export const retentionMs: number = 24 * 60 * 60 * 1000
