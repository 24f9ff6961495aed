import type { RawBuilder } from 'kysely'
import { type JsonCells, type JsonField, jsonCells } from './json-cells.ts'
import { rowShape } from './row-shape.ts'
import type { Engine, Values } from './statement.ts'
import type { ColumnName, RowOf, SharedColumns, Tables } from './tables.ts'

/** How a field is stored; which one is right follows from the field's type. Null is stored as null. */
type StorageType<T> = [NonNullable<T>] extends [string]
  ? 'text'
  : [NonNullable<T>] extends [number]
    ? 'integer'
    : [NonNullable<T>] extends [boolean]
      ? 'boolean'
      : 'json'

/** Every field of a record with the way it is stored, in the order of the columns. */
export type Fields<R, Renamed = unknown> = {
  readonly [K in keyof R]: ColumnName<K, Renamed> extends 'realm' ? 'realm' : StorageType<R[K]>
}

/** A table, or the part of one that belongs to a record. Every function here follows from the declared fields. */
export interface Table<N extends keyof Tables, R, Renamed = unknown> {
  /** For `select` and `returning`. */
  readonly columns: readonly (keyof RowOf<R, Renamed> & string)[]
  /** The same with the table's name, for joins. */
  readonly qualifiedColumns: readonly `${N}.${keyof RowOf<R, Renamed> & string}`[]
  /** One placeholder for each column, for `insert`. */
  values(value: Values<RowOf<R, Renamed>>): RowOf<R, Renamed>
  toRow(record: R): RowOf<R, Renamed>
  toRecord(row: RowOf<R, Renamed>): R
  /** The same columns with a prefix, for rows that hold several tables. */
  joinedAs<P extends string, O extends keyof R & string = never>(
    prefix: P,
    options?: { without: readonly O[] },
  ): JoinedTable<N, Omit<R, O>, P, Renamed>
  /** Fields as one column, for lists of rows that hold several tables. */
  asJson<F extends readonly (keyof R)[]>(engine: Engine, fields: F): RawBuilder<JsonCells<R, F>>
}

export interface JoinedTable<N extends keyof Tables, R, P extends string, Renamed = unknown> {
  readonly columns: readonly AliasedColumn<N, P, keyof RowOf<R, Renamed> & string>[]
  /** For a left join: null if the first column is null. */
  toRecordOrNull(row: NullableRow<PrefixedRow<RowOf<R, Renamed>, P>>): R | null
}

type AliasedColumn<N extends string, P extends string, C extends string> = C extends string
  ? `${N}.${C} as ${P}${C}`
  : never
export type PrefixedRow<Row, P extends string> = { [C in keyof Row & string as `${P}${C}`]: Row[C] }
export type NullableRow<Row> = { [C in keyof Row]: Row[C] | null }

interface Field {
  key: string
  column: string
  type: JsonField['type']
}

const sharedColumns: SharedColumns = { accountId: 'user_id' }

/**
 * Declares the columns of a table once. A field that is missing, is not in the record or has another type does not
 * compile. `renamed` is for columns whose name is not the field's in snake_case.
 *
 * @example
 * const passwords = defineTable<'passwords', PasswordRecord>('passwords', {
 *   projectId: 'text',
 *   id: 'text',
 *   hash: 'text',
 *   setAt: 'integer',
 * })
 */
export function defineTable<N extends keyof Tables, R, Renamed = unknown>(
  name: RowOf<R, Renamed> extends Pick<Tables[N], keyof RowOf<R, Renamed> & keyof Tables[N]>
    ? Exclude<keyof RowOf<R, Renamed>, keyof Tables[N]> extends never
      ? N
      : never
    : never,
  fields: Fields<R, Renamed>,
  ...[renamed]: unknown extends Renamed ? [] : [Renamed]
): Table<N, R, Renamed> {
  type Row = RowOf<R, Renamed>
  const names: Partial<Record<string, string>> = { ...sharedColumns, ...renamed }
  const list = Object.entries<Field['type']>(fields).map(
    ([key, type]): Field => ({ key, type, column: propertyKey(names[key] ?? snakeCase(key)) }),
  )
  const columns = list.map(({ column }) => column) as (keyof Row & string)[]
  return {
    columns,
    qualifiedColumns: columns.map((column): `${N}.${keyof Row & string}` => `${name}.${column}`),
    values: (value) => fromCells<Row>(Object.fromEntries(columns.map((column) => [column, value(column)]))),
    toRow: encoder<R, Row>(list),
    toRecord: decoder<Row, R>(list, ''),
    joinedAs<P extends string, O extends keyof R & string>(prefix: P, options?: { without: readonly O[] }) {
      const omitted: readonly string[] = options?.without ?? []
      const joined = list.filter(({ key }) => !omitted.includes(key))
      return joinTable<N, Omit<R, O>, P, Renamed>(name, joined, prefix)
    },
    asJson<F extends readonly (keyof R)[]>(engine: Engine, keys: F) {
      const chosen = keys.flatMap((key) => list.filter((field) => field.key === key))
      const cells = chosen.map(({ column, type }) => ({ type, column: `${name}.${column}` }))
      return jsonCells(engine, cells) as RawBuilder<JsonCells<R, F>>
    },
  }
}

function joinTable<N extends keyof Tables, R, P extends string, Renamed>(
  name: N,
  fields: readonly Field[],
  prefix: P,
): JoinedTable<N, R, P, Renamed> {
  type Row = PrefixedRow<RowOf<R, Renamed>, P>
  const toRecord = decoder<Row, R>(fields, prefix)
  const first = `${prefix}${fields[0]?.column}` as keyof NullableRow<Row>
  const isPresent = (row: NullableRow<Row>): row is NullableRow<Row> & Row => row[first] !== null
  return {
    columns: fields.map(({ column }) => `${name}.${column} as ${prefix}${column}`) as AliasedColumn<
      N,
      P,
      keyof RowOf<R, Renamed> & string
    >[],
    toRecordOrNull: (row) => (isPresent(row) ? toRecord(row) : null),
  }
}

/** The types of cells and fields follow from `Fields`, which the compiler has checked at the declaration. */
function fromCells<T>(cells: Record<string, unknown>): T {
  return cells as T
}

function encoder<R, Row>(fields: readonly Field[]): (record: R) => Row {
  return (record) => {
    const row: Record<string, unknown> = {}
    for (const { key, column, type } of fields) {
      const value = record[key as keyof R]
      if (type === 'realm') row[column] = value ?? ''
      else if (value === null || type === 'text' || type === 'integer') row[column] = value
      else row[column] = type === 'boolean' ? Number(value) : JSON.stringify(value)
    }
    return fromCells(row)
  }
}

/** A loop is slower than an object literal, so tables that every request reads have a `toRecord` of their own. */
function decoder<Row, R>(fields: readonly Field[], prefix: string): (row: Row) => R {
  const { keys, empty } = rowShape(fields.map(({ key }) => key))
  const sources = fields.map((field, index) => ({
    type: field.type,
    key: keys[index] ?? field.key,
    column: propertyKey(`${prefix}${field.column}`) as keyof Row,
  }))
  return (row) => {
    const record = { ...empty }
    for (const { key, column, type } of sources) {
      const cell = row[column]
      if (type === 'realm') record[key] = cell === '' ? null : cell
      else if (cell === null || type === 'text' || type === 'integer') record[key] = cell
      else record[key] = type === 'boolean' ? cell === 1 : JSON.parse(String(cell))
    }
    return fromCells(record)
  }
}

/** The same text as V8 stores it in objects: looking up a property by a string that was put together is far slower. */
function propertyKey(text: string): string {
  return rowShape([text]).keys[0] ?? text
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
