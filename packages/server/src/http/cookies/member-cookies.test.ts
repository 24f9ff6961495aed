import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqlite } from '../../storage/operations/open-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Answer, createHarness, type Harness, landing } from '../../testing/harness.ts'

let storage: Storage
beforeAll(async () => {
  storage = await openSqlite({ path: ':memory:' })
})
afterAll(() => storage.close())

const ada = { email_address: 'ada@example.com' }
const minutes = { session_duration_minutes: 30 }
const intermediate = '__Host-latchkey_session_intermediate'

/** A business project with its own API host. */
const open = (): Promise<Harness> =>
  createHarness(storage, {
    vertical: 'B2B',
    settings: {
      cnameDomain: 'auth.example.com',
      httpOnlyCookies: { enabled: true, domain: 'example.com', name: 'latchkey_session' },
      createOrganizationEnabled: true,
      redirectUrls: {
        login: [landing],
        signup: [landing],
        reset_password: [landing],
        logout: [],
        discovery: [landing],
      },
    },
  })

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
