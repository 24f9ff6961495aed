// `npm run test:load`: runs the rows of docs/security/load.md one after another.
import { rmSync, writeFileSync } from 'node:fs'
import { startPostgres } from '../../tools/test/postgres.ts'
import { startMailSink } from '../faults/mail-sink.ts'
import { benchFolder } from '../http-load/server-process.ts'
import { applicationRows } from './applications.row.ts'
import type { Machine } from './load-setup.ts'
import { mountRows } from './mounts.row.ts'
import { passwordRows } from './passwords.row.ts'
import { reconnectRows } from './reconnects.row.ts'
import { refreshRows } from './refresh.row.ts'
import { reportOf } from './report.ts'
import type { Row, RowResult, Scale } from './row.ts'
import { signInRows } from './sign-ins.row.ts'
import { slowSenderRows } from './slow-senders.row.ts'
import { soakRows } from './soak.row.ts'

const [script, bareServer, rawHashes, standalone, reportPath] = process.argv.slice(2)
if (!script || !bareServer || !rawHashes || !standalone || !reportPath)
  throw new Error('Missing arguments. Run `npm run test:load`.')

const isLong = process.env.LOAD_LONG !== undefined && process.env.LOAD_LONG !== ''
const scale: Scale = {
  isLong,
  seed: Number(process.env.LOAD_SEED ?? 1),
  pick: (usual, long) => (isLong ? long : usual),
  seconds: (usual, long) => (isLong ? long : usual * Number(process.env.LOAD_FACTOR ?? 1)),
}
const order = ['L1', 'L1e', 'L2', 'L2o', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8', 'L9', 'L10']
const selectedRows = process.env.LOAD_ROWS?.split(',') ?? order
const engine = process.env.LOAD_ENGINE
const rows: Row[] = [
  ...[refreshRows, passwordRows, signInRows, applicationRows],
  ...[soakRows, reconnectRows, slowSenderRows, mountRows],
]
  .flat()
  .filter((row) => selectedRows.includes(row.id) && (engine === undefined || row.engine === engine))
  .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const startedAt = Date.now()
const [postgres, sink] = await Promise.all([startPostgres(), startMailSink()])
const machine: Machine = { script, sink, postgresUrl: postgres.url, folder: benchFolder() }
const results: (RowResult & { seconds: number })[] = []
const broken: string[] = []
try {
  for (const row of rows) {
    const name = `${row.id} on ${row.engine}`
    const began = Date.now()
    const say = (text: string): void => print(`${name}: ${text}`)
    try {
      const result = await row.run({ machine, scale, scripts: { bareServer, rawHashes, standalone }, say })
      results.push({ ...result, seconds: (Date.now() - began) / 1_000 })
      for (const { what, measured, wanted, isMet, decides } of result.bars)
        say(`${isMet ? '✓' : decides ? '✗' : '–'} ${what}: ${measured} (${wanted})`)
    } catch (error) {
      broken.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      say(`✗ ${broken.at(-1)}`)
    }
  }
} finally {
  await Promise.all([sink.close(), postgres.stop()])
  rmSync(machine.folder, { recursive: true, force: true })
}

const seconds = (Date.now() - startedAt) / 1_000
const report = reportOf({ results, broken, scale, seconds })
writeFileSync(reportPath, report)
print(`\n${report}\nwritten to ${reportPath}`)
const missed = results.flatMap(({ bars }) => bars.filter(({ isMet, decides }) => decides && !isMet))
print(`${results.length} rows, ${missed.length + broken.length} failed, in ${seconds.toFixed(0)} s`)
process.exit(missed.length + broken.length === 0 ? 0 : 1)
