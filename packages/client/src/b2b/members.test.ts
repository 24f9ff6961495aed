import { expect, it } from 'vitest'
import { createMembers } from '../b2b.ts'
import { createContext } from '../context/context.ts'
import * as index from '../index.ts'
import { createTestSetup, publicToken, rejection } from '../test-setup.suite.ts'

const path = '/b2b/organizations/members/search'
const request = { email_address: 'a@example.com', organization_id: 'organization-test-1' }
const member = { status: 'active', name: 'Ada', member_password_id: '' }

it('looks up a member, with a client or a context [C-B2B-04] [C-CALL-20]', async () => {
  const setup = createTestSetup()
  setup.script.on(path, { data: { member } }, { data: { member: null } })
  const { client, tab } = setup.open()
  expect((await createMembers(client).search(request)).member).toEqual(member)
  client.dispose()
  const context = createContext(publicToken, { domains: { testApi: 'localhost:4000' }, platform: tab.platform })
  expect((await createMembers(context).search(request)).member).toBeNull()
  expect(setup.script.to(path).map(({ method, body }) => [method, body])).toEqual([
    ['POST', request],
    ['POST', request],
  ])
})

it('checks its arguments first [C-VAL-07]', async () => {
  const setup = createTestSetup()
  const { search } = createMembers(setup.open().client)
  expect((await rejection(search({ ...request, email_address: 7 as never }))).message).toBe(
    'Invalid call to members.search\nemail_address must be a string',
  )
  expect((await rejection(search({ email_address: 'a' } as never))).message).toBe(
    'Invalid call to members.search\norganization_id must be a string',
  )
  expect(setup.script.to(path)).toEqual([])
})

it('keeps createMembers out of the main entry', () => {
  expect(Object.keys(index).filter((name) => /member|b2b/i.test(name))).toEqual([])
})
