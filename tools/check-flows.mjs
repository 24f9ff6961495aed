// Walks everything the widgets' flows can come to and says how much of it the tests walk: `npm run check:flows`.
import { loadFlowMaps } from './flow-maps.mjs'

let complaints = 0
for (const { name, map } of await loadFlowMaps()) {
  const { states, steps, edges, unwalked, unreachable, deadEnds } = map

  console.log(`${name}: ${states} states, ${steps} steps taken`)
  console.log(`edges walked / edges there are: ${edges - unwalked.length} / ${edges}`)
  for (const words of unwalked) console.log(`  no test walks ${words}`)
  for (const words of unreachable) console.log(`  a test walks what is not there: ${words}`)
  console.log(`screens without a way out: ${deadEnds.join(', ') || 'none'}`)
  complaints += unwalked.length + unreachable.length + deadEnds.length
}
process.exit(complaints === 0 ? 0 : 1)
