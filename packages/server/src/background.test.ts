import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAuditChain } from './audit/sealer.ts'
import { createBackground } from './background.ts'
import { silentLogger } from './observability/logger.ts'
import { createMetrics } from './observability/metrics.ts'
import type { Storage } from './storage/storage.ts'
import { sampleMessage, sampleOneTime, sampleSession, uniqueId } from './storage/testing/sample.ts'
import { createHarness, engines, openTestStorage } from './testing/harness.ts'

const day = 24 * 60 * 60_000
const batch = 5
const rows = batch + 7

describe.each(engines)('a signing key that has signed long enough on %s', (engine) => {
  it('is rotated in the background, and the audit log names the provider as the actor', async () => {
    const storage = await openTestStorage(engine)
    const harness = await createHarness(storage)
    const next = (await storage.keys.list(harness.project.id)).find(({ state }) => state === 'next')
    const rows = () => storage.audit.list(harness.project.id, { afterSeq: 0, limit: 500 })
    await harness.provider.tidy()
    harness.clock.advance(90 * day)
    await harness.provider.tidy()
    harness.clock.advance(60_000)
    await harness.provider.tidy()
    expect((await rows()).filter(({ event }) => event === 'signing_key_rotate')).toMatchObject([
      { actorKind: 'system', actorId: 'key-rotation', targetId: next?.kid, result: 'ok', ipPrefix: null },
    ])
    expect(await verifyAuditChain(storage, harness.project.id)).toMatchObject({ intact: true })
    await storage.close()
  })
})

describe.each(engines)('the sweeper on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  it('removes expired rows in the background in batches, and no valid ones', async () => {
    const harness = await createHarness(storage)
    const { clock, project } = harness
    const ada = await harness.signIn('ada@example.com', { minutes: 60 * 24 * 365 })
    const user = { projectId: project.id, id: ada.accountId }
    const now = clock.now()
    const soon = { createdAt: now, expiresAt: now + 60_000 }
    await storage.transaction(async (tx) => {
      for (let index = 0; index < rows; index += 1) {
        await tx.sessions.insert(sampleSession(user, { expiresAt: now + 60_000 }))
        await tx.oneTime.insert(sampleOneTime(project.id, soon))
        await tx.outbox.enqueue(sampleMessage(project.id, { ...soon, nextAttemptAt: now }))
        await tx.limits.consume(project.id, uniqueId('key'), { limit: 1, windowMs: 60_000 }, now)
        await tx.lockouts.countGuess(
          project.id,
          uniqueId('subject'),
          { threshold: 9, baseMs: 1, maxMs: 1, hardCap: 9 },
          now,
        )
        await tx.usedNonces.consume(project.id, uniqueId('nonce'), now + 60_000)
      }
      const event = () => ({ projectId: project.id, id: uniqueId('event'), name: 'n', details: {}, createdAt: now })
      await tx.events.insert(Array.from({ length: rows }, event))
    })
    const swept = new Map<string, number[]>()
    const note = (table: string, count: number): void => void swept.set(table, [...(swept.get(table) ?? []), count])
    const metrics = { ...createMetrics(), swept: note }
    const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) }
    const { lookupTxt } = harness.dns
    const context = {
      ...{ ...harness, storage, metrics, random, logger: silentLogger, lookupTxt },
      disposableDomains: new Set<string>(),
      ...{ outbound: harness.fakes.outbound, baseUrl: 'https://auth.example.com' },
    }
    const background = createBackground(context, { sweepBatch: batch })
    const total = (table: string): number => (swept.get(table) ?? []).reduce((sum, count) => sum + count, 0)

    clock.advance(61_000)
    await background.tidy()
    // They are stored for a day after they expire, so that a late retry gets a correct error.
    expect([total('limits') >= rows, total('one_time'), total('sessions'), total('outbox')]).toEqual([true, 0, 0, 0])
    clock.advance(day)
    await background.tidy()
    clock.advance(30 * day)
    await background.tidy()
    expect(total('lockouts')).toBe(0)
    clock.advance(60 * day)
    await background.tidy()
    const tables = ['sessions', 'one_time', 'limits', 'lockouts', 'used_nonces', 'outbox', 'events']
    expect(tables.filter((table) => total(table) < rows)).toEqual([])
    expect([...swept.values()].flat().filter((count) => count > batch)).toEqual([])
    expect([...swept.keys()].filter((table) => tables.includes(table) && !swept.get(table)?.includes(batch))).toEqual(
      [],
    )
    const me = await harness.call('GET', '/users/me', undefined, { session: ada.token })
    expect([me.outcome, await storage.sessions.sweep(clock.now(), batch)]).toEqual(['200', 0])
  })
})
