import { beforeEach, describe, expect, it } from 'vitest'
import { type OrganizationRealm, organizationRealm } from '../realm.ts'
import type { SsoAttemptRecord, SsoCertificateRecord } from '../sso-connections.ts'
import type { Storage } from '../storage.ts'
import {
  sampleMember,
  sampleNow,
  sampleOrganization,
  sampleProject,
  sampleRegistration,
  sampleSsoConnection,
  uniqueId,
} from '../testing/sample.ts'

const later = sampleNow + 7

export function ssoConnectionsSuite(storage: () => Storage): void {
  describe('SSO connections', () => {
    let realm: OrganizationRealm
    let elsewhere: OrganizationRealm
    beforeEach(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      const organizations = [sampleOrganization(project.id), sampleOrganization(project.id)] as const
      for (const organization of organizations) await storage().organizations.insert(organization)
      realm = organizationRealm(organizations[0])
      elsewhere = organizationRealm(organizations[1])
    })

    const insert = async (change: Parameters<typeof sampleSsoConnection>[1] = {}) => {
      const connection = sampleSsoConnection(realm, change)
      expect(await storage().ssoConnections.insert(connection, 20)).toBe(true)
      return connection
    }

    const sampleCertificate = (
      connectionId: string,
      change: Partial<SsoCertificateRecord> = {},
    ): SsoCertificateRecord => ({
      ...{ ...realm, connectionId, id: uniqueId('sso-certificate'), fingerprint: uniqueId('AB:CD'), pem: 'PEM' },
      ...{ source: 'admin', notBefore: sampleNow, notAfter: sampleNow + 1_000, createdAt: sampleNow },
      ...{ listedAt: null, lastUsedAt: null, retiredAt: null, warnedDays: null, ...change },
    })

    const sampleAttempt = (connectionId: string, createdAt: number): SsoAttemptRecord => ({
      ...{ ...realm, connectionId, id: uniqueId('sso-attempt'), kind: 'sign_in', result: 'rejected' },
      ...{ code: 'audience', details: { checks: [] }, createdAt },
    })

    it('are stored, changed and listed, oldest first', async () => {
      const { ssoConnections } = storage()
      const first = await insert()
      const second = await insert({ kind: 'oidc', status: 'pending' })
      expect(await ssoConnections.list(realm)).toEqual([first, second])
      const change = {
        ...({ status: 'active', displayName: 'Okta', identityProvider: 'okta' } as const),
        ...{ config: { issuer: 'x' }, secretsSealed: 'k.y', testedAt: later, nextCheckAt: null },
      }
      expect(await ssoConnections.update(realm, second.id, 1, change, later)).toBe(true)
      const changed = { ...second, ...change, revision: 2, updatedAt: later }
      expect(await ssoConnections.get(realm, second.id)).toEqual(changed)
      expect(await ssoConnections.findById(second.id)).toEqual(changed)
      expect(await ssoConnections.update(realm, second.id, 1, { displayName: 'late' }, later)).toBe(false)
      expect(await ssoConnections.lockRow(realm, second.id)).toEqual(changed)
    })

    it('are never found, changed or removed with the realm of another organization or project', async () => {
      const { ssoConnections, ssoCertificates, ssoAttempts } = storage()
      const connection = await insert()
      const certificate = sampleCertificate(connection.id)
      const attempt = sampleAttempt(connection.id, sampleNow)
      await ssoCertificates.insert(certificate)
      await ssoAttempts.insert(attempt, 50)
      for (const other of [elsewhere, { ...realm, projectId: 'project-test-other' }]) {
        const { id } = connection
        expect(await ssoConnections.get(other, id)).toBe(null)
        expect(await ssoConnections.lockRow(other, id)).toBe(null)
        expect(await ssoConnections.list(other)).toEqual([])
        expect(await ssoConnections.update(other, id, 1, { displayName: 'x' }, later)).toBe(false)
        expect(await ssoConnections.recordTest(other, id, 1, later)).toBe(false)
        expect(await ssoConnections.claimMetadataRead(other, id, { now: later, notAfter: later })).toBe(false)
        expect(await ssoConnections.remove(other, id)).toBe(false)
        expect(await ssoCertificates.list(other, id)).toEqual([])
        expect(await ssoCertificates.update(other, id, certificate.id, { retiredAt: later })).toBe(false)
        await ssoCertificates.recordUse(other, id, certificate.fingerprint, later)
        expect(await ssoCertificates.remove(other, id, certificate.id)).toBe(false)
        expect(await ssoAttempts.list(other, id, 9)).toEqual([])
        await ssoAttempts.insert({ ...sampleAttempt(id, later), ...other }, 50)
      }
      expect(await ssoConnections.get(realm, connection.id)).toEqual(connection)
      expect(await ssoCertificates.list(realm, connection.id)).toEqual([certificate])
      expect(await ssoAttempts.list(realm, connection.id, 9)).toEqual([attempt])
    })

    it('never exceed the limit of an organization, also when they are created at the same time', async () => {
      const { ssoConnections } = storage()
      const results = await Promise.all(
        Array.from({ length: 6 }, () => ssoConnections.insert(sampleSsoConnection(realm), 3)),
      )
      expect(results.filter(Boolean)).toHaveLength(3)
      expect(await ssoConnections.list(realm)).toHaveLength(3)
      expect(await ssoConnections.insert(sampleSsoConnection({ ...realm, organizationId: 'gone' }), 3)).toBe(false)
    })

    it('are read with their organization while they are active', async () => {
      const { ssoConnections, organizations } = storage()
      const active = await insert({ displayName: 'Okta "1"', identityProvider: 'okta' })
      const pending = await insert({ status: 'pending' })
      const member = sampleMember(realm, {}, 'ada@acme.example')
      await storage().members.insert(member)
      const shown = [{ id: active.id, displayName: 'Okta "1"', identityProvider: 'okta' }]
      const found = await organizations.get(realm.projectId, realm.organizationId)
      expect(found?.ssoConnections).toEqual(shown)
      const { items } = await storage().members.listMemberships(realm.projectId, 'ada@acme.example', { limit: 9 })
      expect(items.map(({ organization }) => organization.ssoConnections)).toEqual([shown])
      await ssoConnections.update(realm, pending.id, 1, { status: 'active' }, later)
      await ssoConnections.remove(realm, active.id)
      const after = await organizations.get(realm.projectId, realm.organizationId)
      expect(after?.ssoConnections.map(({ id }) => id)).toEqual([pending.id])
      await organizations.remove(realm.projectId, realm.organizationId, later)
      expect(await ssoConnections.findById(pending.id)).toBe(null)
    })

    it('depend on settings, whose row is locked, and on break-glass members who have signed in', async () => {
      const { organizations, members } = storage()
      const { projectId, organizationId } = realm
      expect(await organizations.lockRow(projectId, organizationId)).toEqual(
        await organizations.get(projectId, organizationId),
      )
      expect(await organizations.lockRow(projectId, 'organization-test-gone')).toBe(null)
      const member = sampleMember(realm)
      await members.insert(member)
      for (const now of [sampleNow, later]) await members.recordBreakGlassSignIn(realm, member.id, now)
      expect(await members.listBreakGlassSignIns(realm)).toEqual([{ memberId: member.id, signedInAt: later }])
      expect(await members.listBreakGlassSignIns(elsewhere)).toEqual([])
    })

    it('leave with the roles and identities of members that came from them', async () => {
      const { ssoConnections, roles, members, accounts } = storage()
      const [connection, other] = [await insert(), await insert()]
      const member = sampleMember(realm)
      await members.insert(member)
      for (const { id } of [connection, other]) {
        await roles.replace(realm, member.id, { sourceKind: 'sso_connection', sourceId: id }, ['reader'])
        await roles.replace(realm, member.id, { sourceKind: 'sso_connection_group', sourceId: `${id}|x` }, ['writer'])
        const uniqueKey = `${id}|https://idp.example|ada`
        await accounts.addRegistration(sampleRegistration(member.account, { kind: 'sso', uniqueKey, details: {} }))
      }
      expect(await ssoConnections.remove(realm, connection.id)).toBe(true)
      expect(await ssoConnections.remove(realm, connection.id)).toBe(false)
      const found = await members.get(realm, member.id)
      expect(found?.roles.map(({ sourceId }) => sourceId)).toEqual([other.id, `${other.id}|x`])
      const identities = found?.account.registrations.filter(({ kind }) => kind === 'sso') ?? []
      expect(identities.map(({ uniqueKey }) => uniqueKey)).toEqual([`${other.id}|https://idp.example|ada`])
    })

    it('record a test of the current settings only', async () => {
      const { ssoConnections } = storage()
      const { id } = await insert()
      expect(await ssoConnections.recordTest(realm, id, 1, later)).toBe(true)
      expect(await ssoConnections.get(realm, id)).toMatchObject({ testedAt: later, revision: 1 })
      await ssoConnections.update(realm, id, 1, { testedAt: null }, later)
      expect(await ssoConnections.recordTest(realm, id, 1, later)).toBe(false)
      expect(await ssoConnections.get(realm, id)).toMatchObject({ testedAt: null })
    })

    it('let one of simultaneous readers read the metadata, once in a while [B-SAML-15]', async () => {
      const { ssoConnections } = storage()
      const { id } = await insert()
      const claim = (now: number) => ssoConnections.claimMetadataRead(realm, id, { now, notAfter: now - 100 })
      const claims = await Promise.all(Array.from({ length: 4 }, () => claim(sampleNow)))
      expect(claims.filter(Boolean)).toHaveLength(1)
      expect([await claim(sampleNow + 99), await claim(sampleNow + 100)]).toEqual([false, true])
    })

    it('whose check is due are given to one caller each', async () => {
      const { ssoConnections } = storage()
      const due = await Promise.all([1_000, 1_001, 1_002].map((nextCheckAt) => insert({ nextCheckAt })))
      const takes = await Promise.all(
        Array.from({ length: 4 }, () => ssoConnections.takeDue({ now: 1_001, nextCheckAt: 9_000_000, limit: 1 })),
      )
      expect(takes.flatMap((taken) => taken.map(({ id }) => id)).sort()).toEqual(
        due
          .slice(0, 2)
          .map(({ id }) => id)
          .sort(),
      )
      expect(await ssoConnections.get(realm, due[0]?.id ?? '')).toMatchObject({ nextCheckAt: 9_000_000 })
    })

    it('have each certificate once, and keep what happened to it', async () => {
      const { ssoCertificates } = storage()
      const { id } = await insert()
      const first = sampleCertificate(id)
      const second = sampleCertificate(id, { source: 'metadata', listedAt: sampleNow })
      expect([await ssoCertificates.insert(first), await ssoCertificates.insert(second)]).toEqual([true, true])
      expect(await ssoCertificates.insert({ ...first, id: uniqueId('sso-certificate') })).toBe(false)
      await ssoCertificates.recordUse(realm, id, first.fingerprint, later)
      const change = { source: 'admin', listedAt: null, retiredAt: later, warnedDays: 14 } as const
      expect(await ssoCertificates.update(realm, id, second.id, change)).toBe(true)
      expect(await ssoCertificates.list(realm, id)).toEqual([
        { ...first, lastUsedAt: later },
        { ...second, ...change },
      ])
      expect(await ssoCertificates.update(realm, id, second.id, { retiredAt: null, lastUsedAt: later })).toBe(true)
      expect((await ssoCertificates.list(realm, id))[1]).toEqual({
        ...{ ...second, ...change },
        ...{ retiredAt: null, lastUsedAt: later },
      })
      expect(await ssoCertificates.remove(realm, id, first.id)).toBe(true)
      expect(await ssoCertificates.remove(realm, id, first.id)).toBe(false)
    })

    it('keep the newest attempts only [B-SSO-23]', async () => {
      const { ssoAttempts } = storage()
      const [{ id }, other] = [await insert(), await insert()]
      const attempts = Array.from({ length: 7 }, (_, index) => sampleAttempt(id, sampleNow + index))
      await ssoAttempts.insert(sampleAttempt(other.id, 1), 3)
      await Promise.all(attempts.map((attempt) => ssoAttempts.insert(attempt, 3)))
      const kept = await ssoAttempts.list(realm, id, 9)
      expect(kept).toEqual(attempts.slice(-3).reverse())
      expect(await ssoAttempts.list(realm, id, 2)).toEqual(kept.slice(0, 2))
      expect(await ssoAttempts.list(realm, other.id, 9)).toHaveLength(1)
      while ((await ssoAttempts.sweep(sampleNow + 6, 1)) > 0);
      expect(await ssoAttempts.list(realm, id, 9)).toEqual(attempts.slice(-1))
      expect(await ssoAttempts.list(realm, other.id, 9)).toEqual([])
    })
  })
}
