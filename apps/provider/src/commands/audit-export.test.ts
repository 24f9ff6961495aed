import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres, openSqlite, type Storage } from '@latchkey/server'
import { createReadyDatabase } from '@latchkey/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandResult, createRecordingTerminal, runRecorded } from '../recording-terminal.suite.ts'

type Row = Record<string, string | number | null>

const hour = 3_600_000
const start = Date.parse('2027-01-15T00:00:00Z')
/** More rows than one query reads. */
const many = 1_100

const rowAt = (projectId: string, index: number) => ({
  ...{ projectId, id: `audit-test-${String(index).padStart(6, '0')}`, at: start + index * hour },
  ...{ actorKind: 'user' as const, actorId: `user-${index}`, impersonator: 'a\u009bb', targetId: null },
  ...{ event: index % 2 === 0 ? 'session_create' : 'account_lock', result: 'ok' as const, errorType: null },
  ...{ ipPrefix: '203.0.113.7', userAgentHash: null, requestId: `request-id-test-${index}` },
})

describe.each(['sqlite', 'postgres'] as const)('the audit log on %s', (engine) => {
  let folder: string
  let env: Record<string, string>
  const ids: string[] = []
  let open: () => Promise<Storage>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-export-'))
    const path = join(folder, 'latchkey.sqlite')
    const url = engine === 'sqlite' ? `sqlite:${path}` : await createReadyDatabase()
    env = {
      LATCHKEY_BASE_URL: 'https://auth.example.com',
      LATCHKEY_DATABASE_URL: url,
      LATCHKEY_MASTER_KEY: randomBytes(32).toString('hex'),
    }
    for (const name of ['Long', 'Short']) {
      const { out } = await latchkey('projects', 'create', '--name', name, '--json')
      ids.push(JSON.parse(out).project_id)
    }
    open = () => (engine === 'sqlite' ? openSqlite({ path }) : openPostgres({ url }))
    const storage = await open()
    const [long = '', short = ''] = ids
    await storage.audit.append(...Array.from({ length: many }, (_, index) => rowAt(long, index)))
    await storage.audit.append(rowAt(short, 0))
    await storage.close()
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** The output between two flushes. */
  const chunks: string[] = []
  let isRead = true

  function latchkey(...argv: string[]): Promise<CommandResult> {
    chunks.length = 0
    let taken = 0
    const terminal = createRecordingTerminal({
      async flushed() {
        chunks.push(terminal.written.out.slice(taken))
        taken = terminal.written.out.length
        return isRead
      },
    })
    return runRecorded(argv, env, terminal)
  }

  const rowsOf = (out: string): Row[] => out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  const exported = async (...argv: string[]) => rowsOf((await latchkey('audit', 'export', ...argv)).out)
  const seeded = (rows: Row[]) => rows.filter(({ id }) => String(id).startsWith('audit-test-'))

  it('exports everything that verifying the audit chain needs', async () => {
    const { code, out, err } = await latchkey('audit', 'export', '--project', 'Long')
    expect([code, err]).toEqual([0, ''])
    const rows = rowsOf(out)
    expect([seeded(rows).length, rows.every(({ project_id }) => project_id === ids[0])]).toEqual([many, true])
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
    let before = '0'.repeat(64)
    for (const row of rows) {
      const hash = createHash('sha256')
        .update(JSON.stringify(Object.values(row).slice(0, 15)))
        .digest('hex')
      expect([row.prev_hash, row.hash]).toEqual([before, hash])
      before = hash
    }
    const verified = await latchkey('audit', 'verify', '--head', `${rows.length}:${before}`)
    expect([verified.code, verified.out.includes(`head ${rows.length}:${before}`)]).toEqual([0, true])
    expect(seeded(rows)[0]).toMatchObject({ at: start, time: '2027-01-15T00:00:00.000Z', impersonator: 'a\u009bb' })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal must not receive any.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  it('writes the audit log page by page with backpressure, and stops if the reader closes the pipe', async () => {
    const { out } = await latchkey('audit', 'export', '--project', 'Long')
    expect(chunks.map((text) => rowsOf(text).length)).toEqual([500, 500, rowsOf(out).length - 1_000])
    isRead = false
    try {
      const left = await latchkey('audit', 'export')
      expect([left.code, rowsOf(left.out).length]).toEqual([1, 500])
    } finally {
      isRead = true
    }
  })

  it('filters the audit log by project, time, event and row', async () => {
    const [long = '', short = ''] = ids
    const all = await exported()
    expect(new Set(all.map(({ project_id }) => project_id))).toEqual(new Set(ids))
    expect(seeded(await exported('--project', short))).toHaveLength(1)
    const times = ['--since', '2027-01-15T02:00:00Z', '--until', '2027-01-16']
    const some = await exported('--project', 'Long', ...times)
    expect(some.map(({ actor_id }) => actor_id)).toEqual(Array.from({ length: 22 }, (_, index) => `user-${index + 2}`))
    const locks = await exported('--project', 'Long', ...times, '--event', 'account_lock')
    expect([locks.length, new Set(locks.map(({ event }) => event))]).toEqual([11, new Set(['account_lock'])])
    const two = await exported(...times, '--event', 'account_lock', '--event', 'session_create')
    expect(two).toEqual(some)
    const last = all.filter(({ project_id }) => project_id === long).slice(-3)
    expect(await exported('--project', 'Long', '--after', String(Number(last[0]?.seq) - 1))).toEqual(last)
  })

  it.each([
    [['--since', 'yesterday'], '--since must be a time in UTC'],
    [['--since', '2027-13-01'], '--since must be a time in UTC'],
    [['--until', '2027-01-15T08:00:00'], '--until must be a time in UTC'],
    [['--after=-1'], '--after must be the seq of a row'],
    [['--after', 'x', '--project', 'Long'], '--after must be the seq of a row'],
    [['--after', '7'], '--after needs a project'],
    [['--project', 'None'], 'There is no project "None". Choose one with --project:'],
  ])('rejects the arguments %j', async (argv, complaint) => {
    const { code, out, err } = await latchkey('audit', 'export', ...argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(complaint)
  })

  it('exits with 1 if no chain contains a given head, although every chain is intact', async () => {
    const head = /head (\d+:[0-9a-f]{64})/.exec((await latchkey('audit', 'verify')).out)?.[1] ?? ''
    expect((await latchkey('audit', 'verify', '--head', head)).code).toBe(0)
    const missingHead = `7:${'0'.repeat(64)}`
    const human = await latchkey('audit', 'verify', '--head', head, '--head', missingHead)
    expect([human.code, human.out.includes(`No chain contains the head ${missingHead}`)]).toEqual([1, true])
    const machine = await latchkey('audit', 'verify', '--head', missingHead, '--json')
    const { projects, heads_missing } = JSON.parse(machine.out)
    expect([machine.code, heads_missing]).toEqual([1, [missingHead]])
    expect(projects.every(({ intact }: { intact: boolean }) => intact)).toBe(true)
  })

  it('reports the number of rows that a running provider has not chained yet', async () => {
    const storage = await open()
    try {
      expect(await storage.leases.acquire('audit-sealer', 'a provider that runs', 30_000, Date.now())).toBe(true)
      await storage.audit.append(rowAt(ids[1] ?? '', 1), rowAt(ids[1] ?? '', 2))
      const lines = (await latchkey('audit', 'verify')).out.split('\n')
      expect(lines.find((line) => line.startsWith(ids[0] ?? ''))).not.toContain('not chained yet')
      expect(lines.find((line) => line.startsWith(ids[1] ?? ''))).toMatch(/^\S+ {2}intact, .+; not chained yet: 2$/)
      await storage.leases.release('audit-sealer', 'a provider that runs')
      expect((await latchkey('audit', 'verify')).out).not.toContain('not chained yet')
    } finally {
      await storage.close()
    }
  })
})
