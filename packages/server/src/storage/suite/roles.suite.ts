import { beforeEach, describe, expect, it } from 'vitest'
import { type OrganizationRealm, organizationRealm } from '../realm.ts'
import type { CustomRole, MemberRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import {
  sampleMember,
  sampleNow,
  sampleOrganization,
  sampleProject,
  sampleRegistration,
  sampleSession,
} from '../testing/sample.ts'

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

    const rolesOf = async () => (await storage().members.get(realm, member.id))?.roles ?? []
    const listed = async () => (await rolesOf()).map(({ roleId, sourceId }) => [roleId, sourceId])
    const customRolesOf = async ({ projectId, organizationId }: OrganizationRealm) =>
      (await storage().organizations.get(projectId, organizationId))?.customRoles

    it('are replaced for one source, and keep those of other sources', async () => {
      const { roles } = storage()
      expect(await roles.replace(realm, member.id, direct, ['b', 'a', 'b'])).toBe(true)
      expect(await roles.replace(realm, member.id, connection, ['a'])).toBe(true)
      expect(await rolesOf()).toEqual([
        { roleId: 'a', ...direct },
        { roleId: 'a', ...connection },
        { roleId: 'b', ...direct },
      ])
      expect(await roles.replace(realm, member.id, direct, ['c'])).toBe(true)
      expect(await listed()).toEqual([
        ['a', 'sso-test-1'],
        ['c', ''],
      ])
      expect(await roles.replace(realm, member.id, direct, [])).toBe(true)
      expect(await listed()).toEqual([['a', 'sso-test-1']])
    })

    it('are neither listed nor changed by a call for another organization [B-ACC-05]', async () => {
      const { roles } = storage()
      await roles.replace(realm, member.id, direct, ['a'])
      for (const of of [elsewhere, { ...realm, projectId: 'project-test-other' }]) {
        expect(await roles.replace(of, member.id, direct, ['b'])).toBe(false)
        expect(await roles.listMembers(of, 'a')).toEqual([])
        await roles.removeSource(of, direct)
        expect(await roles.removeCustom(of, 'a')).toBe(false)
      }
      expect(await listed()).toEqual([['a', '']])
    })

    it('are read with their member and with the organization by every call that reads these', async () => {
      const { roles, members, organizations, accounts, sessions } = storage()
      const admin = await insertMember({ roles: [{ roleId: 'a', ...connection }] })
      const second = { ...sampleRegistration(admin.account), kind: 'phone_number' as const, uniqueKey: '+15550100' }
      await accounts.addRegistration(second)
      await roles.replace(realm, admin.id, direct, ['b'])
      const custom = { roleId: 'c', description: '', permissions: [] }
      await roles.insertCustom({ ...realm, ...custom, createdAt: sampleNow, updatedAt: sampleNow })
      const expected = [
        { roleId: 'a', ...connection },
        { roleId: 'b', ...direct },
      ]
      const { projectId, organizationId } = realm
      const address = admin.account.registrations[0]?.uniqueKey ?? ''
      const session = sampleSession(admin.account, { organizationId, subjectKind: 'member' })
      await sessions.insert(session)
      const withSession = await sessions.findByTokenHash(projectId, session.tokenHash, sampleNow)
      const memberships = await members.listMemberships(projectId, address, { limit: 9 })
      const found = [
        await members.get(realm, admin.id),
        await members.lockRow(realm, admin.id),
        await members.findByEmail(realm, address),
        (await members.list(realm, { limit: 9 })).items.find(({ id }) => id === admin.id),
        memberships.items[0]?.member,
        withSession?.membership?.member,
      ]
      expect(found.map((one) => one?.roles)).toEqual(found.map(() => expected))
      const { slug = '' } = (await organizations.get(projectId, organizationId)) ?? {}
      const organizationsFound = [
        await organizations.getBySlug(projectId, slug),
        (await organizations.list(projectId, { limit: 9 })).items.find(({ id }) => id === organizationId),
        memberships.items[0]?.organization,
        withSession?.membership?.organization,
      ]
      expect(organizationsFound.map((one) => one?.customRoles)).toEqual(organizationsFound.map(() => [custom]))
    })

    it('are the same after simultaneous replacements as after one of them', async () => {
      const sets = ['a', 'b', 'c', 'd'].map((id) => [id, `${id}2`])
      await Promise.all(sets.map((ids) => storage().roles.replace(realm, member.id, direct, ids)))
      expect(sets).toContainEqual((await listed()).map(([roleId]) => roleId))
    })

    it('end with their source', async () => {
      const { roles } = storage()
      await roles.replace(realm, member.id, direct, ['a'])
      await roles.replace(realm, member.id, connection, ['a', 'b'])
      await roles.removeSource(realm, { ...connection, sourceId: 'sso-test-2' })
      expect(await listed()).toHaveLength(3)
      await roles.removeSource(realm, connection)
      expect(await listed()).toEqual([['a', '']])
    })

    it('list the active members who have them, each once', async () => {
      const { roles, members } = storage()
      const [second, pending] = [await insertMember(), await insertMember({ status: 'pending' })]
      for (const { id } of [member, second, pending]) await roles.replace(realm, id, direct, ['admin'])
      await roles.replace(realm, member.id, connection, ['admin'])
      expect(await roles.listMembers(realm, 'admin')).toEqual([member.id, second.id].sort())
      await members.remove(realm, second.id, later)
      expect(await roles.listMembers(realm, 'admin')).toEqual([member.id])
      expect(await roles.listMembers(realm, 'other')).toEqual([])
    })

    it('of an organization have one id each, change, and leave all members when they are removed', async () => {
      const { roles } = storage()
      const times = { createdAt: sampleNow, updatedAt: sampleNow }
      const permissions = [{ resource_id: 'files', actions: ['read'] }]
      const editor = { roleId: 'editor', description: 'Edits "ä"', permissions }
      const author = { ...editor, roleId: 'author' }
      const insert = (role: CustomRole, of = realm) => roles.insertCustom({ ...of, ...role, ...times })
      expect([await insert(editor), await insert(author)]).toEqual([true, true])
      expect(await insert({ ...editor, description: 'Again' })).toBe(false)
      expect(await insert(editor, elsewhere)).toBe(true)
      expect(await customRolesOf(realm)).toEqual([author, editor])
      expect(await roles.updateCustom(realm, 'editor', { permissions: [] }, later)).toBe(true)
      expect(await roles.updateCustom(realm, 'unknown', {}, later)).toBe(false)
      expect(await customRolesOf(realm)).toEqual([author, { ...editor, permissions: [] }])
      await roles.replace(realm, member.id, direct, ['editor', 'author'])
      expect(await roles.removeCustom(realm, 'editor')).toBe(true)
      expect(await listed()).toEqual([['author', '']])
      expect(await customRolesOf(realm)).toEqual([author])
      expect(await customRolesOf(elsewhere)).toEqual([editor])
    })
  })
}
