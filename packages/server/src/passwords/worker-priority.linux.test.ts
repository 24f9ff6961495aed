import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import type { PasswordJob } from './worker/messages.ts'
import { createWorkerPool } from './worker-pool.ts'

const job: PasswordJob = {
  kind: 'hash',
  password: 'violet kettle',
  options: { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 },
  salt: new Uint8Array(16),
}

/** The priority of every thread of this process, by thread id. A thread may end while the list is read. */
function threadPriorities(): Map<string, number> {
  const threads = readdirSync('/proc/self/task')
  return new Map(
    threads.flatMap((id) => {
      try {
        return [[id, getPriority(Number(id))]]
      } catch {
        return []
      }
    }),
  )
}

// Only Linux has a priority per thread.
it('hashes in threads of a lower priority than those that handle requests', async () => {
  const [own, before] = [getPriority(), threadPriorities()]
  const pool = createWorkerPool({ threads: 1, longestQueueMs: 10_000, expectedMs: 1 })
  await pool.run(job)
  const lowered = [...threadPriorities()].filter(([id, priority]) => priority !== (before.get(id) ?? own))
  expect(lowered.map(([, priority]) => priority)).toEqual([Math.min(own + 10, 19)])
  await pool.close()
})
