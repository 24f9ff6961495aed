// The number of hashes per second that the cores can do: `raw-hashes.ts hash|verify <ms>`.

import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createPasswordEngine } from '@latchkey/server'
import { createRandom } from '@latchkey/server/node'
import { benchPassword } from './password-accounts.ts'

const [kind = 'hash', durationMs = '2000'] = process.argv.slice(2)
// Hashes with the current parameters of the provider.
const engine = createPasswordEngine({ random: createRandom() })
const hash = await engine.hash(benchPassword)
await engine.close()
const [, memoryCost, timeCost, parallelism] = (/m=(\d+),t=(\d+),p=(\d+)/.exec(hash) ?? []).map(Number)
const argon2id = 2
const options = { algorithm: argon2id, memoryCost, timeCost, parallelism }

const source = `
const { parentPort, workerData } = require('node:worker_threads')
const { path, kind, password, hash, options, durationMs } = workerData
const argon2 = require(path)
const started = performance.now()
let count = 0
while (performance.now() - started < durationMs) {
  if (kind === 'hash') argon2.hashSync(password, options)
  else argon2.verifySync(hash, password)
  count += 1
}
parentPort.postMessage((count * 1000) / (performance.now() - started))
`
const workerData = {
  path: createRequire(import.meta.url).resolve('@node-rs/argon2'),
  kind,
  password: benchPassword,
  hash,
  options,
  durationMs: Number(durationMs),
}
const rates = await Promise.all(
  Array.from(
    { length: availableParallelism() },
    () =>
      new Promise<number>((resolve, reject) => {
        const worker = new Worker(source, { eval: true, workerData })
        worker.once('message', resolve)
        worker.once('error', reject)
      }),
  ),
)
console.log(rates.reduce((sum, rate) => sum + rate, 0))
