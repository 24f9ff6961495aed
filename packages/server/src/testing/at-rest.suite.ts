import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'

/** What a search for secrets compares first: of a JWT or a token only the end is its own. */
const endLength = 11

/** A count that has six digits is no code, so numbers are left out. */
const withoutNumbers = (_name: string, value: unknown): unknown => (typeof value === 'number' ? undefined : value)
const asNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Every row of every table, as JSON: a value stands between quotation marks, whatever its neighbour is. */
export async function dumpPostgres(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, types: asNumbers })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    )
    let dump = ''
    for (const { name } of tables.rows)
      dump += JSON.stringify((await client.query(`select * from "${name}"`)).rows, withoutNumbers)
    return dump
  } finally {
    await client.end()
  }
}

export function dumpSqlite(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]
    const rowsOf = (name: string) => database.prepare(`select * from "${name}"`).all()
    return tables.map(({ name }) => JSON.stringify(rowsOf(name), withoutNumbers)).join('')
  } finally {
    database.close()
  }
}

/**
 * Those of the secrets that stand in the text. In one pass over it, for there are thousands and it is long. Codes of
 * six digits are looked for as words: in a hash or a time they stand by chance.
 */
export function secretsIn(text: string, secrets: Iterable<string>): string[] {
  const codes = new Set<string>()
  const byEnd = new Map<string, string[]>()
  for (const secret of secrets) {
    if (secret.length < endLength) codes.add(secret)
    else {
      const end = secret.slice(-endLength)
      byEnd.set(end, [...(byEnd.get(end) ?? []), secret])
    }
  }
  const found = new Set<string>()
  for (let at = endLength; byEnd.size > 0 && at <= text.length; at += 1)
    for (const secret of byEnd.get(text.slice(at - endLength, at)) ?? [])
      if (text.startsWith(secret, at - secret.length)) found.add(secret)
  for (const [word] of text.matchAll(/(?<![\w.+/=-])\d{6}(?![\w.+/=-])/g)) if (codes.has(word)) found.add(word)
  return [...found]
}
