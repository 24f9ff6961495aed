import {
  type B2bOrganizationMembersSearchResponse,
  builtInRoleIds,
  type Member,
  type MemberFilter,
} from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { newPasswordRegistration } from '../../accounts/password-registration.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage, random } from '../../testing/harness.ts'

const path = '/b2b/organizations/me/members/search'
const rbacPolicy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [] },
    ...['editor', 'reader'].map((role_id) => ({ role_id, description: '', permissions: [] })),
  ],
  ...{ resources: [], scopes: [] },
}

type Query = { operator?: 'AND' | 'OR'; operands: MemberFilter[] }

describe.each(engines)('the search of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** Ada, the admin, Bob, Eve and Max of Acme, in this order; and members of another organization. */
  async function start() {
    const harness = await createBusinessHarness(storage, { settings: { rbacPolicy } })
    const acme = await harness.addOrganization('acme', {
      rbac_email_implicit_role_assignments: [{ role_id: 'reader', domain: 'reader.example' }],
    })
    const globex = await harness.addOrganization('globex')
    await harness.addMember(globex, 'bob@acme.example', { roles: ['editor'] })
    await harness.addMember(acme, 'ada@acme.example', { roles: [builtInRoleIds.admin] })
    const admin = (await harness.signInTo(acme, 'ada@acme.example')).session_token
    const create = async (body: object) => {
      harness.clock.advance(1)
      const { data } = await harness.call('POST', '/b2b/organizations/members', body, { session: admin })
      return (data as unknown as { member: Member }).member.member_id
    }
    const given = { name: 'Bob "the" Builder', roles: ['editor'], mfa_phone_number: '+15005550006' }
    const bob = await create({ email_address: 'bob@acme.example', ...given, mfa_enrolled: true })
    const eve = await create({ email_address: 'eve@reader.example', name: 'Eve', create_member_as_pending: true })
    harness.clock.advance(1)
    await harness.addMember(acme, 'max@reader.example', { isBreakglass: true })
    return { harness, acme, globex, admin, bob, eve }
  }

  async function search(harness: BusinessHarness, session: string, body: object) {
    const answer = await harness.call('POST', path, body, { session })
    return { ...answer, found: answer.data as unknown as B2bOrganizationMembersSearchResponse }
  }

  /** The first letters of the addresses that were found. */
  async function findings(harness: BusinessHarness, session: string, { operator = 'AND', operands }: Query) {
    const { outcome, found } = await search(harness, session, { query: { operator, operands } })
    if (outcome !== '200') return outcome
    expect(found.results_metadata.total).toBe(found.members.length)
    return found.members.map(({ email_address }) => email_address.slice(0, 1)).join('')
  }

  it.inTurn('returns pages, newest first, with the number of all [B-MEM-04] [B-MEM-06]', async () => {
    const { harness, acme, globex, admin } = await start()
    const addresses: string[] = []
    let cursor: string | undefined
    do {
      const { found } = await search(harness, admin, { limit: 3, ...(cursor ? { cursor } : {}) })
      expect(found.results_metadata.total).toBe(4)
      expect(Object.entries(found.organizations).map(([id, one]) => [id, one.organization_id])).toEqual([
        [acme.id, acme.id],
      ])
      expect(JSON.stringify(found)).not.toContain(globex.id)
      addresses.push(...found.members.map(({ email_address }) => email_address))
      cursor = found.results_metadata.next_cursor
    } while (cursor !== undefined)
    expect(addresses).toEqual(['max@reader.example', 'eve@reader.example', 'bob@acme.example', 'ada@acme.example'])
    await harness.close()
  })

  it.inTurn('finds members by each filter [B-MEM-05]', async () => {
    const { harness, acme, admin, bob, eve } = await start()
    const member = await storage.members.get(organizationRealm(acme), bob)
    if (member) {
      const added = newPasswordRegistration(harness.project, member.account, harness.clock.now(), random)
      await storage.accounts.addRegistration(added)
    }
    const rows: [MemberFilter, string][] = [
      [{ filter_name: 'member_ids', filter_value: [bob, eve, 'member-test-unknown'] }, 'eb'],
      [{ filter_name: 'member_ids', filter_value: [] }, ''],
      [{ filter_name: 'member_emails', filter_value: [' Bob@Acme.example ', 'nobody@acme.example'] }, 'b'],
      [{ filter_name: 'member_mfa_phones', filter_value: ['+1 500 555 0006'] }, 'b'],
      [{ filter_name: 'member_roles', filter_value: ['editor'] }, 'b'],
      [{ filter_name: 'member_roles', filter_value: ['editor', builtInRoleIds.admin] }, 'ba'],
      // Eve has not proven her address.
      [{ filter_name: 'member_roles', filter_value: ['reader'] }, 'm'],
      [{ filter_name: 'member_roles', filter_value: [builtInRoleIds.member] }, 'meba'],
      [{ filter_name: 'member_roles', filter_value: ['unknown'] }, ''],
      [{ filter_name: 'statuses', filter_value: ['pending'] }, 'e'],
      [{ filter_name: 'member_email_fuzzy', filter_value: 'ACME' }, 'ba'],
      [{ filter_name: 'member_email_fuzzy', filter_value: '%' }, ''],
      [{ filter_name: 'member_name_fuzzy', filter_value: '"the" b' }, 'b'],
      [{ filter_name: 'member_mfa_phone_fuzzy', filter_value: '5550' }, 'b'],
      [{ filter_name: 'member_is_breakglass', filter_value: true }, 'm'],
      [{ filter_name: 'member_mfa_enrolled', filter_value: false }, 'mea'],
      [{ filter_name: 'member_password_exists', filter_value: true }, 'b'],
    ]
    const found: [MemberFilter, string][] = []
    for (const [filter] of rows) found.push([filter, await findings(harness, admin, { operands: [filter] })])
    expect(found).toEqual(rows)
    await harness.close()
  })

  it.inTurn('combines filters by the operator [B-MEM-05]', async () => {
    const { harness, admin, bob, eve } = await start()
    const isEditor: MemberFilter = { filter_name: 'member_roles', filter_value: ['editor'] }
    const isEve: MemberFilter = { filter_name: 'member_emails', filter_value: ['eve@reader.example'] }
    const isPending: MemberFilter = { filter_name: 'statuses', filter_value: ['pending'] }
    const isActive: MemberFilter = { filter_name: 'statuses', filter_value: ['active'] }
    const named = (...ids: string[]): MemberFilter => ({ filter_name: 'member_ids', filter_value: ids })
    const both = async (...operands: MemberFilter[]) => [
      await findings(harness, admin, { operator: 'AND', operands }),
      await findings(harness, admin, { operator: 'OR', operands }),
    ]
    expect(await both()).toEqual(['meba', 'meba'])
    expect(await both(isEditor, isEve)).toEqual(['', 'eb'])
    expect(await both(isPending, isEve)).toEqual(['e', 'e'])
    expect(await both(isPending, isActive)).toEqual(['', 'meba'])
    expect(await both(named(bob, eve), isEve)).toEqual(['e', 'eb'])
    expect(await both(isEditor, { filter_name: 'member_roles', filter_value: ['reader'] })).toEqual(['', 'mb'])
    await harness.close()
  })

  it.inTurn('finds removed members only by their status', async () => {
    const { harness, admin, bob } = await start()
    await harness.call('DELETE', `/b2b/organizations/members/${bob}`, undefined, { session: admin })
    const removed: MemberFilter = { filter_name: 'statuses', filter_value: ['deleted', 'pending'] }
    expect(await findings(harness, admin, { operands: [removed] })).toBe('eb')
    expect(await findings(harness, admin, { operands: [{ filter_name: 'member_ids', filter_value: [bob] }] })).toBe('')
    await harness.close()
  })

  it.inTurn('rejects unknown filters, values and cursors, and members without the permission', async () => {
    const { harness, acme, admin } = await start()
    const queries = [
      { filter_name: 'member_age', filter_value: [1] },
      { filter_name: 'member_ids', filter_value: 'x' },
      { filter_name: 'statuses', filter_value: ['unknown'] },
    ]
    const operator = 'AND'
    for (const operand of queries) {
      const { status, outcome } = await search(harness, admin, { query: { operator, operands: [operand] } })
      expect([status, outcome]).toEqual([400, 'schema_error'])
    }
    expect((await search(harness, admin, { cursor: 'x' })).outcome).toBe('schema_error')
    await harness.addMember(acme, 'pat@acme.example')
    const plain = (await harness.signInTo(acme, 'pat@acme.example')).session_token
    expect((await search(harness, plain, {})).outcome).toBe('unauthorized_action')
    await harness.close()
  })
})
