import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identifierText } from '../identifiers/identifier.ts'
import { guessSubjects } from '../limits/known-networks.ts'
import { organizationRealm, projectRealm, type Realm } from '../storage/realm.ts'
import type { Storage } from '../storage/storage.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../testing/harness.ts'
import { forgetAllAttempts } from '../tokens/count-attempt.ts'
import { insertAccount, newAccount, newRegistration } from './new-account.ts'
import { proveIdentifier } from './prove-identifier.ts'

const identifier = { kind: 'email', key: 'ada@example.com' } as const
const text = identifierText(identifier)
const random = { bytes: (length: number): Uint8Array => randomBytes(length) }

describe.each(engines)('accounts of an organization on %s', (engine) => {
  let storage: Storage
  let harness: Harness
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    harness = await createHarness(storage)
  })
  afterAll(() => storage.close())

  const realm = () => organizationRealm({ projectId: harness.project.id, id: 'organization-test-1' })

  async function insertMember() {
    const { project, clock } = harness
    const input = { project, identifier, status: 'active', verified: true, now: clock.now(), random } as const
    const account = newAccount(realm(), input)
    await storage.transaction((tx) => insertAccount(tx, account))
    return account
  }

  it('are found by a proof in their realm only', async () => {
    const user = await harness.signIn(identifier.key)
    const member = await insertMember()
    const { project, vault, clock } = harness
    const context = { vault, clock, random }
    const prove = (organizationId: string | null) =>
      storage.transaction((tx) =>
        proveIdentifier(tx, {
          ...{ project, context, caller: null, now: clock.now(), dead: 'user_not_found' },
          row: { organizationId, identifier: text, sessionId: null, accountId: null, payload: { create: false } },
        }),
      )
    expect((await prove(null)).account.id).toBe(user.accountId)
    expect((await prove('organization-test-1')).account).toEqual(member)
    await expect(prove('organization-test-2')).rejects.toMatchObject({ type: 'user_not_found' })
    expect(member.id).toMatch(/^member-test-/)
    expect(member.roles).toEqual([])
  })

  it('are locked out alone [B-ACC-10]', async () => {
    const projectId = harness.project.id
    const policy = { threshold: 1, baseMs: 60_000, maxMs: 60_000, hardCap: 9 }
    const subjectIn = async (realm: Realm): Promise<string> => {
      const guess = { ...realm, accountId: null, prefix: '192.0.2.1', now: 1, isStrict: false } as const
      const [subject] = await guessSubjects(storage, { ...guess, factor: 'password', identifier: text })
      return subject?.account ?? ''
    }
    const realms = [projectRealm(projectId), ...['a', 'b'].map((id) => organizationRealm({ projectId, id }))]
    const subjects = await Promise.all(realms.map(subjectIn))
    for (const subject of subjects)
      expect(await storage.lockouts.countGuess(projectId, subject, policy, 1)).not.toBeNull()
    const [, locked = ''] = subjects
    const account = { ...organizationRealm({ projectId, id: 'a' }), id: 'member-test-1' }
    const registrations = [
      newRegistration({ ...{ project: harness.project, account, identifier, random }, verified: true, now: 1 }),
    ]
    await forgetAllAttempts(storage, { ...account, registrations })
    const open = await Promise.all(subjects.map(async (one) => (await storage.lockouts.get(projectId, one)) === null))
    expect(open).toEqual(subjects.map((one) => one === locked))
  })
})
