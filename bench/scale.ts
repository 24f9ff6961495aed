// Measures all lists and searches, and a sign-in, with 1,000, 100,000 and 1,000,000 users.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder, median } from '../e2e/http-load/server-process.ts'
import { startPostgres } from '../tools/test/postgres.ts'
import { openScale, operations, type Scale } from './scale-operations.ts'

const sizes = (process.env.SCALE_SIZES ?? '1000,100000,1000000').split(',').map(Number)
const rounds = Number(process.env.SCALE_ROUNDS ?? 200)
const engines = ['SQLite', 'PostgreSQL'] as const
const chosen = (process.env.SCALE_ENGINES ?? engines.join(',')).toLowerCase().split(',')
const warmUp = 20
const goal = 1.5

const lines = [
  '# Measured with many users',
  '',
  `Medians of ${rounds} calls each, in milliseconds; the databases take turns call by call. Read the ratios, not the absolutes.`,
]
let missed = 0
for (const engine of engines.filter((name) => chosen.includes(name.toLowerCase()))) {
  const folder = benchFolder()
  const server = engine === 'PostgreSQL' ? await startPostgres() : undefined
  const scales: Scale[] = []
  const seeding: string[] = []
  try {
    for (const size of sizes) {
      const began = performance.now()
      const database = server ? await server.createDatabase(`scale_${size}`) : join(folder, `${size}.db`)
      scales.push(await openScale(database, size))
      seeding.push(`${size.toLocaleString('en')} in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
      console.log(`${engine}: seeded ${seeding.at(-1)}`)
    }
    const heads = sizes.map((size) => `${size.toLocaleString('en')} users`)
    lines.push('', `## ${engine}`, '', `| p50 of | ${heads.join(' | ')} | growth | goal |`)
    lines.push(`|---|${heads.map(() => '---|').join('')}---|---|`)
    const times = await measure(scales)
    for (const [name, ofEach] of times) {
      const medians = ofEach.map(median)
      const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
      if (!(growth < goal)) missed += 1
      const shown = medians.map((ms) => ms.toFixed(2)).join(' | ')
      lines.push(`| ${name} | ${shown} | **${growth.toFixed(2)}×** | < ${goal}× ${growth < goal ? '✓' : '✗'} |`)
    }
    lines.push('', `Seeded: ${seeding.join(', ')}.`)
  } finally {
    for (const { close } of scales) await close()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs each operation on the databases in turn, so that other load on the machine affects all of them. */
async function measure(scales: readonly Scale[]): Promise<Map<string, number[][]>> {
  const times = new Map(operations.map(({ name }) => [name, scales.map((): number[] => [])]))
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { name, run } of operations) {
      for (let turn = 0; turn < scales.length; turn += 1) {
        const index = (round + warmUp + turn) % scales.length
        const scale = scales[index]
        if (!scale) continue
        const began = performance.now()
        await run(scale, scale.nextUser())
        const ms = performance.now() - began
        if (round >= 0) times.get(name)?.[index]?.push(ms)
      }
    }
  }
  return times
}

const report = `${lines.join('\n')}\n`
writeFileSync('bench/results-scale.md', report)
console.log(report)
process.exit(missed === 0 ? 0 : 1)
