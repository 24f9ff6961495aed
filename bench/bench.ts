import { writeFileSync } from 'node:fs'
import { measureRefresh } from './refresh.ts'
import { measureSizes } from './sizes.ts'
import { measureStarts } from './starts.ts'

const [bareServer, signedInServer, provider] = process.argv.slice(2)
if (!bareServer || !signedInServer || !provider) throw new Error('run by tools/bench.mjs')

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(2)} kB`
const lines = [
  '# Measured',
  '',
  'Ratios are taken in one run, over interleaved pairs; read them, not the absolutes.',
  '',
]

lines.push('## Size (gzip)', '', '| what | size | goal here |', '|---|---|---|')
for (const { what, bytes, goal } of await measureSizes()) {
  lines.push(`| ${what} | ${kilobytes(bytes)} | < ${kilobytes(goal)} ${bytes < goal ? '✓' : '✗'} |`)
}

const refresh = await measureRefresh({ bareServer, providerServer: signedInServer })
lines.push(
  '',
  '## `sessions/authenticate` against bare node:http + SQLite update + ES256',
  '',
  '| pair | bare /s | provider /s | ratio |',
  '|---|---|---|---|',
  ...refresh.pairs.map(
    ({ bare, provider }, index) =>
      `| ${index + 1} | ${bare.toFixed(0)} | ${provider.toFixed(0)} | ${(provider / bare).toFixed(2)} |`,
  ),
  '',
  `Median ratio **${refresh.medianRatio.toFixed(2)}×** (goal ≥ 0.35×) ${refresh.medianRatio >= 0.35 ? '✓' : '✗'}, ${refresh.refused} answers refused.`,
)

const starts = await measureStarts({ bareServer, provider })
lines.push('', '## Start to ready, and memory', '', '| what | start, median ms | RSS idle |', '|---|---|---|')
for (const { what, readyMs, rssMegabytes } of starts) {
  lines.push(`| ${what} | ${readyMs.toFixed(0)} | ${rssMegabytes.toFixed(0)} MB |`)
}

const report = `${lines.join('\n')}\n`
writeFileSync('bench/results.md', report)
console.log(report)
