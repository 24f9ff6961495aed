import { beforeAll, describe, expect, it } from 'vitest'
import type { SecretKeyRecord, UserRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import {
  sampleNow,
  sampleOneTime,
  sampleProject,
  sampleRegistration,
  sampleSession,
  sampleUser,
} from '../testing/sample.ts'

export function adminSuite(storage: () => Storage): void {
  describe('administration', () => {
    let projectId: string
    let otherProjectId: string
    beforeAll(async () => {
      const [project, other] = [sampleProject(), sampleProject()]
      await storage().projects.insert(project)
      await storage().projects.insert(other)
      projectId = project.id
      otherProjectId = other.id
    })

    function secretKey(change: Partial<SecretKeyRecord> = {}): SecretKeyRecord {
      return {
        projectId,
        id: 'secret-key-1',
        name: 'Backend',
        secretHash: 'aa',
        hint: 'wxyz',
        createdAt: sampleNow,
        lastUsedAt: null,
        revokedAt: null,
        ...change,
      }
    }

    async function registered(email: string, change: Partial<UserRecord> = {}): Promise<UserRecord> {
      const user = sampleUser(projectId, change)
      const registration = sampleRegistration(user, { uniqueKey: email })
      await storage().users.insert(user)
      await storage().users.addRegistration(registration)
      return { ...user, registrations: [registration] }
    }

    it('finds a secret key by its digest, in its project alone, until it is revoked', async () => {
      const first = secretKey()
      const second = secretKey({ id: 'secret-key-2', secretHash: 'bb', createdAt: sampleNow + 1 })
      const { secretKeys } = storage()
      await secretKeys.insert(second)
      await secretKeys.insert(first)
      expect(await secretKeys.list(projectId)).toEqual([first, second])
      expect(await secretKeys.findLive(projectId, 'aa')).toEqual(first)
      expect(await secretKeys.findLive(otherProjectId, 'aa')).toBeNull()
      await secretKeys.touch(projectId, first.id, sampleNow + 5)
      expect(await secretKeys.revoke(otherProjectId, first.id, sampleNow + 9)).toBe(false)
      expect(await secretKeys.revoke(projectId, first.id, sampleNow + 9)).toBe(true)
      expect(await secretKeys.revoke(projectId, first.id, sampleNow + 10)).toBe(false)
      expect(await secretKeys.findLive(projectId, 'aa')).toBeNull()
      expect(await secretKeys.list(projectId)).toEqual([
        { ...first, lastUsedAt: sampleNow + 5, revokedAt: sampleNow + 9 },
        second,
      ])
    })

    it('renames a project with its settings, and leaves the name where none is given', async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const settings = { ...project.settings, disableWatermark: true }
      expect(await storage().projects.updateSettings(project.id, project.revision, settings, 'Renamed')).toBe(true)
      expect(await storage().projects.updateSettings(project.id, project.revision + 1, settings)).toBe(true)
      expect(await storage().projects.get(project.id)).toEqual({
        ...{ ...project, settings, name: 'Renamed', revision: project.revision + 2 },
      })
    })

    it('disables and enables, and writes trusted metadata', async () => {
      const user = await registered('metadata@example.com')
      await storage().users.setDisabled(projectId, user.id, sampleNow + 3, sampleNow + 3)
      await storage().users.update(projectId, user.id, { trustedMetadata: { plan: 'pro' } }, sampleNow + 4)
      const changed = { ...user, trustedMetadata: { plan: 'pro' }, updatedAt: sampleNow + 4 }
      expect(await storage().users.get(projectId, user.id)).toEqual({
        ...{ ...changed, disabledAt: sampleNow + 3, secretsValidAfter: sampleNow + 3, sessionsEpoch: 1 },
      })
      await storage().users.setDisabled(projectId, user.id, null, sampleNow + 5)
      expect(await storage().users.get(projectId, user.id)).toEqual({
        ...{ ...changed, updatedAt: sampleNow + 5, secretsValidAfter: sampleNow + 5, sessionsEpoch: 2 },
      })
    })

    it('finds a user by the external id, which belongs to one', async () => {
      const user = await registered('external@example.com')
      const second = await registered('external-2@example.com')
      await storage().users.setExternalId(projectId, user.id, 'crm-1', sampleNow + 3)
      expect((await storage().users.findByExternalId(projectId, 'crm-1'))?.id).toBe(user.id)
      expect(await storage().users.findByExternalId(otherProjectId, 'crm-1')).toBeNull()
      await expect(storage().users.setExternalId(projectId, second.id, 'crm-1', sampleNow + 4)).rejects.toMatchObject({
        code: 'storage_conflict',
      })
      await storage().users.setExternalId(projectId, user.id, null, sampleNow + 5)
      expect(await storage().users.findByExternalId(projectId, 'crm-1')).toBeNull()
    })

    it('removes a user with registrations and sessions, and no other user', async () => {
      const user = await registered('removed@example.com')
      const other = await registered('kept@example.com')
      const session = sampleSession(user)
      const kept = sampleSession(other)
      await storage().sessions.insert(session)
      await storage().sessions.insert(kept)
      expect(await storage().users.remove(otherProjectId, user.id)).toBe(false)
      expect(await storage().users.remove(projectId, user.id)).toBe(true)
      expect(await storage().users.remove(projectId, user.id)).toBe(false)
      expect(await storage().users.get(projectId, user.id)).toBeNull()
      expect(await storage().users.findByRegistration(projectId, 'email', 'removed@example.com')).toBeNull()
      expect(await storage().sessions.get(projectId, session.id)).toBeNull()
      expect(await storage().sessions.get(projectId, kept.id)).toEqual(kept)
    })

    it('removes the one-time secrets of an identifier and its parts', async () => {
      const identifier = 'crypto_wallet:ethereum:0xforgotten'
      const insert = async (given: string) => {
        const row = sampleOneTime(projectId, { identifier: given })
        await storage().oneTime.insert(row)
        return row
      }
      const removed = [
        await insert(identifier),
        await insert(`${identifier}|192.0.2.1`),
        await insert(`${identifier}|`),
      ]
      const kept = [
        await insert(`${identifier}0`),
        await insert(`${identifier}~`),
        await insert(identifier.slice(0, -1)),
      ]
      await storage().oneTime.removeByIdentifier(projectId, identifier)
      const find = (rows: typeof kept) => Promise.all(rows.map(({ id }) => storage().oneTime.find(projectId, id)))
      expect(await find(removed)).toEqual([null, null, null])
      expect(await find(kept)).toEqual(kept)
    })

    it('removes pending users of long ago, oldest first, a batch at a time', async () => {
      const pending = { status: 'pending' as const }
      const oldest = await registered('p1@example.com', { ...pending, createdAt: sampleNow - 30 })
      const older = await registered('p2@example.com', { ...pending, createdAt: sampleNow - 20 })
      const young = await registered('p3@example.com', { ...pending, createdAt: sampleNow })
      const active = await registered('p4@example.com', { createdAt: sampleNow - 30 })
      expect(await storage().users.removePending(otherProjectId, sampleNow, 10)).toEqual([])
      expect(await storage().users.removePending(projectId, sampleNow, 1)).toEqual([oldest.id])
      expect(await storage().users.removePending(projectId, sampleNow, 10)).toEqual([older.id])
      const left = await Promise.all([young, active].map(({ id }) => storage().users.get(projectId, id)))
      expect(left.map((user) => user?.id)).toEqual([young.id, active.id])
    })

    it('searches by how an address begins, in its order, page by page, each user once', async () => {
      const b = await registered('find-b@example.com')
      const a = await registered('find-a@example.com')
      const c = await registered('find-c@example.com')
      await registered('fine@example.com')
      await storage().users.addRegistration(sampleRegistration(a, { uniqueKey: 'find-a2@example.com' }))
      await storage().users.addRegistration(
        sampleRegistration(c, { kind: 'phone_number', uniqueKey: 'find-0@example.com' }),
      )
      const search = (options: { cursor?: string; limit: number }) =>
        storage().users.search(projectId, 'email', 'find-', options)
      const first = await search({ limit: 2 })
      expect(first.items.map(({ id }) => id)).toEqual([a.id, b.id])
      expect(first.items[0]?.registrations).toHaveLength(2)
      const second = await search({ limit: 2, cursor: first.nextCursor ?? '' })
      expect([second.items.map(({ id }) => id), second.nextCursor]).toEqual([[c.id], null])
      expect((await storage().users.search(otherProjectId, 'email', 'find-', { limit: 2 })).items).toEqual([])
      for (const cursor of ['', 'x', btoa('["\\u0000"]'), btoa('[1]'), btoa('["a","b"]')])
        await expect(search({ limit: 2, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
    })

    it('lists the live sessions of a user, newest first', async () => {
      const user = await registered('sessions@example.com')
      const sessions = [1, 2, 3].map((age) => sampleSession(user, { startedAt: sampleNow - age }))
      const dead = [
        sampleSession(user, { expiresAt: sampleNow }),
        sampleSession(user, { revokedAt: sampleNow - 1 }),
        sampleSession(await registered('sessions-2@example.com')),
      ]
      for (const session of [...sessions, ...dead]) await storage().sessions.insert(session)
      const first = await storage().sessions.list(projectId, user.id, { now: sampleNow, limit: 2 })
      expect(first.items).toEqual(sessions.slice(0, 2))
      const cursor = first.nextCursor ?? ''
      const second = await storage().sessions.list(projectId, user.id, { now: sampleNow, limit: 2, cursor })
      expect(second).toEqual({ items: sessions.slice(2), nextCursor: null })
    })
  })
}
