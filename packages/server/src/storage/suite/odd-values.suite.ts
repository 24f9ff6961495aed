import type { JsonObject } from '@latchkey/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../storage.ts'
import { sampleNow, sampleOneTime, sampleProject, sampleRegistration, sampleUser } from '../testing/sample.ts'

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
      const user = sampleUser(projectId, {
        name: { first_name: text, middle_name: text, last_name: text },
        untrustedMetadata: { [text]: text },
        roles: [text],
      })
      await storage().users.insert(user)
      const registration = sampleRegistration(user, { uniqueKey: `${user.id}${text}`, details: { text } })
      await storage().users.addRegistration(registration)
      const whole = { ...user, registrations: [registration] }
      expect(await storage().users.get(projectId, user.id)).toEqual(whole)
      expect(await storage().users.findByRegistration(projectId, 'email', registration.uniqueKey)).toEqual(whole)
    })

    it('tell apart what only looks alike', async () => {
      const user = sampleUser(projectId)
      await storage().users.insert(user)
      for (const uniqueKey of ['é@x', 'e\u0301@x', 'É@x', 'é@x ']) {
        expect(await storage().users.addRegistration(sampleRegistration(user, { uniqueKey }))).toBe(true)
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
      const user = sampleUser(projectId, { untrustedMetadata })
      await storage().users.insert(user)
      const found = await storage().users.get(projectId, user.id)
      expect(JSON.stringify(found?.untrustedMetadata)).toBe(text)
      expect(({} as { admin?: boolean }).admin).toBeUndefined()
    })

    it('keep lone surrogates inside JSON', async () => {
      const user = sampleUser(projectId, { untrustedMetadata: { '\ud800': '\udfff' } })
      await storage().users.insert(user)
      expect((await storage().users.get(projectId, user.id))?.untrustedMetadata).toEqual({ '\ud800': '\udfff' })
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
      for (const id of ids) await storage().users.insert(sampleUser(project.id, { id, createdAt: sampleNow }))
      const { items } = await storage().users.list(project.id, { limit: 100 })
      expect(items.map((user) => user.id)).toEqual(ids.toSorted().toReversed())
    })
  })
}
