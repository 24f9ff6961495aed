import { beforeAll, describe, expect, it } from 'vitest'
import type { ConnectedAppRecord, TemplateRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleAccount, sampleNow, sampleProject, uniqueId } from '../testing/sample.ts'

export function servicesSuite(storage: () => Storage): void {
  describe('services', () => {
    let projectId: string
    let accountId: string
    beforeAll(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const account = sampleAccount(project.id)
      await storage().accounts.insert(account)
      projectId = project.id
      accountId = account.id
    })

    it('keeps templates by project and id', async () => {
      const { templates } = storage()
      const times = { createdAt: sampleNow, updatedAt: sampleNow }
      const first: TemplateRecord = { projectId, id: 'a', kind: 'passcode', words: { en: { subject: 'x' } }, ...times }
      await templates.set({ ...first, id: 'b' })
      await templates.set(first)
      expect(await templates.list(projectId)).toEqual([first, { ...first, id: 'b' }])
      const changed: TemplateRecord = { ...first, kind: 'magic_link', words: { de: { heading: 'Hallo „Welt“' } } }
      await templates.set({ ...changed, createdAt: sampleNow + 9, updatedAt: sampleNow + 9 })
      expect(await templates.get(projectId, 'a')).toEqual({ ...changed, updatedAt: sampleNow + 9 })
      expect(await templates.get('project-test-other', 'a')).toBe(null)
      expect([await templates.remove(projectId, 'a'), await templates.remove(projectId, 'a')]).toEqual([true, false])
      expect(await templates.get(projectId, 'a')).toBe(null)
    })

    it('stores suppressed addresses with the reason', async () => {
      const { suppressions } = storage()
      const address = `+1500555${uniqueId('n').length}006`
      const stopped = { channel: 'sms', address, reason: 'unsubscribed', createdAt: sampleNow } as const
      expect(await suppressions.get('sms', address)).toBe(null)
      expect([await suppressions.add(stopped), await suppressions.add({ ...stopped, reason: 'bounced' })]).toEqual([
        true,
        false,
      ])
      expect(await suppressions.get('sms', address)).toEqual(stopped)
      expect(await suppressions.get('whatsapp', address)).toBe(null)
      expect(await suppressions.remove('sms', address, [])).toBe(false)
      expect(await suppressions.remove('sms', address, ['bounced', 'complained'])).toBe(false)
      expect(await suppressions.remove('sms', address, ['bounced', 'unsubscribed'])).toBe(true)
      expect(await suppressions.get('sms', address)).toBe(null)
    })

    it('accepts a nonce from exactly one of many callers in each project', async () => {
      const { usedNonces } = storage()
      const takes = Array.from({ length: 16 }, () => usedNonces.consume(projectId, 'jti:1', sampleNow + 1_000))
      expect((await Promise.all(takes)).filter(Boolean)).toEqual([true])
      expect(await usedNonces.consume('', 'jti:1', sampleNow + 1_000)).toBe(true)
    })

    it('keeps a used nonce until it expires', async () => {
      const { usedNonces } = storage()
      const take = () => usedNonces.consume(projectId, 'jti:2', 2_000)
      expect([await take(), await usedNonces.sweep(2_000, 500), await take()]).toEqual([true, 0, false])
      expect([await usedNonces.sweep(2_001, 500), await take()]).toEqual([1, true])
      await usedNonces.sweep(2_001, 500)
    })

    it('finds a remembered key, extends its lifetime and never shortens it', async () => {
      const { usedNonces } = storage()
      const has = (now: number) => usedNonces.has(projectId, 'network:1', now)
      expect(await has(1_000)).toBe(false)
      await usedNonces.remember(projectId, 'network:1', 2_000)
      await usedNonces.remember(projectId, 'network:1', 3_000)
      await usedNonces.remember(projectId, 'network:1', 2_500)
      expect([await has(2_999), await has(3_000), await usedNonces.has('', 'network:1', 1_000)]).toEqual([
        true,
        false,
        false,
      ])
      await usedNonces.sweep(3_001, 500)
    })

    it('keeps what a user has granted to applications, each once', async () => {
      const { connectedApps } = storage()
      const app: ConnectedAppRecord = {
        ...{ projectId, accountId, id: 'app-1', name: 'App', description: '', clientType: 'first_party' },
        ...{ logoUrl: null, scopes: ['openid', 'email'], createdAt: sampleNow, updatedAt: sampleNow },
      }
      await connectedApps.grant({ ...app, id: 'app-2' })
      await connectedApps.grant(app)
      const wider = { ...app, scopes: ['openid'], logoUrl: 'https://app.example/logo.svg', updatedAt: sampleNow + 5 }
      await connectedApps.grant({ ...wider, createdAt: sampleNow + 5 })
      expect(await connectedApps.list(projectId, accountId)).toEqual([wider, { ...app, id: 'app-2' }])
      expect(await connectedApps.list(projectId, 'user-test-other')).toEqual([])
      expect(await connectedApps.revoke(projectId, 'user-test-other', 'app-1')).toBe(false)
      expect(await connectedApps.revoke(projectId, accountId, 'app-1')).toBe(true)
      expect(await connectedApps.revoke(projectId, accountId, 'app-1')).toBe(false)
    })
  })
}
