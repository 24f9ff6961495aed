import { beforeAll, describe, expect, it } from 'vitest'
import type { UserRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleNow, sampleProject, sampleRegistration, sampleUser } from '../testing/sample.ts'

export function usersSuite(storage: () => Storage): void {
  describe('users', () => {
    let projectId: string
    beforeAll(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      projectId = project.id
    })

    async function insertUser(change: Partial<UserRecord> = {}): Promise<Omit<UserRecord, 'registrations'>> {
      const user = sampleUser(projectId, change)
      await storage().users.insert(user)
      return user
    }

    it('returns a user without registrations', async () => {
      const user = await insertUser({ externalId: 'outside-1', trustedMetadata: { plan: 'pro' } })
      expect(await storage().users.get(projectId, user.id)).toEqual({ ...user, registrations: [] })
    })

    it('returns a user with all registrations, oldest first', async () => {
      const user = await insertUser()
      const phone = sampleRegistration(user, {
        kind: 'phone_number',
        verified: true,
        verifiedAt: sampleNow + 5,
        createdAt: sampleNow + 5,
        details: { carrier: 'none' },
      })
      const email = sampleRegistration(user)
      expect(await storage().users.addRegistration(phone)).toBe(true)
      expect(await storage().users.addRegistration(email)).toBe(true)
      const whole = { ...user, registrations: [email, phone] }
      expect(await storage().users.get(projectId, user.id)).toEqual(whole)
      expect(await storage().users.findByRegistration(projectId, 'phone_number', phone.uniqueKey)).toEqual(whole)
    })

    it('keeps projects apart', async () => {
      const user = await insertUser()
      const email = sampleRegistration(user)
      await storage().users.addRegistration(email)
      const other = sampleProject()
      await storage().projects.insert(other)
      expect(await storage().users.get(other.id, user.id)).toBeNull()
      expect(await storage().users.findByRegistration(other.id, 'email', email.uniqueKey)).toBeNull()
      const namesake = sampleUser(other.id)
      await storage().users.insert(namesake)
      const same = sampleRegistration(namesake, { uniqueKey: email.uniqueKey })
      expect(await storage().users.addRegistration(same)).toBe(true)
    })

    it('finds no user by a key of another kind', async () => {
      const user = await insertUser()
      const email = sampleRegistration(user)
      await storage().users.addRegistration(email)
      expect(await storage().users.findByRegistration(projectId, 'oauth', email.uniqueKey)).toBeNull()
    })

    it('rejects a second owner of a key', async () => {
      const first = await insertUser()
      const second = await insertUser()
      const email = sampleRegistration(first)
      expect(await storage().users.addRegistration(email)).toBe(true)
      const copy = sampleRegistration(second, { uniqueKey: email.uniqueKey })
      expect(await storage().users.addRegistration(copy)).toBe(false)
      expect((await storage().users.get(projectId, second.id))?.registrations).toEqual([])
    })

    it('adds several at once, and says if one of them has an owner', async () => {
      const [first, second] = [await insertUser(), await insertUser()]
      const email = sampleRegistration(first, { createdAt: 1 })
      const password = sampleRegistration(first, { kind: 'password', details: { requires_reset: true }, createdAt: 2 })
      expect(await storage().users.addRegistration(email, password)).toBe(true)
      expect((await storage().users.get(projectId, first.id))?.registrations).toEqual([email, password])
      const copy = sampleRegistration(second, { uniqueKey: email.uniqueKey })
      expect(await storage().users.addRegistration(sampleRegistration(second), copy)).toBe(false)
      expect(await storage().users.addRegistration()).toBe(true)
    })

    it('gives a key to exactly one of many who ask at once', async () => {
      const users = await Promise.all(Array.from({ length: 16 }, () => insertUser()))
      const uniqueKey = `contested-${projectId}@example.com`
      const tries = users.map((user) => storage().users.addRegistration(sampleRegistration(user, { uniqueKey })))
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('gives a key to exactly one of many transactions', async () => {
      const uniqueKey = `contested-too-${projectId}@example.com`
      const tries = Array.from({ length: 16 }, () => {
        const user = sampleUser(projectId)
        return storage().transaction(async (tx) => {
          await tx.users.insert(user)
          return tx.users.addRegistration(sampleRegistration(user, { uniqueKey }))
        })
      })
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })

    it('rejects a registration of an unknown user', async () => {
      const unknown = { projectId, id: 'user-test-unknown' }
      await expect(storage().users.addRegistration(sampleRegistration(unknown))).rejects.toThrow()
    })

    it('refuses a second user of an id and of an external id', async () => {
      const user = await insertUser({ externalId: 'outside-2' })
      const conflict = { code: 'storage_conflict' }
      await expect(storage().users.insert(user)).rejects.toMatchObject(conflict)
      await expect(storage().users.insert(sampleUser(projectId, { externalId: 'outside-2' }))).rejects.toMatchObject(
        conflict,
      )
    })

    it('verifies a registration once', async () => {
      const user = await insertUser()
      const email = sampleRegistration(user)
      await storage().users.addRegistration(email)
      expect(await storage().users.verifyRegistration(projectId, email.id, sampleNow + 7)).toBe(true)
      expect(await storage().users.verifyRegistration(projectId, email.id, sampleNow + 8)).toBe(false)
      expect(await storage().users.verifyRegistration(projectId, 'email-test-unknown', sampleNow)).toBe(false)
      expect((await storage().users.get(projectId, user.id))?.registrations).toEqual([
        { ...email, verified: true, verifiedAt: sampleNow + 7 },
      ])
    })

    it("removes a user's own registration of the right kind, and no other", async () => {
      const user = await insertUser()
      const other = await insertUser()
      const email = sampleRegistration(user)
      await storage().users.addRegistration(email)
      const { users } = storage()
      expect(await users.removeRegistration(projectId, other.id, 'email', email.id)).toBe(false)
      expect(await users.removeRegistration(projectId, user.id, 'phone_number', email.id)).toBe(false)
      expect(await users.removeRegistration(projectId, user.id, 'email', email.id)).toBe(true)
      expect(await users.removeRegistration(projectId, user.id, 'email', email.id)).toBe(false)
      expect((await users.get(projectId, user.id))?.registrations).toEqual([])
    })

    it('changes the given fields only', async () => {
      const user = await insertUser({ status: 'pending', untrustedMetadata: { theme: 'dark' } })
      const name = { first_name: 'Grace', middle_name: 'B.', last_name: 'Hopper' }
      await storage().users.update(projectId, user.id, { name, status: 'active' }, sampleNow + 1)
      await storage().users.update(projectId, user.id, { untrustedMetadata: {}, roles: [] }, sampleNow + 2)
      expect(await storage().users.get(projectId, user.id)).toEqual({
        ...user,
        name,
        status: 'active',
        untrustedMetadata: {},
        roles: [],
        updatedAt: sampleNow + 2,
        registrations: [],
      })
    })

    it('changes no row when the user does not exist', async () => {
      await storage().users.update(projectId, 'user-test-unknown', { roles: ['admin'] }, sampleNow)
      expect(await storage().users.get(projectId, 'user-test-unknown')).toBeNull()
    })
  })

  describe('the list of users', () => {
    /** Several of one instant, so that the id has to decide. */
    async function sevenUsers(): Promise<{ projectId: string; newestFirst: string[] }> {
      const project = sampleProject()
      await storage().projects.insert(project)
      const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
      for (const [index, id] of ids.entries()) {
        const user = sampleUser(project.id, { id, createdAt: sampleNow + Math.floor(index / 3) })
        await storage().users.insert(user)
        await storage().users.addRegistration(sampleRegistration(user))
        await storage().users.addRegistration(sampleRegistration(user, { kind: 'oauth' }))
      }
      return { projectId: project.id, newestFirst: ids.toReversed() }
    }

    async function readPages(projectId: string, limit: number, between?: () => Promise<void>): Promise<string[][]> {
      const pages: string[][] = []
      let cursor: string | undefined
      do {
        const page = await storage().users.list(projectId, { limit, ...(cursor === undefined ? {} : { cursor }) })
        pages.push(page.items.map((user) => user.id))
        expect(page.items.every((user) => user.registrations.length === 2)).toBe(true)
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
        const user = sampleUser(projectId, { id: `new-${next}`, createdAt: sampleNow + 1000 })
        await storage().users.insert(user)
      })
      expect(pages.flat()).toEqual(newestFirst)
    })

    it('is empty for a project without users', async () => {
      expect(await storage().users.list('project-test-unknown', { limit: 10 })).toEqual({ items: [], nextCursor: null })
    })

    it.each([
      '',
      'x',
      'bnVsbA',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('["1","a"]').toString('base64url'),
    ])('refuses the cursor %j, which it never gave', async (cursor) => {
      await expect(storage().users.list('p', { cursor, limit: 10 })).rejects.toMatchObject({ code: 'invalid_cursor' })
    })
  })
}
