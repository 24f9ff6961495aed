import { beforeAll, describe, expect, it } from 'vitest'
import { projectRealm } from '../realm.ts'
import type { AccountRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleAccount, sampleNow, sampleProject, sampleRegistration } from '../testing/sample.ts'

export function accountsSuite(storage: () => Storage): void {
  describe('users', () => {
    let projectId: string
    beforeAll(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      projectId = project.id
    })

    async function insertAccount(change: Partial<AccountRecord> = {}): Promise<Omit<AccountRecord, 'registrations'>> {
      const account = sampleAccount(projectId, change)
      await storage().accounts.insert(account)
      return account
    }

    it('returns a user without registrations', async () => {
      const account = await insertAccount({ externalId: 'outside-1', trustedMetadata: { plan: 'pro' } })
      expect(await storage().accounts.get(projectId, account.id)).toEqual({ ...account, registrations: [] })
    })

    it('returns a user with all registrations, oldest first', async () => {
      const account = await insertAccount()
      const phone = sampleRegistration(account, {
        kind: 'phone_number',
        verified: true,
        verifiedAt: sampleNow + 5,
        createdAt: sampleNow + 5,
        details: { carrier: 'none' },
      })
      const email = sampleRegistration(account)
      expect(await storage().accounts.addRegistration(phone)).toBe(true)
      expect(await storage().accounts.addRegistration(email)).toBe(true)
      const whole = { ...account, registrations: [email, phone] }
      expect(await storage().accounts.get(projectId, account.id)).toEqual(whole)
      expect(
        await storage().accounts.findByRegistration(projectRealm(projectId), 'phone_number', phone.uniqueKey),
      ).toEqual(whole)
    })

    it('keeps projects apart', async () => {
      const account = await insertAccount()
      const email = sampleRegistration(account)
      await storage().accounts.addRegistration(email)
      const other = sampleProject()
      await storage().projects.insert(other)
      expect(await storage().accounts.get(other.id, account.id)).toBeNull()
      expect(await storage().accounts.findByRegistration(projectRealm(other.id), 'email', email.uniqueKey)).toBeNull()
      const namesake = sampleAccount(other.id)
      await storage().accounts.insert(namesake)
      const same = sampleRegistration(namesake, { uniqueKey: email.uniqueKey })
      expect(await storage().accounts.addRegistration(same)).toBe(true)
    })

    it('finds no user by a key of another kind', async () => {
      const account = await insertAccount()
      const email = sampleRegistration(account)
      await storage().accounts.addRegistration(email)
      expect(await storage().accounts.findByRegistration(projectRealm(projectId), 'oauth', email.uniqueKey)).toBeNull()
    })

    it('rejects a second owner of a key', async () => {
      const first = await insertAccount()
      const second = await insertAccount()
      const email = sampleRegistration(first)
      expect(await storage().accounts.addRegistration(email)).toBe(true)
      const copy = sampleRegistration(second, { uniqueKey: email.uniqueKey })
      expect(await storage().accounts.addRegistration(copy)).toBe(false)
      expect((await storage().accounts.get(projectId, second.id))?.registrations).toEqual([])
    })

    it('adds several at once, and says if one of them has an owner', async () => {
      const [first, second] = [await insertAccount(), await insertAccount()]
      const email = sampleRegistration(first, { createdAt: 1 })
      const password = sampleRegistration(first, { kind: 'password', details: { requires_reset: true }, createdAt: 2 })
      expect(await storage().accounts.addRegistration(email, password)).toBe(true)
      expect((await storage().accounts.get(projectId, first.id))?.registrations).toEqual([email, password])
      const copy = sampleRegistration(second, { uniqueKey: email.uniqueKey })
      expect(await storage().accounts.addRegistration(sampleRegistration(second), copy)).toBe(false)
      expect(await storage().accounts.addRegistration()).toBe(true)
    })

    it('gives a key to exactly one of many who ask at once', async () => {
      const users = await Promise.all(Array.from({ length: 16 }, () => insertAccount()))
      const uniqueKey = `contested-${projectId}@example.com`
      const tries = users.map((account) =>
        storage().accounts.addRegistration(sampleRegistration(account, { uniqueKey })),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('gives a key to exactly one of many transactions', async () => {
      const uniqueKey = `contested-too-${projectId}@example.com`
      const tries = Array.from({ length: 16 }, () => {
        const account = sampleAccount(projectId)
        return storage().transaction(async (tx) => {
          await tx.accounts.insert(account)
          return tx.accounts.addRegistration(sampleRegistration(account, { uniqueKey }))
        })
      })
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('rejects a registration of an unknown user', async () => {
      const unknown = { projectId, id: 'user-test-unknown' }
      await expect(storage().accounts.addRegistration(sampleRegistration(unknown))).rejects.toThrow()
    })

    it('refuses a second user of an id and of an external id', async () => {
      const account = await insertAccount({ externalId: 'outside-2' })
      const conflict = { code: 'storage_conflict' }
      await expect(storage().accounts.insert(account)).rejects.toMatchObject(conflict)
      await expect(
        storage().accounts.insert(sampleAccount(projectId, { externalId: 'outside-2' })),
      ).rejects.toMatchObject(conflict)
    })

    it('verifies a registration once', async () => {
      const account = await insertAccount()
      const email = sampleRegistration(account)
      await storage().accounts.addRegistration(email)
      expect(await storage().accounts.verifyRegistration(projectId, email.id, sampleNow + 7)).toBe(true)
      expect(await storage().accounts.verifyRegistration(projectId, email.id, sampleNow + 8)).toBe(false)
      expect(await storage().accounts.verifyRegistration(projectId, 'email-test-unknown', sampleNow)).toBe(false)
      expect((await storage().accounts.get(projectId, account.id))?.registrations).toEqual([
        { ...email, verified: true, verifiedAt: sampleNow + 7 },
      ])
    })

    it("removes a user's own registration of the right kind, and no other", async () => {
      const account = await insertAccount()
      const other = await insertAccount()
      const email = sampleRegistration(account)
      await storage().accounts.addRegistration(email)
      const { accounts: users } = storage()
      expect(await users.removeRegistration(projectId, other.id, 'email', email.id)).toBe(false)
      expect(await users.removeRegistration(projectId, account.id, 'phone_number', email.id)).toBe(false)
      expect(await users.removeRegistration(projectId, account.id, 'email', email.id)).toBe(true)
      expect(await users.removeRegistration(projectId, account.id, 'email', email.id)).toBe(false)
      expect((await users.get(projectId, account.id))?.registrations).toEqual([])
    })

    it('changes the given fields only', async () => {
      const account = await insertAccount({ status: 'pending', untrustedMetadata: { theme: 'dark' } })
      const name = { first_name: 'Grace', middle_name: 'B.', last_name: 'Hopper' }
      await storage().accounts.update(projectId, account.id, { name, status: 'active' }, sampleNow + 1)
      await storage().accounts.update(projectId, account.id, { untrustedMetadata: {}, roles: [] }, sampleNow + 2)
      expect(await storage().accounts.get(projectId, account.id)).toEqual({
        ...account,
        name,
        status: 'active',
        untrustedMetadata: {},
        roles: [],
        updatedAt: sampleNow + 2,
        registrations: [],
      })
    })

    it('changes no row when the user does not exist', async () => {
      await storage().accounts.update(projectId, 'user-test-unknown', { roles: ['admin'] }, sampleNow)
      expect(await storage().accounts.get(projectId, 'user-test-unknown')).toBeNull()
    })
  })

  describe('the list of users', () => {
    /** Several of one instant, so that the id has to decide. */
    async function sevenUsers(): Promise<{ projectId: string; newestFirst: string[] }> {
      const project = sampleProject()
      await storage().projects.insert(project)
      const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
      for (const [index, id] of ids.entries()) {
        const account = sampleAccount(project.id, { id, createdAt: sampleNow + Math.floor(index / 3) })
        await storage().accounts.insert(account)
        await storage().accounts.addRegistration(sampleRegistration(account))
        await storage().accounts.addRegistration(sampleRegistration(account, { kind: 'oauth' }))
      }
      return { projectId: project.id, newestFirst: ids.toReversed() }
    }

    async function readPages(projectId: string, limit: number, between?: () => Promise<void>): Promise<string[][]> {
      const pages: string[][] = []
      let cursor: string | undefined
      do {
        const page = await storage().accounts.list(projectRealm(projectId), {
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        })
        pages.push(page.items.map((account) => account.id))
        expect(page.items.every((account) => account.registrations.length === 2)).toBe(true)
        cursor = page.nextCursor ?? undefined
        await between?.()
      } while (cursor !== undefined)
      return pages
    }

    it('pages newest first, each user once', async () => {
      const { projectId, newestFirst } = await sevenUsers()
      expect(await readPages(projectId, 3)).toEqual([
        newestFirst.slice(0, 3),
        newestFirst.slice(3, 6),
        newestFirst.slice(6),
      ])
      expect(await readPages(projectId, 7)).toEqual([newestFirst])
      expect(await readPages(projectId, 100)).toEqual([newestFirst])
    })

    it('neither repeats nor leaves out anyone when users come and go between pages', async () => {
      const { projectId, newestFirst } = await sevenUsers()
      let next = 0
      const pages = await readPages(projectId, 2, async () => {
        next += 1
        const account = sampleAccount(projectId, { id: `new-${next}`, createdAt: sampleNow + 1000 })
        await storage().accounts.insert(account)
      })
      expect(pages.flat()).toEqual(newestFirst)
    })

    it('is empty for a project without users', async () => {
      expect(await storage().accounts.list(projectRealm('project-test-unknown'), { limit: 10 })).toEqual({
        items: [],
        nextCursor: null,
      })
    })

    it.each([
      '',
      'x',
      'bnVsbA',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('["1","a"]').toString('base64url'),
    ])('refuses the cursor %j, which it never gave', async (cursor) => {
      await expect(storage().accounts.list(projectRealm('p'), { cursor, limit: 10 })).rejects.toMatchObject({
        code: 'invalid_cursor',
      })
    })
  })
}
