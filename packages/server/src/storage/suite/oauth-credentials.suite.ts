import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.ts'
import { sampleNow, sampleOAuthCredentials, sampleProject } from '../testing/sample.ts'

export function oauthCredentialsSuite(storage: () => Storage): void {
  describe('OAuth credentials', () => {
    async function newProject(): Promise<string> {
      const project = sampleProject()
      await storage().projects.insert(project)
      return project.id
    }

    it('are found by provider and by callback, in their project alone, and listed by name', async () => {
      const [projectId, other] = [await newProject(), await newProject()]
      const google = sampleOAuthCredentials(projectId, { options: { tenant: 'x' } })
      const apple = sampleOAuthCredentials(projectId, { provider: 'apple' })
      await storage().oauthCredentials.set(google)
      await storage().oauthCredentials.set(apple)
      expect(await storage().oauthCredentials.get(projectId, 'google')).toEqual(google)
      expect(await storage().oauthCredentials.get(projectId, 'github')).toBeNull()
      expect(await storage().oauthCredentials.get(other, 'google')).toBeNull()
      expect(await storage().oauthCredentials.findByCallbackId(apple.callbackId)).toEqual(apple)
      expect(await storage().oauthCredentials.findByCallbackId('unknown')).toBeNull()
      expect(await storage().oauthCredentials.list(projectId)).toEqual([apple, google])
      expect(await storage().oauthCredentials.list(other)).toEqual([])
    })

    it('can be replaced, and keep their callback and creation time', async () => {
      const projectId = await newProject()
      const first = sampleOAuthCredentials(projectId)
      await storage().oauthCredentials.set(first)
      const changed = { clientId: 'other', secretSealed: 'other', options: { host: 'x' }, updatedAt: sampleNow + 1 }
      await storage().oauthCredentials.set(sampleOAuthCredentials(projectId, { ...changed, createdAt: sampleNow + 1 }))
      expect(await storage().oauthCredentials.list(projectId)).toEqual([{ ...first, ...changed }])
    })

    it('are removed once', async () => {
      const projectId = await newProject()
      await storage().oauthCredentials.set(sampleOAuthCredentials(projectId))
      expect(await storage().oauthCredentials.remove(projectId, 'google')).toBe(true)
      expect(await storage().oauthCredentials.remove(projectId, 'google')).toBe(false)
      expect(await storage().oauthCredentials.get(projectId, 'google')).toBeNull()
    })

    it('belong to a project', async () => {
      await expect(storage().oauthCredentials.set(sampleOAuthCredentials('unknown'))).rejects.toThrow()
    })
  })
}
