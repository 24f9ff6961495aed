import type { JsonObject } from '@latchkey/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectRealm } from '../realm.ts'
import type { Storage } from '../storage.ts'
import { sampleAccount, sampleNow, sampleOneTime, sampleProject, sampleRegistration } from '../testing/sample.ts'

const odd: Record<string, string> = {
  'the empty string': '',
  quotes: `'"\`;--\\ $1 ? :a @b %s`,
  'an attempt at SQL': `'); drop table users; --`,
  emojis: '👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 \u00e9',
  'other scripts': 'مرحبا שלום 你好 \u202e',
  'line breaks and tabs': 'a\r\nb\tc\u2028d\u2029e\u0085',
  'the highest code points': '\uffff\u{10ffff}\ufeff',
  'names of prototypes': '__proto__',
}

export function oddValuesSuite(storage: () => Storage): void {
  describe('odd values', () => {
    let projectId: string
    beforeAll(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      projectId = project.id
    })

    it.each(Object.entries(odd))('keep their form: %s', async (_, text) => {
      const account = sampleAccount(projectId, {
        name: { first_name: text, middle_name: text, last_name: text },
        untrustedMetadata: { [text]: text },
        roles: [text],
      })
      await storage().accounts.insert(account)
      const registration = sampleRegistration(account, { uniqueKey: `${account.id}${text}`, details: { text } })
      await storage().accounts.addRegistration(registration)
      const whole = { ...account, registrations: [registration] }
      expect(await storage().accounts.get(projectId, account.id)).toEqual(whole)
      expect(
        await storage().accounts.findByRegistration(projectRealm(projectId), 'email', registration.uniqueKey),
      ).toEqual(whole)
    })

    it('tell apart what only looks alike', async () => {
      const account = sampleAccount(projectId)
      await storage().accounts.insert(account)
      for (const uniqueKey of ['é@x', 'e\u0301@x', 'É@x', 'é@x ']) {
        expect(await storage().accounts.addRegistration(sampleRegistration(account, { uniqueKey }))).toBe(true)
      }
    })

    it('keep a megabyte', async () => {
      const long = '🔑'.repeat(250_000)
      const row = sampleOneTime(projectId, { payload: { long } })
      await storage().oneTime.insert(row)
      expect(await storage().oneTime.find(projectId, row.id)).toEqual(row)
    })

    it('keep keys that are named as those of a prototype, as keys', async () => {
      const text = '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":null}'
      const untrustedMetadata = JSON.parse(text) as JsonObject
      const account = sampleAccount(projectId, { untrustedMetadata })
      await storage().accounts.insert(account)
      const found = await storage().accounts.get(projectId, account.id)
      expect(JSON.stringify(found?.untrustedMetadata)).toBe(text)
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    })

    it('keep lone surrogates inside JSON', async () => {
      const account = sampleAccount(projectId, { untrustedMetadata: { '\ud800': '\udfff' } })
      await storage().accounts.insert(account)
      expect((await storage().accounts.get(projectId, account.id))?.untrustedMetadata).toEqual({ '\ud800': '\udfff' })
    })

    it('keep the largest integer as a number', async () => {
      const row = sampleOneTime(projectId, { expiresAt: Number.MAX_SAFE_INTEGER, createdAt: 0 })
      await storage().oneTime.insert(row)
      expect(await storage().oneTime.find(projectId, row.id)).toEqual(row)
    })

    it.each([
      ['undefined', undefined],
      ['a boolean', true],
      ['a fraction', 1.5],
      ['no number', Number.NaN],
      ['an object', {}],
    ])('are refused before the database sees them: %s', async (_, value) => {
      const row = sampleOneTime(projectId, { usedAt: value as number })
      await expect(storage().oneTime.insert(row)).rejects.toThrow(TypeError)
      expect(await storage().oneTime.find(projectId, row.id)).toBeNull()
    })

    it('are sorted by their bytes on every engine', async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const ids = ['B', 'a', 'C', 'b', 'Ä', '_', 'ab', 'a-b']
      for (const id of ids) await storage().accounts.insert(sampleAccount(project.id, { id, createdAt: sampleNow }))
      const { items } = await storage().accounts.list(projectRealm(project.id), { limit: 100 })
      expect(items.map((account) => account.id)).toEqual(ids.toSorted().toReversed())
    })
  })
}
