import { createHash } from 'node:crypto'

/** What a column of either engine can hold here: there are no other types in the schema. */
export type Cell = string | bigint | null

/** How much is in a table, and what. Rows in the order of the key, columns in the order of their names. */
export interface TableDigest {
  table: string
  rows: number
  /** SHA-256, the same on both engines for the same content. */
  sha256: string
}

export interface Digester {
  add(row: readonly Cell[]): void
  digest(): TableDigest
}

export function createDigester(table: string): Digester {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(row) {
      rows += 1
      // A text is quoted, a number is not, and nothing is null: none passes for another.
      hash.update(`[${row.map((cell) => (typeof cell === 'string' ? JSON.stringify(cell) : String(cell))).join()}]\n`)
    },
    digest: () => ({ table, rows, sha256: hash.digest('hex') }),
  }
}
