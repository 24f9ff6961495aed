// `npm run check:flows`: explores all reachable states of the widget flows and reports how many edges the tests cover.
import { loadFlowMaps } from './flow-maps.ts'

let complaints = 0
for (const { name, map } of await loadFlowMaps()) {
  const { states, steps, edges, untested, unreachable, deadEnds } = map

  console.log(`${name}: ${states} states, ${steps} steps taken`)
  console.log(`edges covered / edges: ${edges - untested.length} / ${edges}`)
  for (const words of untested) console.log(`  not covered: ${words}`)
  for (const words of unreachable) console.log(`  covered by a test, but not reachable: ${words}`)
  console.log(`screens without an exit: ${deadEnds.join(', ') || 'none'}`)
  complaints += untested.length + unreachable.length + deadEnds.length
}
process.exit(complaints === 0 ? 0 : 1)
