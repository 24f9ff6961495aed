import { beforeEach, describe, expect, it } from 'vitest'
import { type OrganizationRealm, organizationRealm } from '../realm.ts'
import type { CustomRoleRecord, MemberRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import { sampleMember, sampleNow, sampleOrganization, sampleProject } from '../testing/sample.ts'

const direct = { sourceKind: 'direct_assignment', sourceId: '' } as const
const connection = { sourceKind: 'sso_connection', sourceId: 'sso-test-1' } as const
const later = sampleNow + 7

export function rolesSuite(storage: () => Storage): void {
  describe('roles of members', () => {
    let realm: OrganizationRealm
    let elsewhere: OrganizationRealm
    let member: MemberRecord
    beforeEach(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const organizations = [sampleOrganization(project.id), sampleOrganization(project.id)] as const
      for (const organization of organizations) await storage().organizations.insert(organization)
      realm = organizationRealm(organizations[0])
      elsewhere = organizationRealm(organizations[1])
      member = await insertMember()
    })

    async function insertMember(change: Partial<MemberRecord> = {}): Promise<MemberRecord> {
      const made = sampleMember(realm, change)
      await storage().members.insert(made)
      return made
    }

    const listed = async (of: OrganizationRealm) =>
      (await storage().roles.list(of, member.id)).map(({ roleId, sourceId }) => [roleId, sourceId])

    it('are replaced for one source, and keep those of other sources', async () => {
      const { roles } = storage()
      expect(await roles.replace(realm, member.id, direct, ['b', 'a', 'b'])).toBe(true)
      expect(await roles.replace(realm, member.id, connection, ['a'])).toBe(true)
      expect(await roles.list(realm, member.id)).toEqual([
        { ...realm, memberId: member.id, roleId: 'a', ...direct },
        { ...realm, memberId: member.id, roleId: 'a', ...connection },
        { ...realm, memberId: member.id, roleId: 'b', ...direct },
      ])
      expect(await roles.replace(realm, member.id, direct, ['c'])).toBe(true)
      expect(await listed(realm)).toEqual([
        ['a', 'sso-test-1'],
        ['c', ''],
      ])
      expect(await roles.replace(realm, member.id, direct, [])).toBe(true)
      expect(await listed(realm)).toEqual([['a', 'sso-test-1']])
    })

    it('are neither read nor changed by a call for another organization [B-ACC-05]', async () => {
      const { roles } = storage()
      await roles.replace(realm, member.id, direct, ['a'])
      for (const of of [elsewhere, { ...realm, projectId: 'project-test-other' }]) {
        expect(await listed(of)).toEqual([])
        expect(await roles.replace(of, member.id, direct, ['b'])).toBe(false)
        expect(await roles.countMembers(of, 'a')).toBe(0)
        await roles.removeSource(of, direct)
        expect(await roles.removeCustom(of, 'a')).toBe(false)
      }
      expect(await listed(realm)).toEqual([['a', '']])
    })

    it('are the same after simultaneous replacements as after one of them', async () => {
      const sets = ['a', 'b', 'c', 'd'].map((id) => [id, `${id}2`])
      await Promise.all(sets.map((ids) => storage().roles.replace(realm, member.id, direct, ids)))
      expect(sets).toContainEqual((await listed(realm)).map(([roleId]) => roleId))
    })

    it('end with their source', async () => {
      const { roles } = storage()
      await roles.replace(realm, member.id, direct, ['a'])
      await roles.replace(realm, member.id, connection, ['a', 'b'])
      await roles.removeSource(realm, { ...connection, sourceId: 'sso-test-2' })
      expect(await listed(realm)).toHaveLength(3)
      await roles.removeSource(realm, connection)
      expect(await listed(realm)).toEqual([['a', '']])
    })

    it('are counted for active members, each once', async () => {
      const { roles, members } = storage()
      const [second, pending] = [await insertMember(), await insertMember({ status: 'pending' })]
      for (const { id } of [member, second, pending]) await roles.replace(realm, id, direct, ['admin'])
      await roles.replace(realm, member.id, connection, ['admin'])
      expect(await roles.countMembers(realm, 'admin')).toBe(2)
      await members.remove(realm, second.id, later)
      expect(await roles.countMembers(realm, 'admin')).toBe(1)
      expect(await roles.countMembers(realm, 'other')).toBe(0)
    })

    it('of an organization have one id each, change, and leave all members when they are removed', async () => {
      const { roles } = storage()
      const times = { createdAt: sampleNow, updatedAt: sampleNow }
      const permissions = [{ resource_id: 'files', actions: ['read'] }]
      const editor: CustomRoleRecord = { ...realm, roleId: 'editor', description: 'Edits', permissions, ...times }
      const author = { ...editor, roleId: 'author' }
      expect([await roles.insertCustom(editor), await roles.insertCustom(author)]).toEqual([true, true])
      expect(await roles.insertCustom({ ...editor, description: 'Again' })).toBe(false)
      expect(await roles.insertCustom({ ...editor, ...elsewhere })).toBe(true)
      expect(await roles.listCustom(realm)).toEqual([author, editor])
      expect(await roles.updateCustom(realm, 'editor', { permissions: [] }, later)).toBe(true)
      expect(await roles.updateCustom(realm, 'unknown', {}, later)).toBe(false)
      expect(await roles.listCustom(realm)).toEqual([author, { ...editor, permissions: [], updatedAt: later }])
      await roles.replace(realm, member.id, direct, ['editor', 'author'])
      expect(await roles.removeCustom(realm, 'editor')).toBe(true)
      expect(await listed(realm)).toEqual([['author', '']])
      expect(await roles.listCustom(realm)).toEqual([author])
      expect(await roles.listCustom(elsewhere)).toEqual([{ ...editor, ...elsewhere }])
    })
  })
}
