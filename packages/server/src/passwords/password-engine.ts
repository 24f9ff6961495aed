import { availableParallelism } from 'node:os'
import type { Random } from '../world.ts'
import {
  decoyHash,
  defaultHashParameters,
  type HashParameters,
  hashOptions,
  hashPrefix,
  planComparison,
} from './password-hash.ts'
import { createWorkerPool } from './worker-pool.ts'

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
  /** Told of each job that was turned away because too many waited. */
  onRefused?: (() => void) | undefined
}

/** What an estimate looks at; time grows faster than length, and what follows can only make it stronger. */
const estimatedLength = 64

export function createPasswordEngine(options: PasswordEngineOptions): PasswordEngine {
  const { random, onRefused, parameters = defaultHashParameters, longestQueueMs = 2_000 } = options
  const hashing = createWorkerPool({
    threads: options.threads ?? availableParallelism(),
    ...{ longestQueueMs, onRefused },
    expectedMs: 50,
  })
  // Its word lists take 60 MB: one thread has them, and only if anybody asks.
  const judging = createWorkerPool({ threads: 1, longestQueueMs, onRefused, expectedMs: 20 })
  const decoy = decoyHash(parameters, random)
  const current = hashPrefix(parameters)
  const argon2 = hashOptions(parameters)

  return {
    async hash(password) {
      const job = { kind: 'hash', password: canonical(password), options: argon2, salt: random.bytes(16) } as const
      return String(await hashing.run(job))
    },
    async verify(hash, password) {
      const plan = hash === null ? null : planComparison(hash)
      if (hash === null || plan === null) {
        await hashing.run({ kind: 'argon2', hash: decoy, password: canonical(password) })
        return { isRight: false, isOutdated: false }
      }
      // Who made it elsewhere took the password as it was typed.
      const typed = plan.kind === 'argon2' ? canonical(password) : password
      const isRight =
        (await hashing.run({ ...plan, password: typed })) === true ||
        (typed !== password && (await hashing.run({ ...plan, password })) === true)
      return { isRight, isOutdated: !hash.startsWith(current) }
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
