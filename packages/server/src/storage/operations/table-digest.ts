import { createHash } from 'node:crypto'

/** The types of values in the schema, on both engines. */
export type Cell = string | bigint | null

/** The number of rows and a hash of a table. Rows are sorted by key, columns by name. */
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
      // Text is quoted, numbers are not, and null is `null`, so that different values never look the same.
      hash.update(`[${row.map((cell) => (typeof cell === 'string' ? JSON.stringify(cell) : String(cell))).join()}]\n`)
    },
    digest: () => ({ table, rows, sha256: hash.digest('hex') }),
  }
}
