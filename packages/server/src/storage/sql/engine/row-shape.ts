/** What rows with the same names have in common. */
export interface RowShape {
  /** The names as V8 stores them in objects: a look-up by another string with the same text is far slower. */
  readonly keys: readonly string[]
  /** A row without values. A copy of it is fast to read and to write as JSON; names that are added make a hash table. */
  readonly empty: Readonly<Record<string, unknown>>
}

export function rowShape(names: readonly string[]): RowShape {
  const parsed: unknown = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))))
  const empty = parsed as Record<string, unknown>
  const keyOf = new Map(Object.keys(empty).map((key) => [key, key]))
  return { empty, keys: names.map((name) => keyOf.get(name) ?? name) }
}
