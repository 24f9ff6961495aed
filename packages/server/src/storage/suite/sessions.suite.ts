import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountRecord, SessionRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleAccount, sampleNow, sampleProject, sampleRegistration, sampleSession } from '../testing/sample.ts'
import { lockoutSubjectOfAccount } from '../verbs.ts'

const day = 86_400_000

export function sessionsSuite(storage: () => Storage): void {
  describe('sessions', () => {
    let account: AccountRecord
    beforeAll(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      account = await insertAccount(project.id)
    })

    async function insertAccount(projectId: string, change: Partial<AccountRecord> = {}): Promise<AccountRecord> {
      const made = sampleAccount(projectId, change)
      await storage().accounts.insert(made)
      const registrations = [
        sampleRegistration(made, { createdAt: sampleNow }),
        sampleRegistration(made, { kind: 'phone_number', createdAt: sampleNow + 1 }),
      ]
      for (const registration of registrations) await storage().accounts.addRegistration(registration)
      return { ...made, registrations }
    }

    async function insertSession(
      change: Partial<SessionRecord> = {},
      owner: AccountRecord = account,
    ): Promise<SessionRecord> {
      const session = sampleSession(owner, change)
      await storage().sessions.insert(session)
      return session
    }

    const find = (
      session: SessionRecord,
      tokenHash: string,
      now = sampleNow,
    ): ReturnType<Storage['sessions']['findByTokenHash']> =>
      storage().sessions.findByTokenHash(session.projectId, tokenHash, now)

    it('finds a live session by its token, with its user and all registrations', async () => {
      const session = await insertSession({
        customClaims: { tier: 1 },
        factors: [
          {
            type: 'otp',
            delivery_method: 'email',
            last_authenticated_at: '2027-01-15T08:00:00Z',
            created_at: '2027-01-15T08:00:00Z',
            updated_at: '2027-01-15T08:00:00Z',
          },
        ],
      })
      expect(await find(session, session.tokenHash)).toEqual({
        session,
        account,
        membership: null,
        lock: null,
        usesReplacedToken: false,
      })
      expect(await storage().sessions.get(session.projectId, session.id)).toEqual(session)
    })

    it("shows the account's lock with its session, by the current token and by the one in its grace", async () => {
      const session = await insertSession({ prevHash: 'hash-in-grace', prevValidUntil: sampleNow + 60_000 })
      const policy = { threshold: 1, baseMs: 60_000, maxMs: 60_000, hardCap: 100 }
      const subject = lockoutSubjectOfAccount(session.subjectId)
      const lock = await storage().lockouts.countGuess(session.projectId, subject, policy, sampleNow)
      expect(lock).toEqual({ consecutive: 1, lockedUntil: sampleNow + 60_000, lockedAt: sampleNow })
      expect((await find(session, session.tokenHash))?.lock).toEqual(lock)
      expect((await find(session, 'hash-in-grace'))?.lock).toEqual(lock)
      await storage().lockouts.clear(session.projectId, subject)
    })

    it('finds nothing by an unknown token, an unknown id, or in another project', async () => {
      const session = await insertSession()
      expect(await find(session, 'hash-of-nothing')).toBeNull()
      expect(await storage().sessions.get(session.projectId, 'session-test-unknown')).toBeNull()
      expect(await storage().sessions.findByTokenHash('project-test-other', session.tokenHash, sampleNow)).toBeNull()
    })

    it('does not find a session from the instant of its expiry on', async () => {
      const session = await insertSession()
      expect(await find(session, session.tokenHash, session.expiresAt - 1)).not.toBeNull()
      expect(await find(session, session.tokenHash, session.expiresAt)).toBeNull()
    })

    it('does not find the session of a disabled user', async () => {
      const disabled = await insertAccount(account.projectId, { disabledAt: sampleNow })
      const session = await insertSession({}, disabled)
      expect(await find(session, session.tokenHash)).toBeNull()
    })

    it('does not list a session of an earlier epoch of its account', async () => {
      const owner = await insertAccount(account.projectId)
      const current = await insertSession({}, owner)
      await insertSession({ accountEpoch: owner.sessionsEpoch - 1 }, owner)
      const { items } = await storage().sessions.list(owner.projectId, owner.id, { now: sampleNow, limit: 10 })
      expect(items.map(({ id }) => id)).toEqual([current.id])
    })

    it('does not find a session without a user', async () => {
      const session = await insertSession({ subjectId: 'user-test-gone' })
      expect(await find(session, session.tokenHash)).toBeNull()
    })

    it('refuses a token hash that is taken', async () => {
      const session = await insertSession()
      await expect(insertSession({ tokenHash: session.tokenHash })).rejects.toMatchObject({ code: 'storage_conflict' })
    })

    it('moves the last access, and the expiry when asked', async () => {
      const session = await insertSession()
      const { projectId, id } = session
      expect(await storage().sessions.touch(projectId, id, { lastAccessedAt: sampleNow + 1 }, sampleNow)).toBe(true)
      expect(await storage().sessions.get(projectId, id)).toEqual({ ...session, lastAccessedAt: sampleNow + 1 })
      const further = { lastAccessedAt: sampleNow + 2, expiresAt: sampleNow + day }
      expect(await storage().sessions.touch(projectId, id, further, sampleNow)).toBe(true)
      expect(await storage().sessions.get(projectId, id)).toEqual({ ...session, ...further })
    })

    it('touches and rotates neither a revoked nor an expired nor an unknown session', async () => {
      const revoked = await insertSession()
      await storage().sessions.revoke(revoked.projectId, revoked.id, sampleNow)
      const expired = await insertSession({ expiresAt: sampleNow })
      const unknown = sampleSession(account)
      for (const { projectId, id } of [revoked, expired, unknown]) {
        const before = await storage().sessions.get(projectId, id)
        const touch = { lastAccessedAt: sampleNow + 1, expiresAt: sampleNow + day }
        const rotation = { ...touch, tokenHash: `new-${id}`, prevValidUntil: sampleNow + 1, factors: [] }
        expect(await storage().sessions.touch(projectId, id, touch, sampleNow)).toBe(false)
        expect(await storage().sessions.rotate(projectId, id, rotation, sampleNow)).toBe(false)
        expect(await storage().sessions.get(projectId, id)).toEqual(before)
      }
    })

    it('rotates the token and lets the old one live out its grace', async () => {
      const session = await insertSession()
      const change = {
        tokenHash: `second-${session.id}`,
        prevValidUntil: sampleNow + 60_000,
        factors: [],
        lastAccessedAt: sampleNow + 1,
        expiresAt: sampleNow + day,
      }
      expect(await storage().sessions.rotate(session.projectId, session.id, change, sampleNow)).toBe(true)
      const rotated = { ...session, ...change, prevHash: session.tokenHash }
      const found = { session: rotated, account, membership: null, lock: null }
      expect(await find(session, change.tokenHash)).toEqual({ ...found, usesReplacedToken: false })
      expect(await find(session, session.tokenHash, sampleNow + 59_999)).toEqual({ ...found, usesReplacedToken: true })
      expect(await find(session, session.tokenHash, sampleNow + 60_000)).toBeNull()
    })

    it('does not find a revoked session by either token', async () => {
      const session = await insertSession({ prevHash: 'hash-of-before', prevValidUntil: sampleNow + day })
      expect(await find(session, 'hash-of-before')).not.toBeNull()
      expect(await storage().sessions.revoke(session.projectId, session.id, sampleNow)).toBe(true)
      expect(await find(session, session.tokenHash)).toBeNull()
      expect(await find(session, 'hash-of-before')).toBeNull()
    })

    it('is ended by exactly one of many calls', async () => {
      const session = await insertSession()
      const calls = Array.from({ length: 16 }, () =>
        storage().sessions.revoke(session.projectId, session.id, sampleNow),
      )
      expect((await Promise.all(calls)).filter(Boolean)).toEqual([true])
    })

    it("ends all of a subject's live sessions, or all but one, and says which", async () => {
      const owner = await insertAccount(account.projectId)
      const [a, b, c] = [await insertSession({}, owner), await insertSession({}, owner), await insertSession({}, owner)]
      const gone = await insertSession({}, owner)
      await storage().sessions.revoke(gone.projectId, gone.id, sampleNow)
      await insertSession({ expiresAt: sampleNow }, owner)
      const foreign = await insertSession()
      const but = await storage().sessions.revokeForSubject(owner.projectId, owner.id, sampleNow, { sessionId: b.id })
      expect(but.toSorted()).toEqual([a.id, c.id].toSorted())
      expect(await storage().sessions.revokeForSubject(owner.projectId, owner.id, sampleNow)).toEqual([b.id])
      expect(await storage().sessions.revokeForSubject(owner.projectId, owner.id, sampleNow)).toEqual([])
      expect(await find(foreign, foreign.tokenHash)).not.toBeNull()
    })

    it('forgets sessions a day after their end, in batches, and keeps the live ones', async () => {
      // Far in the past, so that only these are old at that time.
      const then = sampleNow - 1000 * day
      const old = await Promise.all(
        Array.from({ length: 3 }, () => insertSession({ startedAt: then - day, expiresAt: then })),
      )
      const revoked = await insertSession({ revokedAt: then })
      const live = await insertSession()
      expect(await storage().sessions.sweep(then + day, 10)).toBe(0)
      expect(await storage().sessions.sweep(then + day + 1, 2)).toBe(2)
      expect(await storage().sessions.sweep(then + day + 1, 10)).toBe(2)
      expect(await storage().sessions.sweep(then + day + 1, 10)).toBe(0)
      for (const { projectId, id } of [...old, revoked]) expect(await storage().sessions.get(projectId, id)).toBeNull()
      expect(await storage().sessions.get(live.projectId, live.id)).toEqual(live)
    })
  })
}
