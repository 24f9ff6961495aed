import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { ProviderError } from '../core/provider-error.ts'
import { createPasswordEngine } from './password-engine.ts'
import { defaultHashParameters, isSupportedHash } from './password-hash.ts'
import type { JobResult, PasswordJob } from './worker/messages.ts'
import type { WorkerPool } from './worker-pool.ts'

const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
const engine = createPasswordEngine({ random })
afterAll(() => engine.close())

const b64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '')
const text64 = (text: string): string => Buffer.from(text).toString('base64').replace(/=+$/, '')

describe('a hash of the provider', () => {
  it('is Argon2id with 19 MiB, two passes, one lane and a random salt', async () => {
    const [first, second] = await Promise.all([engine.hash('violet kettle'), engine.hash('violet kettle')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(first).not.toBe(second)
    expect(await engine.verify(first, 'violet kettle')).toEqual({ isRight: true, isOutdated: false })
    expect(await engine.verify(first, 'Violet kettle')).toEqual({ isRight: false, isOutdated: false })
  })

  it('is outdated when the parameters have changed', async () => {
    const later = createPasswordEngine({ random, parameters: { ...defaultHashParameters, timeCost: 3 } })
    const hash = await engine.hash('violet kettle')
    expect(await later.verify(hash, 'violet kettle')).toEqual({ isRight: true, isOutdated: true })
    await later.close()
  })

  it('matches the same characters in any Unicode composition, and no other', async () => {
    const hash = await engine.hash('Caf\u00e9 \u2126')
    expect((await engine.verify(hash, 'Cafe\u0301 \u03a9')).isRight).toBe(true)
    expect((await engine.verify(hash, 'Cafe \u03a9')).isRight).toBe(false)
  })

  it('distinguishes passwords beyond the 72nd byte', async () => {
    const hash = await engine.hash(`${'a'.repeat(100)}b`)
    expect((await engine.verify(hash, `${'a'.repeat(100)}c`)).isRight).toBe(false)
  })
})

/** Published vectors: jBCrypt, the Argon2 reference, RFC 7914 §12 (scrypt) and §11, RFC 6070 (PBKDF2), passlib. */
const importedHashes: [name: string, hash: string, password: string][] = [
  ['bcrypt $2a$', '$2a$06$m0CrhHm10qJ3lXRY.5zDGO3rS2KdeeWLuGmsfGlMfOxih58VYVfxe', 'a'],
  ['bcrypt $2b$', '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i', 'abc'],
  ['bcrypt $2y$', '$2y$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i', 'abc'],
  ['Argon2id', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', 'password'],
  ['Argon2i', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA', 'password'],
  [
    'scrypt',
    `$scrypt$ln=14,r=8,p=1$${text64('SodiumChloride')}$${b64(
      '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    )}`,
    'pleaseletmein',
  ],
  [
    'PBKDF2-SHA-256',
    `$pbkdf2-sha256$i=80000$${text64('NaCl')}$${b64(
      '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d',
    )}`,
    'Password',
  ],
  [
    'PBKDF2-SHA-1',
    `$pbkdf2-sha1$i=4096,l=20$${text64('salt')}$${b64('4b007901b765489abead49d926f721d065a429c1')}`,
    'password',
  ],
  [
    'PBKDF2 by passlib',
    '$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ',
    'password',
  ],
  ['PBKDF2-SHA-1 by passlib', '$pbkdf2$1212$OB.dtnSEXZK8U5cgxU/GYQ$y5LKPOplRmok7CZp/aqVDVg8zGI', 'password'],
  [
    'PBKDF2 by Django',
    `pbkdf2_sha256$1000$seasalt$${pbkdf2Sync('lètmein', 'seasalt', 1000, 32, 'sha256').toString('base64')}`,
    'lètmein',
  ],
]

const firebase = (memory: number, signerBytes: number, hashBytes: number): string =>
  `$fbscrypt$v=1,n=${memory},r=8,p=1,ss=Bw==,sk=${text64('k'.repeat(signerBytes))}$c2FsdA$${text64('x'.repeat(hashBytes))}`

describe('an imported hash', () => {
  it.each(importedHashes)('by %s matches only its password and is outdated', async (_name, hash, password) => {
    expect(isSupportedHash(hash)).toBe(true)
    expect(await engine.verify(hash, password)).toEqual({ isRight: true, isOutdated: true })
    expect((await engine.verify(hash, `${password}x`)).isRight).toBe(false)
  })

  it.each([
    ['of no known kind', '$md5$x$5f4dcc3b5aa765d61d8327deb882cf99'],
    ['in clear', 'password'],
    ['of nothing', ''],
    ['cut short', '$2b$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf'],
    ['with an empty key', '$pbkdf2-sha256$i=1000$c2FsdA$AA'],
    ['that takes a gigabyte', `$scrypt$ln=20,r=8,p=1$c2FsdA$${text64('x'.repeat(32))}`],
    ['that takes minutes', `$pbkdf2-sha256$i=99999999$c2FsdA$${text64('x'.repeat(32))}`],
    ['that takes an hour', `$2b$31$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i`],
    ['with too much memory', `$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$${text64('x'.repeat(32))}`],
    ['with many passes over much memory', `$argon2id$v=19$m=262144,t=32,p=1$c29tZXNhbHQ$${text64('x'.repeat(32))}`],
    ['with many lanes one after the other', `$scrypt$ln=18,r=8,p=32$c2FsdA$${text64('x'.repeat(32))}`],
    ['with many blocks one after the other', `$pbkdf2-sha1$i=4000000$c2FsdA$${text64('x'.repeat(128))}`],
    ['of Firebase that takes a gigabyte', firebase(20, 64, 64)],
    // AES-CTR keeps the length, so such a hash could never match.
    ['of Firebase with another length than its signer key', firebase(14, 64, 63)],
    ['of Firebase with a short signer key', firebase(14, 15, 15)],
    // Invalid hashes that make the library throw at every sign-in.
    ['with less memory than its lanes take', `$argon2id$v=19$m=8,t=1,p=99$c29tZXNhbHQ$${text64('x'.repeat(32))}`],
    ['with half a byte of salt', `$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQab$${text64('x'.repeat(32))}`],
  ])('%s is not supported and matches no password', async (_name, hash) => {
    expect(isSupportedHash(hash)).toBe(false)
    expect(await engine.verify(hash, 'password')).toEqual({ isRight: false, isOutdated: false })
  })
})

describe('a comparison', () => {
  /** A pool that compares nothing and records its jobs. */
  function createRecordingEngine(run: (jobs: PasswordJob[]) => unknown): {
    jobs: PasswordJob[]
    verify: typeof engine.verify
  } {
    const jobs: PasswordJob[] = []
    const pool: WorkerPool = {
      async run<Job extends PasswordJob>(job: Job) {
        jobs.push(job)
        return run(jobs) as JobResult<Job['kind']>
      },
      close: async () => {},
    }
    return { jobs, verify: createPasswordEngine({ random, createPool: () => pool }).verify }
  }

  it.each([
    ['in normal form', 'violet kettle', 1],
    ['in another composition', 'Cafe\u0301 \u2126', 2],
  ])('of a password %s costs as much without a hash as with one', async (_how, password, comparisons) => {
    const ours = await engine.hash('violet')
    const costs = await Promise.all(
      [ours, null, 'of no known kind'].map(async (hash) => {
        const { jobs, verify } = createRecordingEngine(() => false)
        expect((await verify(hash, password)).isRight).toBe(false)
        return jobs.map((job) => [job.kind, 'password' in job ? job.password : ''])
      }),
    )
    expect(costs.map((cost) => cost.length)).toEqual([comparisons, comparisons, comparisons])
    expect(new Set(costs.map((cost) => JSON.stringify(cost))).size).toBe(1)
  })

  it('with a decoy never matches, whatever the threads return', async () => {
    const { verify } = createRecordingEngine(() => true)
    expect(await verify(null, 'Cafe\u0301')).toEqual({ isRight: false, isOutdated: false })
  })

  it('of which the queue accepts one half does not reveal the result of that half', async () => {
    const hash = await engine.hash('Caf\u00e9')
    for (const first of [true, false]) {
      const { verify } = createRecordingEngine(({ length }) => {
        if (length > 1) throw new ProviderError('service_unavailable')
        return first
      })
      await expect(verify(hash, 'Cafe\u0301')).rejects.toThrow('service_unavailable')
    }
  })
})

describe('an estimate', () => {
  it('contains the original sentences of zxcvbn', async () => {
    expect(await engine.estimate('password', [])).toEqual({
      score: 0,
      warning: 'This is a top-10 common password',
      suggestions: ['Add another word or two. Uncommon words are better.'],
      isCommon: true,
    })
    expect((await engine.estimate('abcdefgh1234', [])).warning).toBe('Sequences like abc or 6543 are easy to guess')
    expect(await engine.estimate('violet kettle ambles north', [])).toEqual({
      ...{ score: 4, warning: '', suggestions: [], isCommon: false },
    })
    expect(await engine.estimate('', [])).toEqual({
      score: 0,
      warning: '',
      suggestions: ['Use a few words, avoid common phrases', 'No need for symbols, digits, or uppercase letters'],
      isCommon: false,
    })
  })

  it('gives a low score to data about the user', async () => {
    const [known, unknown] = await Promise.all([
      engine.estimate('zanzibarquokka', ['zanzibarquokka']),
      engine.estimate('zanzibarquokka', []),
    ])
    expect([known.score, unknown.score >= 3]).toEqual([0, true])
  })

  it('handles names of object properties as passwords', async () => {
    for (const name of ['constructor', '__proto__', 'hasOwnProperty', 'toString'])
      expect(Number.isInteger((await engine.estimate(name, [name])).score)).toBe(true)
  })

  it('uses only the beginning of a very long password', async () => {
    const [whole, start] = await Promise.all([
      engine.estimate(`${'a'.repeat(64)}${randomBytes(30).toString('base64')}`, []),
      engine.estimate('a'.repeat(64), []),
    ])
    expect(whole).toEqual(start)
  })
})

it('recognizes common passwords in any letter case', async () => {
  const found = await Promise.all(
    ['password', 'PassWord', 'iloveyou', 'violet kettle'].map((one) => engine.isCommon(one)),
  )
  expect(found).toEqual([true, true, true, false])
})
