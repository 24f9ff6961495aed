import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './statement.ts'

/** The fields of a record as the text of a JSON array. */
export type JsonCells<R, F extends readonly (keyof R)[]> = string & { readonly cells?: CellsOf<R, F> }
export type CellsOf<R, F extends readonly (keyof R)[]> = { -readonly [I in keyof F]: R[F[I]] }

export interface JsonField {
  /** With the name of the table. */
  readonly column: string
  readonly type: 'text' | 'integer' | 'boolean' | 'json' | 'realm'
}

/**
 * Several fields as one column: the drivers take longer to return forty columns than the engines take to find them. Null
 * for a left join without a match, so the first field must be one that is never null.
 */
export function jsonCells(engine: Engine, fields: readonly JsonField[]): RawBuilder<string> {
  const required = sql.ref(fields[0]?.column ?? '')
  const cells = sql.join(fields.map((field) => cellOf(engine, field)))
  const list = engine === 'sqlite' ? sql`json_array(${cells})` : sql`cast(json_build_array(${cells}) as text)`
  return sql<string>`case when ${required} is not null then ${list} end`
}

export function parseCells<C>(text: string & { readonly cells?: C }): C {
  return JSON.parse(text) as C
}

function cellOf(engine: Engine, { column, type }: JsonField): RawBuilder<unknown> {
  const cell = sql.ref(column)
  if (type === 'realm') return sql`nullif(${cell}, '')`
  if (type === 'json') return engine === 'sqlite' ? sql`json(${cell})` : sql`cast(${cell} as json)`
  if (type !== 'boolean') return cell
  return engine === 'sqlite' ? sql`json(case ${cell} when 1 then 'true' when 0 then 'false' end)` : sql`${cell} = 1`
}
