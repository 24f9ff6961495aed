// Walks everything the login flow can come to and says how much of it the tests walk: `npm run check:flows`.
import { build } from 'esbuild'
import { root } from './run.mjs'

const { outputFiles } = await build({
  entryPoints: ['packages/widgets/src/login/login-map.suite.ts'],
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  conditions: ['@latchkey/source'],
  write: false,
})
const { mapLogin } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
)
const { states, steps, edges, unwalked, unreachable, deadEnds } = mapLogin()

console.log(`login: ${states} states, ${steps} steps taken`)
console.log(`edges walked / edges there are: ${edges - unwalked.length} / ${edges}`)
for (const words of unwalked) console.log(`  no test walks ${words}`)
for (const words of unreachable) console.log(`  a test walks what is not there: ${words}`)
console.log(`screens without a way out: ${deadEnds.join(', ') || 'none'}`)
process.exit(unwalked.length + unreachable.length + deadEnds.length === 0 ? 0 : 1)
