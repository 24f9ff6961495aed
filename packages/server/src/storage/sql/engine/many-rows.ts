import type { Bindable, Values } from './statement.ts'

/** The rows of a multi-row insert: the placeholders are numbered row by row. */
export function rowsOf<Row extends { [K in keyof Row]: Bindable }>(
  columns: readonly (keyof Row & string)[],
  count: number,
  value: Values<Bindable[]>,
): Row[] {
  const cell = (row: number, column: number): Bindable => value(row * columns.length + column)
  return Array.from(
    { length: count },
    (_, row) => Object.fromEntries(columns.map((name, column) => [name, cell(row, column)])) as Row,
  )
}

/** The values in the order of the placeholders. */
export function valuesOf<Row extends { [K in keyof Row]: Bindable }>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): Bindable[] {
  const values: Bindable[] = []
  for (const row of rows) for (const name of columns) values.push(row[name])
  return values
}
