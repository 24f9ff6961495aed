// `npm run test:faults`: runs the tests of all faults in docs/security/faults.md and counts the proven ones.
//   node tools/check-faults.mjs           with the counts of the test plan
//   node tools/check-faults.mjs --short   with the counts of `npm test`
//   node tools/check-faults.mjs --list    only lists the test files of each fault
//   node tools/check-faults.mjs F3 F14    only these faults

import { readFaults, untriedPlaces } from '../checks/faults.ts'
import { installChromium, installDesktopChromium } from './chromium.ts'
import { listNaming, runNamed } from './named-tests.ts'

const onlyLists = process.argv.includes('--list')
const isShort = process.argv.includes('--short')
const chosen = process.argv.filter((word) => /^F\d+$/.test(word))
const faults = readFaults().filter(({ id }) => chosen.length === 0 || chosen.includes(id))

if (onlyLists) {
  const missing = listNaming(faults)
  console.log(`faults named / faults there are: ${faults.length - missing} / ${faults.length}`)
  process.exit(missing === 0 ? 0 : 1)
}

// One fault needs a desktop browser. Without one its test fails with a message.
if (!isShort) await installDesktopChromium()
const started = Date.now()
const { tried, broken } = await runNamed({
  rows: faults,
  // Vitest projects that can run at the same time.
  groups: [
    { projects: ['unit', 'server'] },
    { projects: ['faults', 'further-faults'] },
    // Races of tabs run 500 times here; races of one-time secrets do so in `npm run test:attacks`.
    { projects: ['browser', 'further-browser'], env: isShort ? {} : { RACE_ROUNDS: '500' } },
  ],
  env: { CHROMIUM_PATH: await installChromium(), ...(isShort ? {} : { FAULT_CYCLES: '200', MAIL_SENDS: '200' }) },
})

let proven = 0
for (const fault of faults) {
  const { id } = fault
  const tests = tried.get(id) ?? []
  const failed = tests.filter(({ passed }) => !passed)
  const untried = untriedPlaces(
    fault,
    tests.map(({ title }) => title),
  )
  if (tests.length > 0 && failed.length + untried.length === 0) proven += 1
  if (tests.length === 0) console.log(`${id} has no test: ${fault.fault}`)
  else if (untried.length > 0) console.log(`${id} is not tried on ${untried.join(', ')}`)
  for (const { title } of failed) console.log(`${id} is not withstood in ${title}`)
}
const count = [...tried.values()].reduce((sum, tests) => sum + tests.length, 0)
console.log(`\n${count} tests in ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`faults withstood / faults there are: ${proven} / ${faults.length}`)
process.exit(proven === faults.length && broken === 0 ? 0 : 1)
