import { expect, it } from 'vitest'
import { runInParallel } from './run-checks.ts'

/** Records the order in which jobs start and end. Each ends when the event loop has run the others. */
async function run(jobs: { name: string; after?: string[] }[], limit: number) {
  const events: string[] = []
  let most = 0
  let running = 0
  const results = await runInParallel(jobs, limit, async ({ name }) => {
    events.push(`start ${name}`)
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    events.push(`end ${name}`)
    return name
  })
  return { events, most, results }
}

it('starts a check after those that it needs', async () => {
  const { events } = await run([{ name: 'pack', after: ['types', 'bundle'] }, { name: 'types' }, { name: 'bundle' }], 2)
  expect(events.indexOf('start pack')).toBeGreaterThan(events.indexOf('end types'))
  expect(events.indexOf('start pack')).toBeGreaterThan(events.indexOf('end bundle'))
})

it('runs as many checks at a time as the limit allows', async () => {
  const jobs = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }))
  const { most, results } = await run(jobs, 2)
  expect({ most, results: results.sort() }).toEqual({ most: 2, results: ['a', 'b', 'c', 'd', 'e'] })
})

it('rejects a check that waits for an unknown one', async () => {
  await expect(run([{ name: 'a', after: ['missing'] }], 2)).rejects.toThrow('a')
})
