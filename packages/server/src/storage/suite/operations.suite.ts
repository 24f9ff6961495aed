import { describe, expect, it } from 'vitest'
import type { AuditRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleAudit, sampleMessage, sampleNow, uniqueId } from '../testing/sample.ts'
import { lockedIndefinitely } from '../verbs.ts'

const day = 86_400_000

/** Long before everything else in the database. */
const then = sampleNow - 2000 * day

export function operationsSuite(storage: () => Storage): void {
  const projectId = 'project-test-operations'

  describe('lock-outs', () => {
    const policy = { threshold: 3, baseMs: 1000, maxMs: 3000, hardCap: 11 }
    const take = (subject: string, now: number): ReturnType<Storage['lockouts']['countGuess']> =>
      storage().lockouts.countGuess(projectId, subject, policy, now)

    it('counts wrong secrets in a row, and locks at every multiple of the threshold, longer each time', async () => {
      const subject = uniqueId('user')
      expect(await storage().lockouts.get(projectId, subject)).toBeNull()
      const free = (consecutive: number): unknown => ({ consecutive, lockedUntil: null, lockedAt: null })
      const locked = (consecutive: number, lockedAt: number, ms: number): unknown => ({
        consecutive,
        lockedUntil: lockedAt + ms,
        lockedAt,
      })
      expect(await take(subject, 1)).toEqual(free(1))
      expect(await take(subject, 2)).toEqual(free(2))
      expect(await take(subject, 3)).toEqual(locked(3, 3, 1000))
      expect(await take(subject, 1002)).toBeNull()
      expect(await storage().lockouts.get(projectId, subject)).toEqual(locked(3, 3, 1000))
      expect(await take(subject, 1003)).toEqual(free(4))
      expect(await take(subject, 1004)).toEqual(free(5))
      expect(await take(subject, 1005)).toEqual(locked(6, 1005, 2000))
      expect(await take(subject, 5000)).toEqual(free(7))
      expect(await take(subject, 5001)).toEqual(free(8))
      expect(await take(subject, 5002)).toEqual(locked(9, 5002, 3000))
      expect(await take(subject, 9000)).toEqual(free(10))
      expect(await take(subject, 9001)).toEqual({ consecutive: 11, lockedUntil: lockedIndefinitely, lockedAt: 9001 })
      expect(await take(subject, Number.MAX_SAFE_INTEGER - 1)).toBeNull()
    })

    it('ends an indefinite lock-out after the maximum time of a policy without one', async () => {
      const subject = uniqueId('user')
      const ending = { ...policy, hardCap: 1_000 }
      const takeEnding = (now: number) => storage().lockouts.countGuess(projectId, subject, ending, now)
      const lock = await storage().lockouts.countGuess(projectId, subject, { ...policy, hardCap: 1 }, 10)
      expect(lock).toEqual({ consecutive: 1, lockedUntil: lockedIndefinitely, lockedAt: 10 })
      expect(await takeEnding(10 + policy.maxMs - 1)).toBeNull()
      expect(await storage().lockouts.countGuess(projectId, subject, { ...policy, hardCap: 1 }, day)).toBeNull()
      expect(await takeEnding(10 + policy.maxMs)).toEqual({ consecutive: 2, lockedUntil: null, lockedAt: null })
      // Its own locks are as long as ever.
      expect(await takeEnding(20_000)).toEqual({ consecutive: 3, lockedUntil: 21_000, lockedAt: 20_000 })
      expect([await takeEnding(20_999), (await takeEnding(21_000))?.consecutive]).toEqual([null, 4])
    })

    it('starts again after a success', async () => {
      const subject = uniqueId('user')
      for (const now of [1, 2, 3]) await take(subject, now)
      await storage().lockouts.clear(projectId, subject)
      expect(await storage().lockouts.get(projectId, subject)).toBeNull()
      expect(await take(subject, 4)).toEqual({ consecutive: 1, lockedUntil: null, lockedAt: null })
    })

    it('can lock at the very first, and never beyond the maximum', async () => {
      const subject = uniqueId('user')
      const strict = { threshold: 1, baseMs: 1000, maxMs: 60_000, hardCap: 1000 }
      let now = sampleNow
      for (let consecutive = 1; consecutive <= 70; consecutive++) {
        const lockedUntil = now + Math.min(1000 * 2 ** (consecutive - 1), 60_000)
        const state = await storage().lockouts.countGuess(projectId, subject, strict, now)
        expect(state).toEqual({ consecutive, lockedUntil, lockedAt: now })
        now = lockedUntil
      }
    })

    it('sweeps counts without guesses for 90 days, and never an indefinite lock-out', async () => {
      const [tried, locked, given] = [uniqueId('user'), uniqueId('user'), uniqueId('user')]
      const exists = async (subject: string): Promise<boolean> =>
        (await storage().lockouts.get(projectId, subject)) !== null
      await take(tried, then)
      for (const now of [then, then, then]) await take(locked, now)
      await storage().lockouts.countGuess(projectId, given, { ...policy, hardCap: 1 }, then)
      const forget = async (now: number): Promise<boolean[]> => {
        while ((await storage().lockouts.sweep(now, 2)) > 0);
        return Promise.all([tried, locked, given].map(exists))
      }
      expect(await forget(then + 90 * day)).toEqual([true, true, true])
      expect(await forget(then + 90 * day + 1)).toEqual([false, true, true])
      expect(await forget(then + 90 * day + 1001)).toEqual([false, false, true])
      await take(given, sampleNow)
      expect(await forget(sampleNow)).toEqual([false, false, true])
    })
  })

  describe('limits', () => {
    const window = { limit: 2, windowMs: 1000 }
    const take = (key: string, now: number): ReturnType<Storage['limits']['consume']> =>
      storage().limits.consume(projectId, key, window, now)
    const allowed = { allowed: true, retryAfterMs: 0 }

    it('lets through as many as the limit in a window, and says how long to wait', async () => {
      const key = uniqueId('key')
      expect(await take(key, 1000)).toEqual(allowed)
      expect(await take(key, 1500)).toEqual(allowed)
      expect(await take(key, 1999)).toEqual({ allowed: false, retryAfterMs: 1 })
      expect(await take(key, 1600)).toEqual({ allowed: false, retryAfterMs: 400 })
      expect(await take(key, 2000)).toEqual(allowed)
      expect(await take(key, 2001)).toEqual(allowed)
      expect(await take(key, 2002)).toEqual({ allowed: false, retryAfterMs: 998 })
    })

    it('keeps keys and projects apart', async () => {
      const key = uniqueId('key')
      await take(key, 1000)
      await take(key, 1000)
      expect(await take(uniqueId('key'), 1000)).toEqual(allowed)
      expect(await storage().limits.consume('project-test-other', key, window, 1000)).toEqual(allowed)
    })

    it('begins a new window when the clock was put back', async () => {
      const key = uniqueId('key')
      await take(key, 1_000_000)
      await take(key, 1_000_000)
      expect(await take(key, 1000)).toEqual(allowed)
    })

    it('rejects every use of a limit of zero', async () => {
      const none = await storage().limits.consume(projectId, uniqueId('key'), { limit: 0, windowMs: 5 }, 1000)
      expect(none).toEqual({ allowed: false, retryAfterMs: 5 })
    })

    it('forgets windows that have ended', async () => {
      // Those of the tests above lie at the beginning of time.
      while ((await storage().limits.sweep(then, 100)) > 0);
      for (let index = 0; index < 3; index++) await take(uniqueId('key'), then)
      expect(await storage().limits.sweep(then + 1000, 10)).toBe(0)
      expect(await storage().limits.sweep(then + 1001, 2)).toBe(2)
      expect(await storage().limits.sweep(then + 1001, 2)).toBe(1)
    })
  })

  describe('leases', () => {
    it('are held by one process until they expire or are released', async () => {
      const { leases } = storage()
      const name = uniqueId('lease')
      expect(await leases.acquire(name, 'a', 100, 1000)).toBe(true)
      expect(await leases.acquire(name, 'b', 100, 1099)).toBe(false)
      expect(await leases.acquire(name, 'a', 100, 1050)).toBe(true)
      expect(await leases.acquire(name, 'b', 100, 1149)).toBe(false)
      expect(await leases.acquire(name, 'b', 100, 1150)).toBe(true)
      await leases.release(name, 'a')
      expect(await leases.acquire(name, 'a', 100, 1151)).toBe(false)
      await leases.release(name, 'b')
      expect(await leases.acquire(name, 'a', 100, 1151)).toBe(true)
    })

    it('are not held by a clock that was put back, but by clocks that differ a little', async () => {
      const { leases } = storage()
      const name = uniqueId('lease')
      expect(await leases.acquire(name, 'a', 100, 1_000_000)).toBe(true)
      expect(await leases.acquire(name, 'b', 100, 999_950)).toBe(false)
      expect(await leases.acquire(name, 'b', 100, 5_000)).toBe(true)
      expect(await leases.acquire(name, 'c', 100, 5_001)).toBe(false)
    })
  })

  describe('the outbox', () => {
    const lease = (now: number, limit = 10): ReturnType<Storage['outbox']['lease']> =>
      storage().outbox.lease({ now, leaseMs: 1000, limit })
    const at = (now: number): { createdAt: number; nextAttemptAt: number; expiresAt: number } => ({
      createdAt: now,
      nextAttemptAt: now,
      expiresAt: now + 10_000,
    })

    it('leases due messages to one worker until the lease ends, oldest first', async () => {
      const later = sampleMessage(projectId, { ...at(then), nextAttemptAt: then + 1 })
      const first = sampleMessage(projectId, at(then))
      const notYet = sampleMessage(projectId, { ...at(then), nextAttemptAt: then + 5000 })
      for (const message of [later, first, notYet]) await storage().outbox.enqueue(message)
      const leased = { attempts: 1, leasedUntil: then + 1001 }
      expect(await lease(then + 1)).toEqual([
        { ...first, ...leased },
        { ...later, ...leased },
      ])
      expect(await lease(then + 1000)).toEqual([])
      // The previous worker did not report a result.
      const takenOver = { attempts: 2, unanswered: 1, leasedUntil: then + 2001 }
      expect(await lease(then + 1001, 1)).toEqual([{ ...first, ...takenOver }])
      for (const { id } of [later, first, notYet]) await storage().outbox.markDelivered(projectId, id, then)
    })

    it('closes delivered and failed messages', async () => {
      const delivered = sampleMessage(projectId, at(then))
      const failed = sampleMessage(projectId, at(then))
      await storage().outbox.enqueue(delivered)
      await storage().outbox.enqueue(failed)
      await storage().outbox.markDelivered(projectId, delivered.id, then)
      await storage().outbox.markFailed(projectId, failed.id, then)
      await storage().outbox.retry(projectId, failed.id, then)
      expect(await lease(then + 5000)).toEqual([])
    })

    it('extends the lease of a worker without counting an unanswered attempt', async () => {
      const message = sampleMessage(projectId, at(then))
      await storage().outbox.enqueue(message)
      await lease(then)
      await storage().outbox.extendLease(projectId, message.id, then + 3000)
      expect(await lease(then + 2999)).toEqual([])
      await storage().outbox.retry(projectId, message.id, then + 3000, 'unanswered')
      expect((await lease(then + 3000)).map(({ attempts, unanswered }) => [attempts, unanswered])).toEqual([[2, 1]])
      await storage().outbox.markDelivered(projectId, message.id, then)
    })

    it('leases a message again after a retry', async () => {
      const message = sampleMessage(projectId, at(then))
      await storage().outbox.enqueue(message)
      await lease(then)
      await storage().outbox.retry(projectId, message.id, then + 500)
      expect(await lease(then + 499)).toEqual([])
      expect(await lease(then + 500)).toEqual([
        { ...message, attempts: 2, nextAttemptAt: then + 500, leasedUntil: then + 1500 },
      ])
      await storage().outbox.markDelivered(projectId, message.id, then)
    })

    it('takes the same message once', async () => {
      const message = sampleMessage(projectId, at(then))
      await storage().outbox.enqueue(message)
      await storage().outbox.enqueue({ ...message, id: uniqueId('message') })
      expect((await lease(then)).map(({ id }) => id)).toEqual([message.id])
      await storage().outbox.markDelivered(projectId, message.id, then)
    })

    it('closes what is past its expiry, and forgets it a day later', async () => {
      const old = then - 100 * day
      const messages = [at(old), at(old), at(old)].map((times) => sampleMessage(projectId, times))
      for (const message of messages) await storage().outbox.enqueue(message)
      expect(await lease(old + 10_000)).toEqual([])
      expect(await storage().outbox.expire(old + 9999, 10)).toHaveLength(0)
      expect(await storage().outbox.expire(old + 10_000, 2)).toHaveLength(2)
      expect(await storage().outbox.expire(old + 10_000, 2)).toHaveLength(1)
      expect(await lease(old)).toEqual([])
      expect(await storage().outbox.sweep(old + 10_000 + day, 10)).toBe(0)
      expect(await storage().outbox.sweep(old + 10_001 + day, 10)).toBe(3)
    })
  })

  describe('audit', () => {
    const sealed = (row: ReturnType<typeof sampleAudit>, seq: number): AuditRecord => ({
      ...row,
      seq,
      prevHash: `hash-${seq - 1}`,
      hash: `hash-${seq}`,
    })
    const link = ({ projectId: project, id, seq, prevHash, hash }: AuditRecord) => ({
      projectId: project,
      id,
      seq: seq ?? 0,
      prevHash: prevHash ?? '',
      hash: hash ?? '',
    })

    it('hands unsealed rows to the sealer in order, and sealed ones to readers', async () => {
      const project = uniqueId('project')
      const second = sampleAudit(project, { at: then + 1, actorKind: 'user', actorId: 'u', result: 'refused' })
      const first = sampleAudit(project, { at: then, errorType: 'x', ipPrefix: '10.0.0.1' })
      await storage().audit.append(second)
      await storage().audit.append(first)
      const open = { seq: null, prevHash: null, hash: null }
      expect(await storage().audit.listUnsealed(2)).toEqual([
        { ...first, ...open },
        { ...second, ...open },
      ])
      expect(await storage().audit.getLastSealed(project)).toBeNull()
      expect(await storage().audit.list(project, { afterSeq: 0, limit: 10 })).toEqual([])

      const chain = [sealed(first, 1), sealed(second, 2)]
      await storage().audit.seal(chain.map(link))
      expect(await storage().audit.getLastSealed(project)).toEqual(chain[1])
      expect(await storage().audit.list(project, { afterSeq: 0, limit: 10 })).toEqual(chain)
      expect(await storage().audit.list(project, { afterSeq: 1, limit: 10 })).toEqual([chain[1]])
      expect(await storage().audit.list(project, { afterSeq: 0, limit: 1 })).toEqual([chain[0]])
    })

    it('seals all of a batch or nothing, and nothing twice', async () => {
      const project = uniqueId('project')
      const [a, b] = [sampleAudit(project, { at: then }), sampleAudit(project, { at: then + 1 })]
      await storage().audit.append(a)
      await storage().audit.append(b)
      await storage().audit.seal([link(sealed(a, 1))])
      await expect(storage().audit.seal([link(sealed(b, 2)), link(sealed(a, 3))])).rejects.toThrow('sealed already')
      await expect(storage().audit.seal([link(sealed(b, 1))])).rejects.toMatchObject({ code: 'storage_conflict' })
      expect(await storage().audit.getLastSealed(project)).toEqual(sealed(a, 1))
      await storage().audit.seal([link(sealed(b, 2))])
      await storage().audit.seal([])
    })

    it('writes and seals many at once as one by one', async () => {
      const project = uniqueId('project')
      const rows = Array.from({ length: 70 }, (_, index) =>
        sampleAudit(project, { at: then + index, targetId: index % 2 === 0 ? null : `t-${index}` }),
      )
      await storage().audit.append(...rows)
      await storage().audit.append()
      const chain = rows.map((row, index) => sealed(row, index + 1))
      await storage().audit.seal([link(sealed(rows[69] ?? sampleAudit(project), 70))])
      // One of many is sealed already: none of them is.
      await expect(storage().audit.seal(chain.map(link).toReversed())).rejects.toThrow(
        `${rows[69]?.id} is sealed already`,
      )
      expect(await storage().audit.list(project, { afterSeq: 0, limit: 100 })).toEqual(chain.slice(69))
      await storage().audit.seal(chain.slice(0, 69).map(link))
      expect(await storage().audit.list(project, { afterSeq: 0, limit: 100 })).toEqual(chain)
    })
  })

  describe('events', () => {
    it('are kept as a batch, and forgotten by age', async () => {
      const old = then - 500 * day
      const event = (createdAt: number): Parameters<Storage['events']['insert']>[0][number] => ({
        projectId,
        id: uniqueId('event'),
        name: 'sample',
        details: { a: 1 },
        createdAt,
      })
      await storage().events.insert([event(old), event(old), event(old + 5)])
      await storage().events.insert([])
      expect(await storage().events.sweep(old, 10)).toBe(0)
      expect(await storage().events.sweep(old + 1, 1)).toBe(1)
      expect(await storage().events.sweep(old + 1, 10)).toBe(1)
      expect(await storage().events.sweep(old + 6, 10)).toBe(1)
    })

    it('are stored all or not at all', async () => {
      const old = then - 600 * day
      const twin = { projectId, id: uniqueId('event'), name: 'twin', details: {}, createdAt: old }
      await expect(storage().events.insert([twin, twin])).rejects.toMatchObject({ code: 'storage_conflict' })
      expect(await storage().events.sweep(old + 1, 10)).toBe(0)
    })
  })
}
