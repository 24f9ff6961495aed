import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSqliteDialect } from './sqlite-driver.ts'

interface Words {
  words: { word: string; count: number | null }
}

describe('the SQLite driver', () => {
  let db: Kysely<Words>
  beforeEach(async () => {
    db = new Kysely<Words>({ dialect: createSqliteDialect({ path: ':memory:' }) })
    await sql`create table words (word text not null primary key, count bigint)`.execute(db)
  })
  afterEach(() => db.destroy())

  it.each([
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['busy_timeout', 50],
  ])('opens with %s at %i', async (name, value) => {
    const { rows } = await sql.raw<Record<string, number>>(`pragma ${name}`).execute(db)
    expect(rows.map((row) => Object.values(row))).toEqual([[value]])
  })

  it('gives 64-bit integers as numbers', async () => {
    await db.insertInto('words').values({ word: 'big', count: Number.MAX_SAFE_INTEGER }).execute()
    expect(await db.selectFrom('words').select('count').execute()).toEqual([{ count: Number.MAX_SAFE_INTEGER }])
  })

  it('returns rows as plain objects in the order of the columns', async () => {
    await db
      .insertInto('words')
      .values([
        { word: 'a', count: 1 },
        { word: 'b', count: null },
      ])
      .execute()
    const { rows } = await sql<Record<string, unknown>>`select count, word, 1 as "__proto__" from words`.execute(db)
    expect(rows.map((row) => Object.entries(row))).toEqual([
      [
        ['count', 1],
        ['word', 'a'],
        ['__proto__', 1],
      ],
      [
        ['count', null],
        ['word', 'b'],
        ['__proto__', 1],
      ],
    ])
  })

  it('returns the columns that were added to a table since the statement was prepared', async () => {
    await db.insertInto('words').values({ word: 'a', count: 1 }).execute()
    const all = sql`select * from words`
    expect((await all.execute(db)).rows).toEqual([{ word: 'a', count: 1 }])
    await sql`alter table words add column language text not null default 'en'`.execute(db)
    expect((await all.execute(db)).rows).toEqual([{ word: 'a', count: 1, language: 'en' }])
  })

  it.each([[true], [false], [undefined]])('refuses to bind %j', async (value) => {
    await expect(sql`select ${value}`.execute(db)).rejects.toThrow(TypeError)
  })

  it('takes the write lock when a transaction begins', async () => {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql`select 1 as one`.execute(trx)
      expect(rows).toEqual([{ one: 1 }])
      await expect(sql`begin immediate`.execute(trx)).rejects.toThrow('within a transaction')
    })
  })

  it('serves waiting callers in the order of their requests', async () => {
    const order: string[] = []
    const note = (name: string) => async () => {
      await db.transaction().execute(async (trx) => {
        order.push(`${name} begins`)
        await sql`select 1`.execute(trx)
        order.push(`${name} ends`)
      })
    }
    await Promise.all([note('a')(), note('b')(), note('c')()])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('rolls back, and continues', async () => {
    const work = db.transaction().execute(async (trx) => {
      await trx.insertInto('words').values({ word: 'a', count: 1 }).execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await db.selectFrom('words').selectAll().execute()).toEqual([])
  })
})
