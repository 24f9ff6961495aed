import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.ts'
import { sampleAccount, sampleNow, sampleProject, sampleRegistration, uniqueId } from '../testing/sample.ts'

export function passwordsSuite(storage: () => Storage): void {
  describe('passwords', () => {
    async function registered(): Promise<{ projectId: string; accountId: string; id: string }> {
      const project = sampleProject()
      await storage().projects.insert(project)
      const account = sampleAccount(project.id)
      await storage().accounts.insert(account)
      const password = { id: uniqueId('password'), kind: 'password' as const, uniqueKey: account.id }
      await storage().accounts.addRegistration(sampleRegistration(account, password))
      return { projectId: project.id, accountId: account.id, id: password.id }
    }

    it('are found by their registration, in their project only, and a new one replaces the old one', async () => {
      const { projectId, id } = await registered()
      const other = await registered()
      expect(await storage().passwords.find(projectId, id)).toBeNull()
      await storage().passwords.set({ projectId, id, hash: 'first', setAt: sampleNow })
      await storage().passwords.set({ projectId, id, hash: 'second', setAt: sampleNow + 1 })
      expect(await storage().passwords.find(projectId, id)).toEqual({
        ...{ projectId, id, hash: 'second', setAt: sampleNow + 1 },
      })
      expect(await storage().passwords.find(other.projectId, id)).toBeNull()
    })

    it('are replaced only while the compared hash is still stored', async () => {
      const { projectId, id } = await registered()
      await storage().passwords.set({ projectId, id, hash: 'first', setAt: sampleNow })
      expect(await storage().passwords.replaceIfUnchanged(projectId, id, 'other', 'second')).toBe(false)
      expect(await storage().passwords.replaceIfUnchanged(projectId, id, 'first', 'second')).toBe(true)
      expect(await storage().passwords.replaceIfUnchanged(projectId, id, 'first', 'third')).toBe(false)
      expect((await storage().passwords.find(projectId, id))?.hash).toBe('second')
    })

    it('are replaced by exactly one of many concurrent calls', async () => {
      const { projectId, id } = await registered()
      await storage().passwords.set({ projectId, id, hash: 'first', setAt: sampleNow })
      const done = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          storage().passwords.replaceIfUnchanged(projectId, id, 'first', `next ${index}`),
        ),
      )
      expect(done.filter(Boolean)).toHaveLength(1)
    })

    it('are removed on their own and with their registration', async () => {
      const { projectId, accountId, id } = await registered()
      await storage().passwords.set({ projectId, id, hash: 'first', setAt: sampleNow })
      expect(await storage().passwords.remove(projectId, id)).toBe(true)
      expect(await storage().passwords.remove(projectId, id)).toBe(false)
      await storage().passwords.set({ projectId, id, hash: 'second', setAt: sampleNow })
      await storage().accounts.removeRegistration(projectId, accountId, 'password', id)
      expect(await storage().passwords.find(projectId, id)).toBeNull()
    })

    it('belong to a registration', async () => {
      const { projectId } = await registered()
      await expect(
        storage().passwords.set({ projectId, id: 'unknown', hash: 'first', setAt: sampleNow }),
      ).rejects.toThrow()
    })
  })
}
