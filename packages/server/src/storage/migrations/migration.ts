/** The words in which the two engines differ when a table is made. */
export interface ColumnTypes {
  /** On PostgreSQL with the byte order, so that both engines sort alike and no system upgrade reorders an index. */
  text: string
  /** 32 bits. */
  integer: string
  /** 64 bits: every instant. */
  bigint: string
  /** The function that makes a JSON object of names and values. */
  jsonObject: string
  /** The rows of a JSON array of text, with one column `value`; to be joined with the row that has the array. */
  textElements(column: string): string
  /** A value inside a JSON object, as text; null if it is missing. */
  textAt(column: string, ...names: string[]): string
}

/** One step forward. Applied once, in a transaction of its own, and never edited afterwards. */
export interface Migration {
  name: string
  statements(types: ColumnTypes): string[]
}

export const columnTypes: Record<'sqlite' | 'postgres', ColumnTypes> = {
  sqlite: {
    ...{ text: 'text', integer: 'integer', bigint: 'bigint', jsonObject: 'json_object' },
    textElements: (column) => `json_each(${column})`,
    textAt: (column, ...names) => `json_extract(${column}, '$.${names.join('.')}')`,
  },
  postgres: {
    ...{ text: 'text collate "C"', integer: 'integer', bigint: 'bigint', jsonObject: 'json_build_object' },
    textElements: (column) => `json_array_elements_text((${column})::json)`,
    textAt: (column, ...names) => `${column}::json #>> '{${names.join(',')}}'`,
  },
}
