import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.ts'
import { sampleKey, sampleNow, sampleProject } from '../testing/sample.ts'

export function projectsSuite(storage: () => Storage): void {
  describe('projects', () => {
    it('finds a project by id and by public token', async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      expect(await storage().projects.get(project.id)).toEqual(project)
      expect(await storage().projects.findByPublicToken(project.publicToken)).toEqual(project)
    })

    it('returns null for an unknown id', async () => {
      expect(await storage().projects.get('project-test-unknown')).toBeNull()
      expect(await storage().projects.findByPublicToken('public-token-unknown')).toBeNull()
    })

    it('lists all, oldest first', async () => {
      const later = sampleProject({ createdAt: sampleNow + 2 })
      const earlier = sampleProject({ createdAt: sampleNow + 1 })
      await storage().projects.insert(later)
      await storage().projects.insert(earlier)
      const ids = (await storage().projects.list()).map((project) => project.id)
      expect(ids.indexOf(earlier.id)).toBeGreaterThanOrEqual(0)
      expect(ids.indexOf(later.id)).toBeGreaterThan(ids.indexOf(earlier.id))
    })

    it('refuses a public token that is taken', async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const twin = sampleProject({ publicToken: project.publicToken })
      await expect(storage().projects.insert(twin)).rejects.toMatchObject({ code: 'storage_conflict' })
    })

    it('writes settings only over the revision they were read from', async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const changed = { ...project.settings, stepUpMinutes: 10 }
      expect(await storage().projects.updateSettings(project.id, 1, changed)).toBe(true)
      expect(await storage().projects.updateSettings(project.id, 1, project.settings)).toBe(false)
      expect(await storage().projects.get(project.id)).toEqual({ ...project, settings: changed, revision: 2 })
    })

    it('lets one of many writers of one revision win', async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const tries = Array.from({ length: 8 }, (_, index) =>
        storage().projects.updateSettings(project.id, 1, { ...project.settings, stepUpMinutes: index }),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toEqual([true])
    })
  })

  describe('keys', () => {
    it('lists the keys of a project, oldest first, and no others', async () => {
      const { id } = await insertProject(storage())
      const other = await insertProject(storage())
      const second = sampleKey(id, { createdAt: sampleNow + 1 })
      const first = sampleKey(id)
      await storage().keys.insert(second)
      await storage().keys.insert(first)
      await storage().keys.insert(sampleKey(other.id))
      expect(await storage().keys.list(id)).toEqual([first, second])
      expect(await storage().keys.list('project-test-unknown')).toEqual([])
    })

    it('remembers when a key was first used and first retired', async () => {
      const { id } = await insertProject(storage())
      const key = sampleKey(id)
      await storage().keys.insert(key)
      await storage().keys.setState(id, key.kid, 'active', sampleNow + 1)
      await storage().keys.setState(id, key.kid, 'active', sampleNow + 2)
      await storage().keys.setState(id, key.kid, 'retiring', sampleNow + 3)
      await storage().keys.setState(id, key.kid, 'gone', sampleNow + 4)
      expect(await storage().keys.list(id)).toEqual([
        { ...key, state: 'gone', activatedAt: sampleNow + 1, retiredAt: sampleNow + 3 },
      ])
    })

    it('needs a project', async () => {
      await expect(storage().keys.insert(sampleKey('project-test-unknown'))).rejects.toThrow()
    })
  })
}

async function insertProject(storage: Storage): Promise<{ id: string }> {
  const project = sampleProject()
  await storage.projects.insert(project)
  return project
}
