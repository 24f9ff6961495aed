import { beforeAll, describe, expect, it } from 'vitest'
import { projectRealm } from '../realm.ts'
import type { AccountRecord, SecretKeyRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import {
  sampleAccount,
  sampleNow,
  sampleOneTime,
  sampleProject,
  sampleRegistration,
  sampleSession,
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

    async function registered(email: string, change: Partial<AccountRecord> = {}): Promise<AccountRecord> {
      const account = sampleAccount(projectId, change)
      const registration = sampleRegistration(account, { uniqueKey: email })
      await storage().accounts.insert(account)
      await storage().accounts.addRegistration(registration)
      return { ...account, registrations: [registration] }
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
      const account = await registered('metadata@example.com')
      await storage().accounts.setDisabled(projectId, account.id, sampleNow + 3, sampleNow + 3)
      await storage().accounts.update(projectId, account.id, { trustedMetadata: { plan: 'pro' } }, sampleNow + 4)
      const changed = { ...account, trustedMetadata: { plan: 'pro' }, updatedAt: sampleNow + 4 }
      expect(await storage().accounts.get(projectId, account.id)).toEqual({
        ...{ ...changed, disabledAt: sampleNow + 3, secretsValidAfter: sampleNow + 3, sessionsEpoch: 1 },
      })
      await storage().accounts.setDisabled(projectId, account.id, null, sampleNow + 5)
      expect(await storage().accounts.get(projectId, account.id)).toEqual({
        ...{ ...changed, updatedAt: sampleNow + 5, secretsValidAfter: sampleNow + 5, sessionsEpoch: 2 },
      })
    })

    it('finds a user by the external id, which belongs to one', async () => {
      const account = await registered('external@example.com')
      const second = await registered('external-2@example.com')
      await storage().accounts.setExternalId(projectId, account.id, 'crm-1', sampleNow + 3)
      expect((await storage().accounts.findByExternalId(projectRealm(projectId), 'crm-1'))?.id).toBe(account.id)
      expect(await storage().accounts.findByExternalId(projectRealm(otherProjectId), 'crm-1')).toBeNull()
      await expect(
        storage().accounts.setExternalId(projectId, second.id, 'crm-1', sampleNow + 4),
      ).rejects.toMatchObject({
        code: 'storage_conflict',
      })
      await storage().accounts.setExternalId(projectId, account.id, null, sampleNow + 5)
      expect(await storage().accounts.findByExternalId(projectRealm(projectId), 'crm-1')).toBeNull()
    })

    it('removes a user with registrations and sessions, and no other user', async () => {
      const account = await registered('removed@example.com')
      const other = await registered('kept@example.com')
      const session = sampleSession(account)
      const kept = sampleSession(other)
      await storage().sessions.insert(session)
      await storage().sessions.insert(kept)
      expect(await storage().accounts.remove(otherProjectId, account.id)).toBe(false)
      expect(await storage().accounts.remove(projectId, account.id)).toBe(true)
      expect(await storage().accounts.remove(projectId, account.id)).toBe(false)
      expect(await storage().accounts.get(projectId, account.id)).toBeNull()
      expect(
        await storage().accounts.findByRegistration(projectRealm(projectId), 'email', 'removed@example.com'),
      ).toBeNull()
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
      await storage().oneTime.removeByIdentifier(projectRealm(projectId), identifier)
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
      expect(await storage().accounts.removePending(otherProjectId, sampleNow, 10)).toEqual([])
      expect(await storage().accounts.removePending(projectId, sampleNow, 1)).toEqual([oldest.id])
      expect(await storage().accounts.removePending(projectId, sampleNow, 10)).toEqual([older.id])
      const left = await Promise.all([young, active].map(({ id }) => storage().accounts.get(projectId, id)))
      expect(left.map((account) => account?.id)).toEqual([young.id, active.id])
    })

    it('searches by how an address begins, in its order, page by page, each user once', async () => {
      const b = await registered('find-b@example.com')
      const a = await registered('find-a@example.com')
      const c = await registered('find-c@example.com')
      await registered('fine@example.com')
      await storage().accounts.addRegistration(sampleRegistration(a, { uniqueKey: 'find-a2@example.com' }))
      await storage().accounts.addRegistration(
        sampleRegistration(c, { kind: 'phone_number', uniqueKey: 'find-0@example.com' }),
      )
      const search = (options: { cursor?: string; limit: number }) =>
        storage().accounts.search(projectRealm(projectId), 'email', 'find-', options)
      const first = await search({ limit: 2 })
      expect(first.items.map(({ id }) => id)).toEqual([a.id, b.id])
      expect(first.items[0]?.registrations).toHaveLength(2)
      const second = await search({ limit: 2, cursor: first.nextCursor ?? '' })
      expect([second.items.map(({ id }) => id), second.nextCursor]).toEqual([[c.id], null])
      expect(
        (await storage().accounts.search(projectRealm(otherProjectId), 'email', 'find-', { limit: 2 })).items,
      ).toEqual([])
      for (const cursor of ['', 'x', btoa('["\\u0000"]'), btoa('[1]'), btoa('["a","b"]')])
        await expect(search({ limit: 2, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
    })

    it('lists the live sessions of a user, newest first', async () => {
      const account = await registered('sessions@example.com')
      const sessions = [1, 2, 3].map((age) => sampleSession(account, { startedAt: sampleNow - age }))
      const dead = [
        sampleSession(account, { expiresAt: sampleNow }),
        sampleSession(account, { revokedAt: sampleNow - 1 }),
        sampleSession(await registered('sessions-2@example.com')),
      ]
      for (const session of [...sessions, ...dead]) await storage().sessions.insert(session)
      const first = await storage().sessions.list(projectId, account.id, { now: sampleNow, limit: 2 })
      expect(first.items).toEqual(sessions.slice(0, 2))
      const cursor = first.nextCursor ?? ''
      const second = await storage().sessions.list(projectId, account.id, { now: sampleNow, limit: 2, cursor })
      expect(second).toEqual({ items: sessions.slice(2), nextCursor: null })
    })
  })
}
