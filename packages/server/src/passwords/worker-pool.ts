import type { Worker } from 'node:worker_threads'
import { ProviderError } from '../core/provider-error.ts'
import type { JobMessage, JobResponse, JobResult, PasswordJob } from './worker/messages.ts'
import { startWorker } from './worker/start-worker.ts'

export interface WorkerPool {
  /** Rejects with `service_unavailable` if the job would wait longer than `longestQueueMs`. */
  run<Job extends PasswordJob>(job: Job): Promise<JobResult<Job['kind']>>
  /** Ends the threads; queued jobs are rejected. */
  close(): Promise<void>
}

interface Waiting {
  job: PasswordJob
  resolve(value: JobResult): void
  reject(error: unknown): void
}

interface Thread {
  worker: Worker
  current: (Waiting & { startedAt: number }) | null
}

/**
 * A thread pool with its own queue, so that password jobs do not occupy the threads of the rest of the process. Threads
 * start on demand and do not keep the process alive while they are idle.
 */
export function createWorkerPool(options: {
  threads: number
  /** A job that would wait longer is rejected. */
  longestQueueMs: number
  /** The estimated duration of a job before one was measured. */
  expectedMs: number
  onRefused?: (() => void) | undefined
  startThread?: (() => Worker) | undefined
}): WorkerPool {
  const { startThread = startWorker } = options
  const threads = new Set<Thread>()
  const queue: Waiting[] = []
  let averageMs = options.expectedMs
  let isClosed = false

  function dispatch(): void {
    while (queue.length > 0) {
      const idle = [...threads].find(({ current }) => current === null) ?? trySpawn()
      const next = idle ? queue.shift() : undefined
      if (!idle || !next) return
      idle.current = { ...next, startedAt: performance.now() }
      idle.worker.ref()
      const message: JobMessage = { job: next.job }
      idle.worker.postMessage(message)
    }
  }

  /** The system may not start another thread. Queued jobs are rejected if no thread is left to run them. */
  function trySpawn(): Thread | null {
    try {
      return spawn()
    } catch (error) {
      if (threads.size === 0) for (const { reject } of queue.splice(0)) reject(error)
      return null
    }
  }

  function spawn(): Thread | null {
    if (threads.size >= options.threads) return null
    const worker = startThread()
    const thread: Thread = { worker, current: null }
    threads.add(thread)
    worker.unref()
    worker.on('message', (response: JobResponse) => {
      const { current } = thread
      thread.current = null
      worker.unref()
      if (current) settle(current, response)
      dispatch()
    })
    worker.on('error', (error) => lose(thread, error))
    worker.on('exit', () => lose(thread, new Error('a password thread exited')))
    return thread
  }

  function settle(done: Waiting & { startedAt: number }, response: JobResponse): void {
    averageMs += (performance.now() - done.startedAt - averageMs) / 8
    if ('value' in response) done.resolve(response.value)
    else done.reject(new Error(`a password job failed: ${response.problem}`))
  }

  /** A failed thread is replaced when the next job needs one. */
  function lose(thread: Thread, error: unknown): void {
    if (!threads.delete(thread)) return
    thread.current?.reject(isClosed ? busy(0) : error)
    dispatch()
  }

  function busy(waitMs: number): ProviderError {
    return new ProviderError('service_unavailable', { retryAfterMs: Math.max(1_000, Math.round(waitMs)) })
  }

  return {
    run(job) {
      const waitMs = (queue.length * averageMs) / options.threads
      if (isClosed || waitMs > options.longestQueueMs) {
        options.onRefused?.()
        return Promise.reject(busy(waitMs))
      }
      return new Promise((resolve, reject) => {
        // The thread responds with the result of the job that it got.
        queue.push({ job, resolve: (value) => resolve(value as JobResult<typeof job.kind>), reject })
        dispatch()
      })
    },
    async close() {
      isClosed = true
      for (const { reject } of queue.splice(0)) reject(busy(0))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}
