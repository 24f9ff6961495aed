import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { ProviderError } from '../core/provider-error.ts'
import type { PasswordJob } from './worker/messages.ts'
import { startWorker } from './worker/start-worker.ts'
import { createWorkerPool } from './worker-pool.ts'

const job: PasswordJob = {
  kind: 'hash',
  password: 'violet kettle',
  options: { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 },
  salt: new Uint8Array(16),
}

it('rejects a job that would wait too long, with a retry delay', async () => {
  let refusals = 0
  const pool = createWorkerPool({ threads: 1, longestQueueMs: 100, expectedMs: 60, onRefused: () => (refusals += 1) })
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => pool.run(job)))
  // One runs, two wait for 60 ms each; the rest would wait longer than 100 ms.
  expect(answers.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), ...Array(5).fill('rejected')])
  const errors = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(errors.every((one) => one instanceof ProviderError && one.type === 'service_unavailable')).toBe(true)
  expect(errors.every((one: ProviderError) => (one.retryAfterMs ?? 0) >= 1_000)).toBe(true)
  expect(refusals).toBe(5)
  await pool.close()
})

it('runs further jobs after a job failed', async () => {
  const pool = createWorkerPool({ threads: 1, longestQueueMs: 10_000, expectedMs: 1 })
  const broken: PasswordJob = { ...job, options: { ...job.options, memoryCost: 0 } }
  await expect(pool.run(broken)).rejects.toThrow('a password job failed')
  expect(await pool.run(job)).toMatch(/^\$argon2id\$/)
  await pool.close()
})

it('rejects queued and new jobs once it is closed', async () => {
  const pool = createWorkerPool({ threads: 1, longestQueueMs: 10_000, expectedMs: 1 })
  const slow: PasswordJob = { ...job, options: { ...job.options, memoryCost: 65_536, timeCost: 8 } }
  const waiting = Promise.allSettled([pool.run(slow), pool.run(job)])
  await pool.close()
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(pool.run(job)).rejects.toThrow('service_unavailable')
})

it('rejects queued jobs when the system cannot start a thread, and recovers once it can', async () => {
  const threads: Worker[] = []
  let isExhausted = false
  const startThread = (): Worker => {
    if (isExhausted) throw new Error('no thread available')
    const thread = startWorker()
    threads.push(thread)
    return thread
  }
  const pool = createWorkerPool({ threads: 1, longestQueueMs: 10_000, expectedMs: 1, startThread })
  const slow: PasswordJob = { ...job, options: { ...job.options, memoryCost: 65_536, timeCost: 8 } }
  const waiting = Promise.allSettled([pool.run(slow), pool.run(job)])
  isExhausted = true
  await threads.at(-1)?.terminate()
  const [running, queued] = await waiting
  expect([running, queued]).toMatchObject([
    { status: 'rejected', reason: { message: 'a password thread exited' } },
    { status: 'rejected', reason: { message: 'no thread available' } },
  ])
  await expect(pool.run(job)).rejects.toThrow('no thread available')
  isExhausted = false
  expect(await pool.run(job)).toMatch(/^\$argon2id\$/)
  await pool.close()
})
