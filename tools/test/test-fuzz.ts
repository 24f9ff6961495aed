// `npm run test:fuzz`: fuzz tests with the counts of the test plan, on loopback only.
//   node tools/test-fuzz.mjs                            all fuzz tests, with a random seed that is printed
//   FUZZ_SEED=42 node tools/test-fuzz.mjs               the same cases again
//   FUZZ_SEED=42 FUZZ_PATH=7:0:1 node tools/test-fuzz.mjs <file> -t "<title>"    one case, as printed with a failure
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { root, run } from '../bootstrap/run.mjs'
import { installChromium } from './chromium.ts'

const seed = process.env.FUZZ_SEED ?? String(randomInt(2 ** 31))
/** Requests per endpoint, connections, sequences of forty calls, responses to a client, pages with eight responses, inputs per parser, SAML documents. */
const counts = {
  FUZZ_RUNS: '500',
  HTTP_FUZZ_RUNS: '5000',
  SEQUENCE_RUNS: '3000',
  HOSTILE_RUNS: '7000',
  WIDGET_FUZZ_RUNS: '1200',
  PARSER_FUZZ_RUNS: '50000',
  SAML_FUZZ_RUNS: '50000',
  BROWSER_FUZZ_RUNS: '500',
}
const suites = [
  'packages/server/src/fuzz',
  'packages/testkit/src/contract/hostile.test.ts',
  'packages/widgets/src/fuzz',
  'e2e/fuzz',
]
const given = process.argv.slice(2)
console.log(`seed ${seed}`)
const started = Date.now()
const { code } = await run(
  process.execPath,
  [
    ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'],
    ...['unit', 'server', 'fuzz'].flatMap((name) => ['--project', name]),
    ...(given.length === 0 ? suites : given),
  ],
  { env: { ...counts, ...process.env, FUZZ_SEED: seed, CHROMIUM_PATH: await installChromium() } },
)
console.log(`\nseed ${seed}, in ${Math.round((Date.now() - started) / 1000)} s`)
if (code !== 0)
  console.log(
    'Run one failed case with its seed, path, file and title: FUZZ_SEED=… FUZZ_PATH=… node tools/test-fuzz.mjs <file> -t "<title>"',
  )
process.exit(code)
