import type { HashOptions, PasswordJob } from './worker/messages.ts'

/** Argon2id with the minimum parameters of OWASP: 19 MiB, two passes, one lane. */
export const defaultHashParameters: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface HashParameters {
  /** KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** The number of Argon2id in the library, whose names are a compile-time enum. */
const argon2id = 2

export function hashOptions(parameters: HashParameters): HashOptions {
  return { algorithm: argon2id, ...parameters }
}

/** The prefix of hashes with these parameters; any other hash is replaced at the next sign-in. */
export function hashPrefix({ memoryCost, timeCost, parallelism }: HashParameters): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

/** A hash that takes as long to compare as a real one and matches no password. */
export function decoyHash(parameters: HashParameters, random: { bytes(length: number): Uint8Array }): string {
  return `${hashPrefix(parameters)}${unpadded(random.bytes(16))}$${unpadded(random.bytes(32))}`
}

type Comparison = Exclude<PasswordJob, { kind: 'hash' | 'estimate' | 'isCommon' }>
/** A comparison without the password. */
export type HashPlan = Comparison extends infer Job ? (Job extends Comparison ? Omit<Job, 'password'> : never) : never

const largestMemory = 256 * 1024 * 1024
const mostPasses = 32
/** Bytes processed by all passes and lanes: some seconds of one thread, for which other requests wait. */
const mostArgon2Work = 2 * 1024 * 1024 * 1024
const mostScryptWork = 512 * 1024 * 1024
/** For all blocks of the key together, because each block is computed separately. */
const mostIterations = 4_000_000
const largestCost = 16

/**
 * How to compare a password with a stored hash; null if the format is not supported, or if one comparison would take
 * more time or memory than a sign-in may.
 *
 * Supported are Argon2 (PHC), bcrypt (`$2a$`, `$2b$`, `$2y$`), scrypt (`$scrypt$ln=,r=,p=$salt$hash`), Firebase's
 * modified scrypt (`$fbscrypt$v=1,n=,r=,p=1,ss=,sk=$salt$hash`) and PBKDF2 (`$pbkdf2-sha256$i=…$salt$hash`, passlib's
 * `$pbkdf2-sha256$rounds$…`, Django's `pbkdf2_sha256$…`).
 */
export function planComparison(hash: string): HashPlan | null {
  return argon2Plan(hash) ?? bcryptPlan(hash) ?? scryptPlan(hash) ?? firebasePlan(hash) ?? pbkdf2Plan(hash)
}

/** Can users sign in with this imported hash? */
export function isSupportedHash(hash: string): boolean {
  return hash.length <= 1_024 && planComparison(hash) !== null
}

function argon2Plan(hash: string): HashPlan | null {
  const [, kibibytes, passes, lanes, salt = '', key = ''] =
    /^\$argon2(?:id|i|d)\$(?:v=(?:16|19)\$)?m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{16,})$/.exec(
      hash,
    ) ?? []
  if (kibibytes === undefined) return null
  const memory = Number(kibibytes) * 1_024
  if (memory > largestMemory || memory * Number(passes) > mostArgon2Work) return null
  if (Number(passes) < 1 || Number(passes) > mostPasses || Number(lanes) < 1) return null
  // RFC 9106 §3.1: at least 8 KiB per lane. The library throws for less, and for incomplete base64.
  if (Number(kibibytes) < 8 * Number(lanes) || [salt, key].some(({ length }) => length % 4 === 1)) return null
  return { kind: 'argon2', hash }
}

function bcryptPlan(hash: string): HashPlan | null {
  const cost = Number(/^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1])
  // PHP writes `$2y$` for the same algorithm.
  return cost >= 4 && cost <= largestCost ? { kind: 'bcrypt', hash: hash.replace(/^\$2y/, '$2b') } : null
}

function scryptPlan(hash: string): HashPlan | null {
  const [, ln, r, p, salt, key] =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+=*)\$([A-Za-z0-9+/]+=*)$/.exec(hash) ?? []
  if (salt === undefined || key === undefined) return null
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p) }
  const memory = 128 * options.N * options.r
  if (options.N < 2 || options.r < 1 || options.p < 1 || options.p > mostPasses || memory > largestMemory) return null
  if (memory * options.p > mostScryptWork) return null
  return keyed({
    kind: 'scrypt',
    salt: bytes(salt),
    key: bytes(key),
    options: { ...options, maxmem: 2 * memory + 1_048_576 },
  })
}

/** `n` is the binary logarithm of the cost (`mem_cost`), `r` the block size (`rounds`), `ss` and `sk` are base64. */
function firebasePlan(hash: string): HashPlan | null {
  const [, n, r, separator, signer, salt, key] =
    /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=1,ss=([\w+/-]+=*),sk=([\w+/-]+=*)\$([\w+/-]+=*)\$([\w+/-]+=*)$/.exec(
      hash,
    ) ?? []
  if (separator === undefined || signer === undefined || salt === undefined || key === undefined) return null
  const options = { N: 2 ** Number(n), r: Number(r), p: 1 }
  const memory = 128 * options.N * options.r
  if (options.N < 2 || options.r < 1 || memory > largestMemory) return null
  const signerKey = bytes(signer)
  const expected = bytes(key)
  // AES-CTR keeps the length of what it encrypts.
  if (signerKey.length !== expected.length) return null
  return keyed({
    kind: 'firebaseScrypt',
    salt: new Uint8Array(Buffer.concat([bytes(salt), bytes(separator)])),
    signerKey,
    key: expected,
    options: { ...options, maxmem: 2 * memory + 1_048_576 },
  })
}

function pbkdf2Plan(hash: string): HashPlan | null {
  const phc =
    /^\$pbkdf2(?:-sha(1|256|512))?\$(?:i=)?(\d{1,8})(?:,l=\d+)?\$([A-Za-z0-9+/.]+=*)\$([A-Za-z0-9+/.]+=*)$/.exec(hash)
  const django = /^pbkdf2_sha(1|256|512)\$(\d{1,8})\$([^$]{1,128})\$([A-Za-z0-9+/]+=*)$/.exec(hash)
  const [, digest, rounds, salt, key] = phc ?? django ?? []
  const iterations = Number(rounds)
  if (salt === undefined || key === undefined || iterations < 1) return null
  // passlib omits the name of SHA-1.
  const sha = digest ?? '1'
  const expected = bytes(key)
  const blocks = Math.ceil(expected.length / (digestLengths[sha] ?? 1))
  if (iterations * blocks > mostIterations) return null
  return keyed({
    kind: 'pbkdf2',
    // Django uses the text of the salt as bytes.
    salt: phc ? bytes(salt) : new TextEncoder().encode(salt),
    key: expected,
    iterations,
    digest: `sha${sha}`,
  })
}

const digestLengths: Readonly<Record<string, number>> = { '1': 20, '256': 32, '512': 64 }

/** Very short keys are rejected: many passwords would match them. */
function keyed<Plan extends HashPlan & { key: Uint8Array }>(plan: Plan): Plan | null {
  return plan.key.length >= 16 && plan.key.length <= 128 ? plan : null
}

/** Base64 with or without padding; passlib writes `.` for `+`. */
function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.replaceAll('.', '+'), 'base64'))
}

function unpadded(raw: Uint8Array): string {
  return Buffer.from(raw).toString('base64').replace(/=+$/, '')
}
