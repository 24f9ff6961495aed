import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createMemoryFolder } from '../../memory-folder.ts'
import { bundled } from '../../provider.ts'
import type { Account } from '../account.ts'
import { callsTo } from '../calls.ts'
import { freshDatabase } from '../fresh-database.ts'
import { type MailSink, startMailSink } from '../mail-sink.ts'
import { createProject, type Deployment, runCommand, startProvider } from '../provider-process.ts'
import { startLoad } from '../steady-load.ts'

const backups = Math.ceil(Number(process.env.FAULT_CYCLES ?? 10) / 10)
/** The number of backups that replace the database and revoke sessions. */
const restores = Math.ceil(backups / 4)
const folder = createMemoryFolder('copies')

let sink: MailSink
let script: string
beforeAll(async () => {
  ;[sink, script] = await Promise.all([startMailSink(), bundled()])
})
afterAll(async () => {
  await sink.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Found {
  isLive: boolean
  step: number
}

/** The session state and the stored data of each user, from a provider on the given database. */
async function look(deployment: Deployment, publicToken: string, accounts: readonly Account[]): Promise<Found[]> {
  const provider = await startProvider(deployment)
  const calls = callsTo(provider.port, publicToken)
  const found = await Promise.all(
    accounts.map(async ({ sessions }) => {
      const outcome = await calls.post('/sessions/authenticate', {}, [...sessions.keys()][0])
      if (outcome.kind !== 'ok') return { isLive: false, step: 0 }
      const user = outcome.data.user as { untrusted_metadata: { step: number } }
      return { isLive: true, step: user.untrusted_metadata.step }
    }),
  )
  expect(await provider.stop()).toBe(0)
  return found
}

const refusal = (deployment: Deployment, ...command: string[]): Promise<string> =>
  runCommand(deployment, ...command).then(
    (out) => `done: ${out}`,
    (error: { stderr: string; code: number }) => `${error.code}: ${error.stderr}`,
  )

describe('a provider on SQLite during writes', () => {
  it(`backs up SQLite during writes, restores it ${restores} times and copies it to PostgreSQL without signing out users (F20)`, async () => {
    const deployment = { script, databaseUrl: `sqlite:${join(folder, 'live.db')}`, smtpUrl: sink.url }
    const at = (name: string): Deployment => ({ ...deployment, databaseUrl: `sqlite:${join(folder, name)}` })
    const publicToken = await createProject(deployment)
    const provider = await startProvider(deployment)
    const calls = callsTo(provider.port, publicToken)
    const load = await startLoad('copies', { calls, sink, users: 4, keyAddresses: () => [] })
    await load.round()
    const taken: { file: string; acknowledged: number[]; latest: number[] }[] = []
    for (let count = 0; count < backups; count += 1) {
      const file = join(folder, `backup-${count}.db`)
      const acknowledged = load.accounts.map(({ possibleSteps }) => possibleSteps[0] ?? 0)
      expect(await runCommand(deployment, 'backup', file)).toMatch(/ rows in \d+ tables, \d+ bytes, verified\n$/)
      taken.push({ file, acknowledged, latest: load.accounts.map(({ possibleSteps }) => possibleSteps.at(-1) ?? 0) })
      await load.round()
    }
    expect(await refusal(deployment, 'backup', taken[0]?.file ?? '')).toMatch(/^1: .+ already exists/)
    const target = await freshDatabase(inject('postgresUrl'))
    expect(await refusal(deployment, 'migrate', '--to', target)).toMatch(/^1: The database at .+ is in use/)
    expect(await refusal(deployment, 'restore', taken[0]?.file ?? '', '--replace')).toMatch(/^1: .+ is in use/)
    await load.stop()
    expect(load.problems).toEqual([])
    expect(await provider.stop()).toBe(0)

    for (const [index, { file, acknowledged, latest }] of taken.entries()) {
      await runCommand(at(`kept-${index}.db`), 'restore', file, '--keep-sessions')
      const found = await look(at(`kept-${index}.db`), publicToken, load.accounts)
      // The backup contains all writes acknowledged before it, and none requested after it.
      const isRight = found.map(({ isLive, step }, account) => {
        return isLive && step >= (acknowledged[account] ?? 0) && step <= (latest[account] ?? 0)
      })
      expect(isRight).toEqual(load.accounts.map(() => true))
    }
    for (const [index, { file }] of taken.slice(0, restores).entries()) {
      expect(await runCommand(at(`restored-${index}.db`), 'restore', file)).toContain('4 sessions')
      const signedOut = await look(at(`restored-${index}.db`), publicToken, load.accounts)
      expect(signedOut.map(({ isLive }) => isLive)).toEqual([false, false, false, false])
    }

    const head = /head (\d+:[0-9a-f]{64})/.exec(await runCommand(deployment, 'audit', 'verify'))?.[1] ?? ''
    const moved = await runCommand(deployment, 'migrate', '--to', target)
    expect(moved).toMatch(/^sessions +4 {2}[0-9a-f]{64}$/m)
    const onPostgres = { ...deployment, databaseUrl: target }
    const there = await look(onPostgres, publicToken, load.accounts)
    const last = load.accounts.map(({ possibleSteps }) => possibleSteps[0])
    expect(there).toEqual(last.map((step) => ({ isLive: true, step })))
    expect(await runCommand(onPostgres, 'audit', 'verify', '--head', head)).toContain('intact')
    expect(await refusal(at('restored-0.db'), 'audit', 'verify', '--head', head)).toMatch(/^1: /)
    expect(await refusal(deployment, 'migrate', '--to', target)).toMatch(/^1: The PostgreSQL database is not empty/)
  })
})
