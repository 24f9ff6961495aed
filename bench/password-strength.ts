// Measures estimates of password strength in this process: `own` (packages/server/src/passwords/strength) or `library`
// (zxcvbn-ts unchanged). tools/bench-strength.mjs runs both.
import { createRequire } from 'node:module'
import { createEstimator, estimateOptions } from '../packages/server/src/passwords/strength/estimator.ts'
import { createLibrary, loadWordLists } from '../packages/server/src/passwords/strength/library.ts'

const passwords = [
  ...['Tr0ub4dour&3', 'correcthorsebatterystaple', 'P@ssw0rd1', 'm0nk3y dr@g0n', 'zaq1zaq1', '13.5.1997'],
  ...['qwertzuiop', 'kJ8#mQ2$vX9!', 'a sentence of several words is long', 'x7Gt-22pL-qwMz-90aB'],
]
const inputs = ['ada@example.com', 'Lovelace', 'Acme']
const rounds = 10
const load = createRequire(import.meta.url)

function createEstimate(): (password: string) => unknown {
  if (process.argv[2] === 'own') {
    const estimator = createEstimator(load)
    return (password) => estimator.estimate(password, inputs)
  }
  const { dictionary, graphs } = loadWordLists(load)
  const library = createLibrary(load, { ...estimateOptions(), dictionary, graphs })
  return (password) => library.check(password, inputs)
}

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}
const megabytes = (): number => process.memoryUsage().rss / 1_000_000

const before = { cpu: process.cpuUsage(), memory: megabytes() }
const estimate = createEstimate()
estimate('first')
const firstMs = cpuMs(before.cpu)
for (let round = 0; round < rounds; round += 1) for (const password of passwords) estimate(password)
const warm = process.cpuUsage()
for (let round = 0; round < rounds; round += 1) for (const password of passwords) estimate(password)
const eachMs = cpuMs(warm) / (rounds * passwords.length)
console.log(JSON.stringify({ firstMs, eachMs, memory: megabytes() - before.memory }))
