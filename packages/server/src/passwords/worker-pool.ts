import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { ProviderError } from '../core/provider-error.ts'
import { feedbackWords } from './feedback-words.ts'
import { workerSource } from './worker-source.ts'

/** A job of a password thread. */
export type PasswordJob =
  | { kind: 'hash'; password: string; options: HashOptions; salt: Uint8Array }
  | { kind: 'argon2' | 'bcrypt'; password: string; hash: string }
  | { kind: 'scrypt'; password: string; salt: Uint8Array; key: Uint8Array; options: ScryptOptions }
  | {
      kind: 'firebaseScrypt'
      password: string
      salt: Uint8Array
      signerKey: Uint8Array
      key: Uint8Array
      options: ScryptOptions
    }
  | { kind: 'pbkdf2'; password: string; salt: Uint8Array; key: Uint8Array; iterations: number; digest: string }
  | { kind: 'estimate'; password: string; inputs: string[] }
  | { kind: 'isCommon'; password: string }

export interface HashOptions {
  algorithm: number
  memoryCost: number
  timeCost: number
  parallelism: number
}

export interface ScryptOptions {
  N: number
  r: number
  p: number
  maxmem: number
}

export interface WorkerPool {
  /** Rejects with `service_unavailable` if the job would wait longer than `longestQueueMs`. */
  run(job: PasswordJob): Promise<unknown>
  /** Ends the threads; queued jobs are rejected. */
  close(): Promise<void>
}

interface Waiting {
  job: PasswordJob
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface Thread {
  worker: Worker
  current: (Waiting & { startedAt: number }) | null
}

interface Answer {
  value?: unknown
  problem?: string
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
      idle.worker.postMessage({ job: next.job })
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
    worker.on('message', (answer: Answer) => {
      const { current } = thread
      thread.current = null
      worker.unref()
      if (current) settle(current, answer)
      dispatch()
    })
    worker.on('error', (error) => lose(thread, error))
    worker.on('exit', () => lose(thread, new Error('a password thread exited')))
    return thread
  }

  function settle(done: Waiting & { startedAt: number }, { value, problem }: Answer): void {
    averageMs += (performance.now() - done.startedAt - averageMs) / 8
    if (problem === undefined) done.resolve(value)
    else done.reject(new Error(`a password job failed: ${problem}`))
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
        queue.push({ job, resolve, reject })
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

export function startWorker(): Worker {
  return new Worker(workerSource, { eval: true, workerData: workerSettings() })
}

/** Paths instead of module names: a thread made from source text resolves names from the working directory. */
export function workerSettings(): { modules: Record<string, string>; translations: typeof feedbackWords } {
  const { resolve } = createRequire(import.meta.url)
  const modules = {
    argon2: resolve('@node-rs/argon2'),
    bcrypt: resolve('bcryptjs'),
    zxcvbn: resolve('@zxcvbn-ts/core'),
    // Internal files of the pinned version; a test compares the results with the library.
    zxcvbnEstimate: resolve('@zxcvbn-ts/core/dist/scoring/estimate.cjs'),
    zxcvbnScoring: resolve('@zxcvbn-ts/core/dist/scoring/utils.cjs'),
    zxcvbnConstants: resolve('@zxcvbn-ts/core/dist/data/const.cjs'),
    zxcvbnCommon: resolve('@zxcvbn-ts/language-common'),
    zxcvbnEnglish: resolve('@zxcvbn-ts/language-en'),
  }
  return { modules, translations: feedbackWords }
}
