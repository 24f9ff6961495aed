import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'

/** The search compares the ends of secrets first, because tokens and JWTs share their beginnings. */
const endLength = 11

/** Omits numbers, because a count of six digits is not a passcode. */
const withoutNumbers = (_name: string, value: unknown): unknown => (typeof value === 'number' ? undefined : value)
const asNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Every row of every table as JSON, so that each value is quoted. */
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
    const readRows = (name: string) => database.prepare(`select * from "${name}"`).all()
    return tables.map(({ name }) => JSON.stringify(readRows(name), withoutNumbers)).join('')
  } finally {
    database.close()
  }
}

/**
 * The secrets that the text contains, found in one pass because texts are long and secrets are many. Codes of six
 * digits are searched as words, because hashes and times contain them by chance.
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
