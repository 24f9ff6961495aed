import type { Estimate } from '../strength/estimator.ts'

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

interface KeyComparison {
  password: string
  salt: Uint8Array
  key: Uint8Array
}

/** The input and the result of each kind of job. */
interface Jobs {
  hash: { input: { password: string; options: HashOptions; salt: Uint8Array }; result: string }
  argon2: { input: { password: string; hash: string }; result: boolean }
  bcrypt: { input: { password: string; hash: string }; result: boolean }
  scrypt: { input: KeyComparison & { options: ScryptOptions }; result: boolean }
  firebaseScrypt: { input: KeyComparison & { signerKey: Uint8Array; options: ScryptOptions }; result: boolean }
  pbkdf2: { input: KeyComparison & { iterations: number; digest: string }; result: boolean }
  estimate: { input: { password: string; inputs: string[] }; result: Estimate }
  isCommon: { input: { password: string }; result: boolean }
}

export type JobKind = keyof Jobs
export type JobInput<K extends JobKind> = Jobs[K]['input']
export type JobResult<K extends JobKind = JobKind> = Jobs[K]['result']

/** A job of a password thread. */
export type PasswordJob = { [K in JobKind]: { kind: K } & JobInput<K> }[JobKind]

/** From the pool to a thread, which has at most one job at a time. */
export interface JobMessage {
  job: PasswordJob
}

/** From the thread to the pool. A problem is the code or name of an error, never its text. */
export type JobResponse = { value: JobResult } | { problem: string }
