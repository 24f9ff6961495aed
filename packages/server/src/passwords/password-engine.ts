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
import { createWorkerPool, type WorkerPool } from './worker-pool.ts'

export interface Estimate {
  /** 0 to 4. */
  score: number
  warning: string
  suggestions: string[]
  /** It is on the list of passwords everybody tries first. */
  isCommon: boolean
}

/** Everything about passwords that takes long, away from the thread that answers requests. */
export interface PasswordEngine {
  /** A PHC string. */
  hash(password: string): Promise<string>
  /**
   * Without a hash (no such user, no password) it takes as long and is never right. `isOutdated` asks for a new
   * hash: it was made with other parameters, or elsewhere.
   */
  verify(hash: string | null, password: string): Promise<{ isRight: boolean; isOutdated: boolean }>
  estimate(password: string, inputs: readonly string[]): Promise<Estimate>
  /** That alone, which takes next to no time. */
  isCommon(password: string): Promise<boolean>
  close(): Promise<void>
}

export interface PasswordEngineOptions {
  random: Random
  parameters?: HashParameters | undefined
  /** One a core if not said. */
  threads?: number | undefined
  /** More work than this is not queued; 2 s if not said. */
  longestQueueMs?: number | undefined
  /** SuppressionOutcome of each job that was turned away because too many waited. */
  onRefused?: (() => void) | undefined
  /** Tests: what is asked of the threads, instead of real ones. */
  createPool?: (options: Parameters<typeof createWorkerPool>[0]) => WorkerPool
}

/** What an estimate looks at; time grows faster than length, and what follows can only make it stronger. */
const estimatedLength = 64

export function createPasswordEngine(options: PasswordEngineOptions): PasswordEngine {
  const { random, onRefused, parameters = defaultHashParameters, longestQueueMs = 2_000 } = options
  const { createPool = createWorkerPool } = options
  const hashing = createPool({
    threads: options.threads ?? availableParallelism(),
    ...{ longestQueueMs, onRefused },
    expectedMs: 50,
  })
  // Its word lists take 60 MB: one thread has them, and only if anybody asks.
  const judging = createPool({ threads: 1, longestQueueMs, onRefused, expectedMs: 20 })
  const decoy = decoyHash(parameters, random)
  const current = hashPrefix(parameters)
  const argon2 = hashOptions(parameters)

  return {
    async hash(password) {
      const job = { kind: 'hash', password: canonical(password), options: argon2, salt: random.bytes(16) } as const
      return String(await hashing.run(job))
    },
    async verify(hash, password) {
      const known = hash === null ? null : planComparison(hash)
      const plan = known ?? ({ kind: 'argon2', hash: decoy } as const)
      // Who made it elsewhere took the password as it was typed. Both spellings of a decoy are compared too, or the
      // time it takes would tell that there is no hash.
      const spellings = plan.kind === 'argon2' ? new Set([canonical(password), password]) : [password]
      // All at once: a queue that had room for the first alone must not tell that the first was wrong.
      const answers = await Promise.all([...spellings].map((spelling) => hashing.run({ ...plan, password: spelling })))
      const isRight = known !== null && answers.includes(true)
      return { isRight, isOutdated: known !== null && hash?.startsWith(current) !== true }
    },
    async estimate(password, inputs) {
      const start = [...canonical(password)].slice(0, estimatedLength).join('')
      return (await judging.run({ kind: 'estimate', password: start, inputs: [...inputs] })) as Estimate
    },
    async isCommon(password) {
      return (await judging.run({ kind: 'isCommon', password: canonical(password) })) === true
    },
    async close() {
      await Promise.all([hashing.close(), judging.close()])
    },
  }
}

/** The same characters, however a keyboard put them together (NIST SP 800-63B-4 §3.1.1.2). */
function canonical(password: string): string {
  return password.normalize('NFKC')
}
