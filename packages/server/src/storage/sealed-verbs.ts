import type { SealedMethodTable } from '../methods/methods.ts'

/** The tables with encrypted columns that are kept for longer than minutes. Settings of projects are encrypted too. */
export type SealedTable = 'signing_keys' | SealedMethodTable

export interface SealedRow {
  projectId: string
  /** The key's id, the registration's, the code's, or the identity provider's name. */
  id: string
  sealed: string
}

/** For rotating the master key: all values that it encrypts. */
export interface SealedVerbs {
  /** In the order of project and id, after the given one. */
  list(table: SealedTable, after: { projectId: string; id: string } | null, limit: number): Promise<SealedRow[]>
  /** False if the value changed since it was read. */
  replace(table: SealedTable, row: SealedRow, sealed: string): Promise<boolean>
}
