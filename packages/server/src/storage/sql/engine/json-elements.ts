import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './statement.ts'

/** The elements of a JSON list, as rows with the column `value`. One parameter serves lists of every length. */
export function jsonElements(engine: Engine, list: RawBuilder<unknown> | string, alias: string): RawBuilder<unknown> {
  const json = sql`cast(${list} as text)`
  return engine === 'sqlite'
    ? sql`json_each(${json}) as ${sql.raw(alias)}`
    : sql`json_array_elements_text(cast(${json} as json)) as ${sql.raw(alias)}(value)`
}
