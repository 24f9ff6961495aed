import { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { createEstimator } from '../strength/estimator.ts'
import type { JobInput, JobKind, JobMessage, JobResponse, JobResult, PasswordJob } from './messages.ts'

// The program of a password thread. The libraries are loaded by the first job that needs them.

const load = createRequire(import.meta.url)
const estimator = createEstimator(load)

const jobs: { [K in JobKind]: (input: JobInput<K>) => JobResult<K> } = {
  hash: ({ password, options, salt }) => argon2().hashSync(password, { ...options, salt }),
  argon2: ({ password, hash }) => argon2().verifySync(hash, password),
  bcrypt: ({ password, hash }) => bcrypt().compareSync(password, hash),
  // Firebase encrypts the project's signer key with a key derived from the password; the result is the hash.
  firebaseScrypt: ({ password, salt, signerKey, key, options }) => {
    const cipher = createCipheriv('aes-256-ctr', scryptSync(password, salt, 32, options), Buffer.alloc(16))
    return isEqual(Buffer.concat([cipher.update(signerKey), cipher.final()]), key)
  },
  scrypt: ({ password, salt, key, options }) => isEqual(scryptSync(password, salt, key.length, options), key),
  pbkdf2: ({ password, salt, key, iterations, digest }) =>
    isEqual(pbkdf2Sync(password, salt, iterations, key.length, digest), key),
  estimate: ({ password, inputs }) => estimator.estimate(password, inputs),
  isCommon: ({ password }) => estimator.isCommon(password),
}

function argon2(): typeof import('@node-rs/argon2') {
  return load('@node-rs/argon2')
}

function bcrypt(): typeof import('bcryptjs') {
  return load('bcryptjs')
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function run(job: PasswordJob): JobResult {
  const work = jobs[job.kind] as (input: PasswordJob) => JobResult
  return work(job)
}

function respond({ job }: JobMessage): JobResponse {
  try {
    return { value: run(job) }
  } catch (error) {
    const { code, name } = Object(error) as { code?: unknown; name?: unknown }
    return { problem: String(code || name || 'unknown') }
  }
}

// Requests without a password must not wait for hashes, so this thread gets a lower priority than the main thread. Only
// Linux has priorities per thread. If the system rejects the change, the thread works at normal priority.
function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + 10, 19))
  } catch {}
}

lowerPriority()
parentPort?.on('message', (message: JobMessage) => parentPort?.postMessage(respond(message)))
