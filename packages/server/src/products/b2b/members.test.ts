import type { B2bMembersSearchResponse } from '@latchkey/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MemberRecord, ProjectSettings } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { createWorld, engines, openTestStorage, type World } from '../../testing/harness.ts'

const generous = { limit: 1e6, windowMs: 60_000 }
const limits = { searches_per_ip: generous, searches_per_identifier: generous }

describe.each(engines)('member search on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open(settings: Partial<ProjectSettings> = { limits }): Promise<World> {
    const world = await createWorld(storage, { vertical: 'B2B', settings })
    const times = { createdAt: world.clock.now(), updatedAt: world.clock.now() }
    const projectId = world.project.id
    for (const id of ['acme', 'other'])
      await storage.organizations.insert({ projectId, id, name: id, slug: id, ...times })
    const ada: MemberRecord = {
      ...{ projectId, id: 'member-1', organizationId: 'acme', email: 'ada@example.com', status: 'active', name: 'Ada' },
      ...{ passwordId: 'member-password-1', ...times },
    }
    await storage.members.insert(ada)
    return world
  }

  async function search(world: World, email_address: string, organization_id = 'acme') {
    const { outcome, data } = await world.call('POST', '/b2b/organizations/members/search', {
      email_address,
      organization_id,
    })
    return outcome === '200' ? (data as unknown as B2bMembersSearchResponse).member : outcome
  }

  it('tells of a member, and of nobody in another organisation [C-CALL-20] [C-B2B-04]', async () => {
    const world = await open()
    expect(await search(world, ' Ada@Example.com ')).toEqual({
      status: 'active',
      name: 'Ada',
      member_password_id: 'member-password-1',
    })
    expect([await search(world, 'bob@example.com'), await search(world, 'ada@example.com', 'other')]).toEqual([
      null,
      null,
    ])
    expect(await search(world, 'ada@example.com', 'nowhere')).toBe(null)
    expect(await search(world, 'no address')).toBe('invalid_email')
    const elsewhere = await open()
    await storage.members.update(
      elsewhere.project.id,
      'member-1',
      { status: 'invited', name: '' },
      elsewhere.clock.now(),
    )
    expect(await search(world, 'ada@example.com')).toMatchObject({ status: 'active' })
    expect(await search(elsewhere, 'ada@example.com')).toMatchObject({ status: 'invited', name: '' })
  })

  it('answers in a strict project as if everybody had a password', async () => {
    const world = await open({ limits, enumeration: 'strict' })
    const found = [await search(world, 'ada@example.com'), await search(world, 'bob@example.com')]
    const anybody = {
      status: 'active',
      name: '',
      member_password_id: expect.stringMatching(/^member-password-test-[0-9a-f-]{36}$/),
    }
    expect(found).toEqual([anybody, anybody])
    expect(await search(world, 'bob@example.com')).toEqual(found[1])
    expect(found[0]).not.toEqual(found[1])
  })

  it('is limited by network, project and address', async () => {
    const world = await open({})
    for (let count = 0; count < 5; count += 1) expect(await search(world, 'bob@example.com')).toBe(null)
    expect(await search(world, 'bob@example.com')).toBe('too_many_requests')
    for (let count = 0; count < 4; count += 1) expect(await search(world, `n${count}@example.com`)).toBe(null)
    expect(await search(world, 'last@example.com')).toBe('too_many_requests')
  })

  it('is for business projects alone', async () => {
    const world = await createWorld(storage)
    expect(await search(world, 'ada@example.com')).toBe('wrong_vertical')
  })
})
