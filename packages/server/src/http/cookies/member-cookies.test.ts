import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createMemberOAuthHarness,
  landAt,
  landForDiscovery,
  redeemDiscovery,
  redeemMember,
} from '../../products/oauth/oauth.member.suite.ts'
import { openSqlite } from '../../storage/operations/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { dataOf } from '../../testing/business-harness.ts'
import { type Answer, createHarness, type Harness, type HarnessOptions, landing } from '../../testing/harness.ts'

let storage: Storage
beforeAll(async () => {
  storage = await openSqlite({ path: ':memory:' })
})
afterAll(() => storage.close())

const ada = { email_address: 'ada@example.com' }
const minutes = { session_duration_minutes: 30 }
const intermediate = '__Host-latchkey_session_intermediate'

/** A business project with its own API host, and these roles. */
const settingsWith = (roleIds: readonly string[] = []): HarnessOptions['settings'] => ({
  cnameDomain: 'auth.example.com',
  httpOnlyCookies: { enabled: true, domain: 'example.com', name: 'latchkey_session' },
  createOrganizationEnabled: true,
  rbacPolicy: {
    roles: roleIds.map((role_id) => ({ role_id, description: '', permissions: [] })),
    ...{ resources: [], scopes: [] },
  },
  redirectUrls: {
    login: [landing],
    signup: [landing],
    reset_password: [landing],
    logout: [],
    discovery: [landing],
  },
})
const open = (roleIds?: readonly string[]): Promise<Harness> =>
  createHarness(storage, { vertical: 'B2B', settings: settingsWith(roleIds) })

/** The cookies that a browser sends back: those of a response that are not removed. */
const cookieHeader = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';')[0])
    .join('; ')

async function prove(harness: Harness): Promise<Answer> {
  await harness.call('POST', '/b2b/otps/email/discovery/send', ada)
  const { codes } = await harness.lastMessage(ada.email_address)
  return harness.call('POST', '/b2b/otps/email/discovery/authenticate', { ...ada, code: codes[0] })
}

it('keeps an unfinished sign-in in a cookie, and adds it to the calls that continue it [B-ADM-28] [B-SES-12]', async () => {
  const harness = await open()
  const proven = await prove(harness)
  expect([proven.outcome, proven.data]).toMatchObject(['200', { intermediate_session_token: '' }])
  const cookie = cookieHeader(proven)
  expect(cookie).toMatch(new RegExp(`^${intermediate}=[\\w-]+$`))

  const listed = await harness.call('POST', '/b2b/discovery/organizations', {}, { headers: { cookie } })
  expect([listed.outcome, listed.data]).toMatchObject(['200', ada])
  const without = await harness.call('POST', '/b2b/discovery/organizations', {})
  expect(without.status).toBeGreaterThanOrEqual(400)

  const created = await harness.call(
    'POST',
    '/b2b/discovery/organizations/create',
    { organization_name: 'Acme', ...minutes },
    { headers: { cookie } },
  )
  expect([created.outcome, created.data]).toMatchObject([
    '200',
    { session_token: '', session_jwt: '', intermediate_session_token: '', member_authenticated: true },
  ])
  const sessionCookie = cookieHeader(created)
  expect(sessionCookie).toMatch(/^__Secure-latchkey_session=/)
  expect(sessionCookie).not.toContain(intermediate)
  expect(created.headers.getSetCookie()).toContainEqual(expect.stringMatching(`^${intermediate}=; .*Max-Age=0`))

  const refreshed = await harness.call('POST', '/b2b/sessions/authenticate', {}, { headers: { cookie: sessionCookie } })
  expect([refreshed.outcome, refreshed.data]).toMatchObject(['200', { session_token: '', session_jwt: '' }])
})

it('keeps a sign-in with an identity provider in cookies, finished or not [B-SES-12] [B-OAU-03] [B-OAU-04]', async () => {
  const harness = await createMemberOAuthHarness(storage, { settings: settingsWith() })
  const acme = await harness.addOrganization('acme')
  const globex = await harness.addOrganization('globex', { mfa_policy: 'REQUIRED_FOR_ALL' })
  for (const organization of [acme, globex]) await harness.addMember(organization, ada.email_address)
  const choice = { account: 'ada' }
  const noTokens = { session_token: '', session_jwt: '', intermediate_session_token: '' }

  const found = await redeemDiscovery(harness, (await landForDiscovery(harness, 'google', choice)).token)
  expect(found.data).toMatchObject({ ...ada, intermediate_session_token: '' })
  const cookie = cookieHeader(found)
  expect(cookie).toMatch(new RegExp(`^${intermediate}=[\\w-]+$`))
  const body = { organization_id: acme.id, ...minutes }
  const path = '/b2b/discovery/intermediate_sessions/exchange'
  const entered = await harness.call('POST', path, body, { headers: { cookie } })
  expect(entered.data).toMatchObject({ ...noTokens, member_authenticated: true })
  expect(cookieHeader(entered)).toMatch(/^__Secure-latchkey_session=/)

  const signedIn = await redeemMember(harness, (await landAt(harness, 'google', acme, choice)).token)
  expect(signedIn.data).toMatchObject({ ...noTokens, member_authenticated: true })
  expect(cookieHeader(signedIn)).toMatch(/^__Secure-latchkey_session=/)

  const pending = await redeemMember(harness, (await landAt(harness, 'google', globex, choice)).token)
  expect(pending.data).toMatchObject({ ...noTokens, member_authenticated: false })
  expect(cookieHeader(pending)).toMatch(new RegExp(`^${intermediate}=[\\w-]+$`))
})

it('ends the session of a page that starts another sign-in', async () => {
  const harness = await open()
  const options = { headers: { cookie: cookieHeader(await prove(harness)) } }
  const body = { organization_name: 'Globex', ...minutes }
  const created = await harness.call('POST', '/b2b/discovery/organizations/create', body, options)
  const cookie = cookieHeader(created)
  await harness.call('POST', '/b2b/otps/email/discovery/send', ada)
  const { codes } = await harness.lastMessage(ada.email_address)
  const again = await harness.call(
    'POST',
    '/b2b/otps/email/discovery/authenticate',
    { ...ada, code: codes[0] },
    { headers: { cookie } },
  )
  expect(cookieHeader(again)).toMatch(new RegExp(`^${intermediate}=`))
  expect(again.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Secure-latchkey_session=; .*Max-Age=0/))
})

describe('the JWT of a member with 20 roles', () => {
  /** The cookies and the roles of the response, after the member was given roles with ids of this length. */
  async function refresh(length: number) {
    const roleIds = Array.from({ length: 20 }, (_, index) => `role-${index}-`.padEnd(length, 'x'))
    const harness = await open(roleIds)
    const options = { headers: { cookie: cookieHeader(await prove(harness)) } }
    const body = { organization_name: 'Acme', ...minutes }
    const created = await harness.call('POST', '/b2b/discovery/organizations/create', body, options)
    const { organization_id: organizationId, member_id } = dataOf(created).member
    const source = { sourceKind: 'direct_assignment', sourceId: '' } as const
    await storage.roles.replace({ projectId: harness.project.id, organizationId }, member_id, source, roleIds)
    const cookie = cookieHeader(created)
    const refreshed = await harness.call('POST', '/b2b/sessions/authenticate', {}, { headers: { cookie } })
    expect(dataOf(refreshed).member_session?.roles).toEqual(['latchkey_member', ...roleIds.sort()])
    const line = refreshed.headers.getSetCookie().find((one) => one.startsWith('__Secure-latchkey_session_jwt='))
    return { cookie: line ?? '', jwt: /=([^;]*)/.exec(line ?? '')?.[1] ?? '' }
  }

  it('fits into a cookie if their ids are of usual length', async () => {
    const { jwt } = await refresh(24)
    expect(jwt.length).toBeGreaterThan(1_000)
    // The client stores up to 3,800 characters.
    expect(jwt.length).toBeLessThan(3_800)
  })

  it('is removed from the cookies, and not kept as it was before, if their ids are too long', async () => {
    const { jwt, cookie } = await refresh(128)
    expect([jwt, cookie]).toEqual(['', expect.stringContaining('Max-Age=0')])
  })
})
