import type { B2bMembersSearchResponse } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { organizationRealm } from '../../storage/realm.ts'
import type { ProjectSettings } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { sampleMember, sampleOrganization, sampleRegistration } from '../../storage/testing/sample.ts'
import { createHarness, engines, type Harness, openTestStorage } from '../../testing/harness.ts'

const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { searches_per_ip: generous, searches_per_identifier: generous }

describe.each(engines)('member search on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open(settings: Partial<ProjectSettings> = { limits }): Promise<Harness> {
    const harness = await createHarness(storage, { vertical: 'B2B', settings })
    const projectId = harness.project.id
    for (const id of ['acme', 'other'])
      await storage.organizations.insert(sampleOrganization(projectId, { id, slug: id }))
    const ada = sampleMember(organizationRealm({ projectId, id: 'acme' }), { id: 'member-1' }, 'ada@example.com')
    const password = { id: 'password-test-1', kind: 'password', uniqueKey: ada.id } as const
    ada.account.registrations.push(sampleRegistration(ada.account, password))
    await storage.members.insert(ada)
    return harness
  }

  async function search(harness: Harness, email_address: string, organization_id = 'acme') {
    const { outcome, data } = await harness.call('POST', '/b2b/organizations/members/search', {
      email_address,
      organization_id,
    })
    return outcome === '200' ? (data as unknown as B2bMembersSearchResponse).member : outcome
  }

  it.inTurn('finds a member only in its own organization [C-CALL-20] [C-B2B-04] [B-MEM-22]', async () => {
    const harness = await open()
    expect(await search(harness, ' Ada@Example.com ')).toEqual({
      status: 'active',
      name: '',
      member_password_id: 'password-test-1',
    })
    expect([await search(harness, 'bob@example.com'), await search(harness, 'ada@example.com', 'other')]).toEqual([
      null,
      null,
    ])
    expect(await search(harness, 'ada@example.com', 'nowhere')).toBe(null)
    expect(await search(harness, 'no address')).toBe('invalid_email')
    const otherHarness = await open()
    const realm = organizationRealm({ projectId: otherHarness.project.id, id: 'acme' })
    await storage.members.update(realm, 'member-1', { status: 'invited', name: '' }, otherHarness.clock.now())
    expect(await search(harness, 'ada@example.com')).toMatchObject({ status: 'active' })
    expect(await search(otherHarness, 'ada@example.com')).toMatchObject({ status: 'invited', name: '' })
  })

  it.inTurn('answers in a strict project as if every address had a password', async () => {
    const harness = await open({ limits, enumeration: 'strict' })
    const found = [await search(harness, 'ada@example.com'), await search(harness, 'bob@example.com')]
    const decoy = {
      status: 'active',
      name: '',
      member_password_id: expect.stringMatching(/^member-password-test-[0-9a-f-]{36}$/),
    }
    expect(found).toEqual([decoy, decoy])
    expect(await search(harness, 'bob@example.com')).toEqual(found[1])
    expect(found[0]).not.toEqual(found[1])
  })

  it.inTurn('limits member searches by network, project and address', async () => {
    const harness = await open({})
    for (let count = 0; count < 5; count += 1) expect(await search(harness, 'bob@example.com')).toBe(null)
    expect(await search(harness, 'bob@example.com')).toBe('too_many_requests')
    for (let count = 0; count < 4; count += 1) expect(await search(harness, `n${count}@example.com`)).toBe(null)
    expect(await search(harness, 'last@example.com')).toBe('too_many_requests')
  })

  it.inTurn('rejects a member search in a consumer project', async () => {
    const harness = await createHarness(storage)
    expect(await search(harness, 'ada@example.com')).toBe('wrong_vertical')
  })
})
