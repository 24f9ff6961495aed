import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openPostgres, openSqlite } from '../storage/operations/open-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { sampleAudit, sampleNow } from '../storage/testing/sample.ts'
import { createReadyDatabase } from '../storage/testing/test-database.ts'
import { engines } from '../testing/harness.ts'
import { type AuditHead, sealAudit, verifyAuditChain } from './sealer.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-tampering-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** An attacker who can write to the database directly. */
async function opened(
  engine: 'sqlite' | 'postgres',
): Promise<{ storage: Storage; meddle(sql: string): Promise<void> }> {
  if (engine === 'sqlite') {
    const path = join(folder, 'audit.db')
    const storage = await openSqlite({ path })
    const db = new DatabaseSync(path)
    return { storage, meddle: async (sql) => db.exec(sql) }
  }
  const url = await createReadyDatabase()
  const storage = await openPostgres({ url, answerWithinMs: null })
  const meddle = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  return { storage, meddle }
}

describe.each(engines)('the audit in %s', (engine) => {
  it('reveals a changed or removed row, and with an earlier head a truncated or rewritten chain', async () => {
    const { storage, meddle } = await opened(engine)
    const write = async (project: string, rows: number, from = 0): Promise<AuditHead> => {
      for (let index = 0; index < rows; index += 1)
        await storage.audit.append(
          sampleAudit(project, {
            id: `${project}-${from + index}`,
            at: sampleNow + from + index,
            event: 'user_delete',
          }),
        )
      while ((await sealAudit(storage, { now: () => sampleNow }, 'test')) > 0);
      const result = await verifyAuditChain(storage, project)
      if (!result.intact || !result.head) throw new Error('the chain should be whole')
      return result.head
    }
    const verify = (project: string, ...heads: AuditHead[]) => verifyAuditChain(storage, project, heads)

    await write('changed', 4)
    await meddle(`update audit set actor_id = 'another user' where id = 'changed-2'`)
    expect(await verify('changed')).toEqual({ intact: false, brokenAt: 3 })

    await write('removed', 4)
    await meddle(`delete from audit where id = 'removed-1'`)
    expect(await verify('removed')).toEqual({ intact: false, brokenAt: 2 })

    await write('first', 3)
    await meddle(`delete from audit where id = 'first-0'`)
    expect(await verify('first')).toEqual({ intact: false, brokenAt: 1 })

    const head = await write('tail', 4)
    await meddle(`delete from audit where id in ('tail-2', 'tail-3')`)
    // The rest is a consistent chain: only a head that was stored elsewhere reveals the change.
    expect(await verify('tail', head)).toMatchObject({ intact: true, rows: 2, held: [] })
    await write('tail', 3, 10)
    expect(await verify('tail', head)).toMatchObject({ intact: true, rows: 5, held: [] })

    const early = await write('rewritten', 2)
    const late = await write('rewritten', 3, 2)
    expect(await verify('rewritten', early, late)).toMatchObject({ intact: true, rows: 5, held: [early, late] })
    await meddle(`update audit set seq = null, prev_hash = null, hash = null where project_id = 'rewritten'`)
    await meddle(`update audit set event = 'user_enable' where id = 'rewritten-0'`)
    while ((await sealAudit(storage, { now: () => sampleNow }, 'test')) > 0);
    expect(await verify('rewritten', early, late)).toMatchObject({ intact: true, rows: 5, held: [] })
    await storage.close()
  })
})
