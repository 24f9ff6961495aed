import { createHash } from 'node:crypto'
import type { JsonObject } from '@latchkey/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../node/system-clock.ts'
import type { ProjectSettings } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { withNaiveConsume } from '../storage/testing/naive-consume.ts'
import { raceRounds } from '../storage/testing/run-length.ts'
import { withBarrier } from '../testing/barrier.ts'
import { type Answer, createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'
import { createImpersonationToken } from '../tokens/impersonation-token.ts'
import { type Gate, raceAt, raceConfig, raceLimits, tally } from './race.suite.ts'

const concurrency = 16
const issuer = 'https://issuer.example'

/** A one-time secret: how it is created, how it is presented, and the error of all callers but one. */
interface OneTime {
  name: string
  refusal: string
  settings(): Promise<Partial<ProjectSettings>>
  prepare(harness: Harness): Promise<unknown>
  present(harness: Harness, secret: unknown): Promise<Answer>
}

const signer = generateKeyPair('ES256')
let jtis = 0

const secrets: OneTime[] = [
  {
    name: 'impersonation token',
    refusal: 'unauthorized_credentials',
    settings: async () => ({}),
    async prepare(harness) {
      const { accountId } = await harness.signIn('ada@example.com')
      const client = { ip: '', prefix: '', userAgent: '' }
      const source = { project: harness.project, client, requestId: 'request-id-test-x' }
      const own = { storage: harness.storage, clock: harness.clock, random: createRandom() }
      return (await createImpersonationToken(own, source, { accountId, actor: 'ops' })).token
    },
    present: (harness, impersonation_token) =>
      harness.call('POST', '/impersonation/authenticate', { impersonation_token }),
  },
  {
    name: 'token of a trusted issuer',
    refusal: 'unauthorized_credentials',
    async settings() {
      const jwk = { ...(await exportJWK((await signer).publicKey)), kid: 'k1' } as JsonObject
      const keys = { jwks: { keys: [jwk] } }
      return {
        attestationProfiles: [{ id: 'p', issuer, audience: 'a', keys, trustsEmail: false, createsUsers: true }],
      }
    },
    async prepare(harness) {
      jtis += 1
      return new SignJWT({ jti: `jti-${jtis}` })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
        .setIssuer(issuer)
        .setAudience('a')
        .setSubject('ada')
        .setIssuedAt(Math.floor(harness.clock.now() / 1_000))
        .setExpirationTime(Math.floor(harness.clock.now() / 1_000) + 60)
        .sign((await signer).privateKey)
    },
    present: (harness, token) => harness.call('POST', '/sessions/attest', { profile_id: 'p', token }),
  },
  {
    name: 'proof of work',
    refusal: 'Captcha required',
    settings: async () => ({ captcha: { enabled: true, siteKey: 's', secretSealed: '', difficulty: 1_000 } }),
    async prepare(harness) {
      const { data } = await harness.call('POST', '/captcha/challenge', { site_key: 's', action: 'LOGIN' })
      const { challenge, salt, signature } = Object(data) as Record<string, string>
      const hash = (n: number) => createHash('sha256').update(`${salt}${n}`).digest('hex')
      const number = Array.from({ length: 1_001 }, (_, n) => n).find((n) => hash(n) === challenge)
      return Buffer.from(JSON.stringify({ algorithm: 'SHA-256', challenge, salt, signature, number })).toString(
        'base64',
      )
    },
    present: (harness, captcha_token) => harness.call('POST', '/users/search', { email: 'a@b.co', captcha_token }),
  },
]

describe.each(engines)('races on %s', (engine) => {
  let real: Storage
  let gate: Gate
  beforeAll(async () => {
    real = await openTestStorage(engine)
    gate = withBarrier(real)
  })
  afterAll(() => real.close())

  describe.each(secrets)('for one $name', ({ refusal, settings, prepare, present }) => {
    const open = async (storage: Storage) =>
      createHarness(storage, { settings: { limits: raceLimits, ...(await settings()) }, config: raceConfig })

    it(`admits one of ${concurrency} callers, ${raceRounds} times (T-2)`, { timeout: 600_000 }, async () => {
      const harness = await open(gate.storage)
      for (let round = 0; round < raceRounds; round += 1) {
        const secret = await prepare(harness)
        expect(tally(await raceAt(gate, concurrency, () => present(harness, secret)))).toEqual({
          '200': 1,
          [refusal]: concurrency - 1,
        })
        expect((await present(harness, secret)).outcome).toBe(refusal)
      }
    })

    it('admits more than one caller if the storage reads before it writes', async () => {
      const naive = withBarrier(withNaiveConsume(real))
      const harness = await open(naive.storage)
      // The user exists already, so that only the one-time secret separates the callers.
      await present(harness, await prepare(harness))
      const secret = await prepare(harness)
      expect(tally(await raceAt(naive, concurrency, () => present(harness, secret)))['200']).toBeGreaterThan(1)
    })
  })
})
