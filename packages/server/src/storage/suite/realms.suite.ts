import { beforeEach, describe, expect, it } from 'vitest'
import { organizationRealm, projectRealm, type Realm } from '../realm.ts'
import type { AccountRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleAccount, sampleNow, sampleOneTime, sampleProject, sampleRegistration } from '../testing/sample.ts'

const email = 'ada@example.com'
const identifier = `email:${email}`

export function realmsSuite(storage: () => Storage): void {
  describe('realms', () => {
    let realms: Realm[]
    beforeEach(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const projectId = project.id
      realms = [
        projectRealm(projectId),
        ...['organization-test-1', 'organization-test-2'].map((id) => organizationRealm({ projectId, id })),
      ]
    })

    async function insertAccount(realm: Realm, change: Partial<AccountRecord> = {}): Promise<AccountRecord> {
      const account = sampleAccount(realm.projectId, { ...realm, ...change })
      const registration = sampleRegistration(account, { uniqueKey: email })
      await storage().accounts.insert(account)
      expect(await storage().accounts.addRegistration(registration)).toBe(true)
      return { ...account, registrations: [registration] }
    }

    it('find the account of an address in one realm only [B-ACC-01] [B-ACC-09]', async () => {
      const [first, second] = realms as [Realm, Realm, Realm]
      const owners = [await insertAccount(first), await insertAccount(second)]
      const found = await Promise.all(
        realms.map((realm) => storage().accounts.findByRegistration(realm, 'email', email)),
      )
      expect(found).toEqual([...owners, null])
    })

    it('reject a second owner of an address in the same realm', async () => {
      for (const realm of realms) {
        await insertAccount(realm)
        const other = sampleAccount(realm.projectId, { ...realm })
        await storage().accounts.insert(other)
        const same = sampleRegistration(other, { uniqueKey: email })
        expect(await storage().accounts.addRegistration(same)).toBe(false)
      }
    })

    it('have external ids of their own', async () => {
      for (const realm of realms) {
        const account = await insertAccount(realm, { externalId: 'crm-1' })
        expect(await storage().accounts.findByExternalId(realm, 'crm-1')).toEqual(account)
        const again = sampleAccount(realm.projectId, { ...realm, externalId: 'crm-1' })
        await expect(storage().accounts.insert(again)).rejects.toMatchObject({ code: 'storage_conflict' })
      }
    })

    it('list and search their own accounts only', async () => {
      const owners: AccountRecord[] = []
      for (const realm of realms) owners.push(await insertAccount(realm))
      for (const [index, realm] of realms.entries()) {
        const own = { items: [owners[index]], nextCursor: null }
        expect(await storage().accounts.list(realm, { limit: 9 })).toEqual(own)
        expect(await storage().accounts.search(realm, 'email', 'ada@', { limit: 9 })).toEqual(own)
      }
    })

    it('keep pending accounts of organizations when those of users are removed', async () => {
      const pending: AccountRecord[] = []
      for (const realm of realms) pending.push(await insertAccount(realm, { status: 'pending' }))
      const [ofUser, ...ofMembers] = pending.map(({ id }) => id)
      const projectId = realms[0]?.projectId ?? ''
      expect(await storage().accounts.removePending(projectId, sampleNow + 1, 9)).toEqual([ofUser])
      for (const id of ofMembers) expect(await storage().accounts.get(projectId, id)).not.toBeNull()
    })

    it('void, list and remove the one-time secrets of their own identifiers only', async () => {
      const { oneTime } = storage()
      const rows = realms.map((realm) => sampleOneTime(realm.projectId, { ...realm, identifier, purpose: 'otp_email' }))
      for (const row of rows) await oneTime.insert(row)
      const options = { now: sampleNow, limit: 9 }
      const live = (): Promise<unknown> =>
        Promise.all(
          realms.map(async (realm) => [
            await oneTime.listLive(realm, identifier, ['otp_email'], options),
            await oneTime.listLiveByPrefix(realm, 'email:', ['otp_email'], options),
          ]),
        )
      const [first, second, third] = rows
      expect(await live()).toEqual([first, second, third].map((row) => [[row], [row]]))
      await oneTime.voidEarlier(realms[1] as Realm, identifier, ['otp_email'], sampleNow)
      expect(await live()).toEqual([first, null, third].map((row) => (row ? [[row], [row]] : [[], []])))
      await oneTime.removeByIdentifier(realms[2] as Realm, identifier)
      expect(await live()).toEqual([first, null, null].map((row) => (row ? [[row], [row]] : [[], []])))
    })
  })
}
