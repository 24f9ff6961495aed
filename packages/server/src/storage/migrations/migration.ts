/** The words in which the two engines differ when a table is made. */
export interface ColumnTypes {
  /** On PostgreSQL with the byte order, so that both engines sort alike and no system upgrade reorders an index. */
  text: string
  /** 32 bits. */
  integer: string
  /** 64 bits: every instant. */
  bigint: string
}

/** One step forward. Applied once, in a transaction of its own, and never edited afterwards. */
export interface Migration {
  name: string
  statements(types: ColumnTypes): string[]
}

export const columnTypes: Record<'sqlite' | 'postgres', ColumnTypes> = {
  sqlite: { text: 'text', integer: 'integer', bigint: 'bigint' },
  postgres: { text: 'text collate "C"', integer: 'integer', bigint: 'bigint' },
}
