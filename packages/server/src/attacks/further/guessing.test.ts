import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../core/hash.ts'
import { newSessionToken } from '../../sessions/session-token.ts'
import type { Storage } from '../../storage/storage.ts'
import { isLongRun } from '../../storage/testing/run-length.ts'
import { createHarness, engines, type Harness, openTestStorage, tokenOf } from '../../testing/harness.ts'

/** SQLite runs in the process and is faster, so it gets more guesses. */
const guesses = { sqlite: isLongRun ? 1_000_000 : 50_000, postgres: isLongRun ? 100_000 : 5_000 }
const guessesByCall = isLongRun ? 5_000 : 500
const atOnce = 200
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous, secret_attempts_per_ip: generous },
}
const random = { bytes: (length: number): Uint8Array => randomBytes(length) }
const lasting = { session_duration_minutes: 30 }
const guess = (): string => randomBytes(32).toString('base64url')

describe.each(engines)('guessing on %s', (engine) => {
  let storage: Storage
  let harness: Harness
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createHarness(storage, { settings: { limits }, config: { limits } })
    // Creates tokens that a guess could match.
    for (let count = 0; count < 50; count += 1) {
      await harness.signIn(`user${count}@example.com`)
      await harness.call('POST', '/magic_links/email/login_or_create', { email: `user${count}@example.com` })
    }
  })
  afterAll(() => storage.close())

  it(`finds no token among ${guesses[engine]}, because only a hash is stored (T-10)`, async () => {
    const token = tokenOf(await harness.lastMessage('user7@example.com'))
    const found = await storage.oneTime.findByTokenHash(harness.project.id, sha256Hex(token))
    expect([found?.identifier, JSON.stringify(found).includes(token)]).toEqual(['email:user7@example.com', false])
    // The token itself or a variant of its hash does not find the row.
    for (const near of [
      token,
      sha256Hex(token).slice(1),
      sha256Hex(token).toUpperCase(),
      '',
      '%',
      sha256Hex(`${token} `),
    ])
      expect(await storage.oneTime.findByTokenHash(harness.project.id, near)).toBeNull()
    let hits = 0
    for (let done = 0; done < guesses[engine]; done += atOnce) {
      const tries = Array.from({ length: atOnce }, (_, index) =>
        index % 2 === 0
          ? storage.oneTime.findByTokenHash(harness.project.id, sha256Hex(guess()))
          : storage.sessions.findByTokenHash(
              harness.project.id,
              sha256Hex(newSessionToken(random)),
              harness.clock.now(),
            ),
      )
      hits += (await Promise.all(tries)).filter((row) => row !== null).length
    }
    expect(hits).toBe(0)
  })

  it(`does not sign in with ${guessesByCall} tokens of each kind (T-10)`, async () => {
    const calls: [string, () => [object | undefined, string | null], string][] = [
      ['/magic_links/authenticate', () => [{ token: guess(), ...lasting }, null], 'unable_to_auth_magic_link'],
      ['/oauth/authenticate', () => [{ token: guess(), ...lasting }, null], 'oauth_token_not_found'],
      ['/impersonation/authenticate', () => [{ impersonation_token: guess() }, null], 'unauthorized_credentials'],
      ['/sessions/authenticate', () => [{}, newSessionToken(random)], 'session_not_found'],
    ]
    for (const [path, made, refusal] of calls) {
      const outcomes = new Set<string>()
      for (let done = 0; done < guessesByCall; done += 50) {
        const answers = Array.from({ length: 50 }, () => {
          const [body, session] = made()
          return harness.call('POST', path, body, { session })
        })
        for (const { outcome } of await Promise.all(answers)) outcomes.add(outcome)
      }
      expect([path, [...outcomes]]).toEqual([path, [refusal]])
    }
  })
})
