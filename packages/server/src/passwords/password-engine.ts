import { availableParallelism } from 'node:os'
import type { Random } from '../core/clock-and-random.ts'
import {
  decoyHash,
  defaultHashParameters,
  type HashParameters,
  hashOptions,
  hashPrefix,
  planComparison,
} from './password-hash.ts'
import type { Estimate } from './strength/estimator.ts'
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

/** Expensive password operations, in threads other than the one that handles requests. */
export interface PasswordEngine {
  /** A PHC string. */
  hash(password: string): Promise<string>
  /**
   * Without a hash (no such user, no password) it takes as long and never matches. `isOutdated` means that the password
   * needs a new hash: this one has other parameters or was imported.
   */
  verify(hash: string | null, password: string): Promise<{ isRight: boolean; isOutdated: boolean }>
  estimate(password: string, inputs: readonly string[]): Promise<Estimate>
  /** Only the check for common passwords, which is fast. */
  isCommon(password: string): Promise<boolean>
  close(): Promise<void>
}

export interface PasswordEngineOptions {
  random: Random
  parameters?: HashParameters | undefined
  /** Defaults to one per core. */
  threads?: number | undefined
  /** A job that would wait longer is rejected. Defaults to 2 seconds. */
  longestQueueMs?: number | undefined
  /** Called for each job that was rejected because the queue is too long. */
  onRefused?: (() => void) | undefined
  /** Replaces the thread pool in tests. */
  createPool?: (options: Parameters<typeof createWorkerPool>[0]) => WorkerPool
}

/** Characters that an estimate uses: its time grows faster than the length, and more characters only add strength. */
const estimatedLength = 64

export function createPasswordEngine(options: PasswordEngineOptions): PasswordEngine {
  const { random, onRefused, parameters = defaultHashParameters, longestQueueMs = 2_000 } = options
  const { createPool = createWorkerPool } = options
  const hashing = createPool({
    threads: options.threads ?? availableParallelism(),
    ...{ longestQueueMs, onRefused },
    expectedMs: 50,
  })
  // The word lists take 60 MB, so only one thread loads them, and only on demand.
  const judging = createPool({ threads: 1, longestQueueMs, onRefused, expectedMs: 20 })
  const decoy = decoyHash(parameters, random)
  const current = hashPrefix(parameters)
  const argon2 = hashOptions(parameters)

  return {
    async hash(password) {
      const job = { kind: 'hash', password: canonical(password), options: argon2, salt: random.bytes(16) } as const
      return hashing.run(job)
    },
    async verify(hash, password) {
      const known = hash === null ? null : planComparison(hash)
      const plan = known ?? ({ kind: 'argon2', hash: decoy } as const)
      // An imported hash may be of the password as typed. A decoy is compared in both spellings too; otherwise the
      // duration would reveal that there is no hash.
      const spellings = plan.kind === 'argon2' ? new Set([canonical(password), password]) : [password]
      // Started together: if the queue rejects the second job, the error must not reveal the result of the first.
      const answers = await Promise.all([...spellings].map((spelling) => hashing.run({ ...plan, password: spelling })))
      const isRight = known !== null && answers.includes(true)
      return { isRight, isOutdated: known !== null && hash?.startsWith(current) !== true }
    },
    async estimate(password, inputs) {
      const start = [...canonical(password)].slice(0, estimatedLength).join('')
      return judging.run({ kind: 'estimate', password: start, inputs: [...inputs] })
    },
    async isCommon(password) {
      return judging.run({ kind: 'isCommon', password: canonical(password) })
    },
    async close() {
      await Promise.all([hashing.close(), judging.close()])
    },
  }
}

/** Normalizes characters that keyboards compose differently (NIST SP 800-63B-4 §3.1.1.2). */
function canonical(password: string): string {
  return password.normalize('NFKC')
}
