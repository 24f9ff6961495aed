/** Where something sealed is kept for longer than minutes, a project's settings aside. */
export type SealedTable = 'signing_keys' | 'totps' | 'recovery_codes' | 'oauth_credentials'

export interface SealedRow {
  projectId: string
  /** The key's id, the registration's, the code's, or the identity provider's name. */
  id: string
  sealed: string
}

/** For changing the master key: everything it has sealed, to be sealed anew. */
export interface SealedVerbs {
  /** In the order of project and id, after the given one. */
  list(table: SealedTable, after: { projectId: string; id: string } | null, limit: number): Promise<SealedRow[]>
  /** False if it is not any more what was read. */
  replace(table: SealedTable, row: SealedRow, sealed: string): Promise<boolean>
}
