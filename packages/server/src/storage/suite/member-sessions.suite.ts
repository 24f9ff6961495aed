import { beforeEach, describe, expect, it } from 'vitest'
import { organizationRealm } from '../realm.ts'
import type { MembershipRecord, SessionRecord } from '../records.ts'
import type { Storage } from '../storage.ts'
import {
  sampleMember,
  sampleNow,
  sampleOrganization,
  sampleProject,
  sampleRegistration,
  sampleSession,
} from '../testing/sample.ts'
import { lockoutSubjectOfAccount } from '../verbs.ts'

const later = sampleNow + 7

export function memberSessionsSuite(storage: () => Storage): void {
  describe('sessions of members', () => {
    let projectId: string
    beforeEach(async () => {
      const project = sampleProject()
      await storage().projects.insert(project)
      projectId = project.id
    })

    async function join(): Promise<MembershipRecord> {
      const organization = sampleOrganization(projectId)
      await storage().organizations.insert(organization)
      const member = sampleMember(organizationRealm(organization))
      const phone = sampleRegistration(member.account, { kind: 'phone_number', createdAt: sampleNow + 1 })
      const registrations = [...member.account.registrations, phone]
      const whole = { ...member, account: { ...member.account, registrations } }
      expect(await storage().members.insert(whole)).toBe(true)
      return { member: whole, organization }
    }

    async function signIn({ member }: MembershipRecord, change: Partial<SessionRecord> = {}): Promise<SessionRecord> {
      const { account, organizationId } = member
      const session = sampleSession(account, { subjectKind: 'member', organizationId, ...change })
      await storage().sessions.insert(session)
      return session
    }

    const find = ({ tokenHash }: SessionRecord) => storage().sessions.findByTokenHash(projectId, tokenHash, sampleNow)

    it('are found with the account, its lock-out, the member and the organization', async () => {
      const membership = await join()
      const session = await signIn(membership)
      const { account } = membership.member
      const expected = { session, account, membership, lock: null, usesReplacedToken: false }
      expect(await find(session)).toEqual(expected)
      const policy = { threshold: 1, baseMs: 60_000, maxMs: 60_000, hardCap: 100 }
      const lock = await storage().lockouts.countGuess(
        projectId,
        lockoutSubjectOfAccount(account.id),
        policy,
        sampleNow,
      )
      expect(await find(session)).toEqual({ ...expected, lock })
    })

    it('end with the status of the member, the suspension and the removal of their organization', async () => {
      const { members, organizations } = storage()
      const ends: ((membership: MembershipRecord) => Promise<unknown>)[] = [
        ({ member }) => members.update(member, member.id, { status: 'pending' }, later),
        ({ member }) => members.remove(member, member.id, later),
        ({ organization }) => organizations.suspend(projectId, organization.id, later, later),
        ({ organization }) => organizations.remove(projectId, organization.id, later),
      ]
      for (const end of ends) {
        const membership = await join()
        const before = await signIn(membership)
        expect(await find(before)).not.toBeNull()
        await end(membership)
        expect(await find(before)).toBeNull()
        // A sign-in that was in progress.
        expect(await find(await signIn(membership))).toBeNull()
      }
    })

    it('are not found with another organization than that of the member', async () => {
      const [own, other] = [await join(), await join()]
      const session = await signIn(own, { organizationId: other.organization.id })
      expect(await find(session)).toBeNull()
      expect(await find(await signIn(own, { organizationId: null }))).toBeNull()
    })
  })
}
