import { builtInRoleIds } from '@latchkey/contract/b2b'
import { endpointSchemas } from '@latchkey/contract/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { endpointName } from '../app/implement.ts'
import { routes } from '../app/routes.ts'
import { casesOn } from '../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness } from '../testing/business-harness.ts'
import { engines, landing } from '../testing/harness.ts'
import { canary, goodPassword } from './fuzz-harness.suite.ts'
import { expectNothingChanged, expectSound } from './invariants.suite.ts'
import { type FuzzStorage, openFuzzStorage } from './journal.suite.ts'
import { body, filledPath, nastyTexts, type Pool } from './requests.suite.ts'

/** Requests to each endpoint of business projects; 500 in the full run. */
const runs = Number(process.env.FUZZ_RUNS ?? 5)
const sequences = Math.min(300, runs)
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
  ...{ searches_per_ip: generous, searches_per_project: generous, searches_per_identifier: generous },
}
const recruiter = {
  ...{ role_id: 'recruiter', description: '' },
  permissions: [{ resource_id: 'latchkey.member', actions: ['create'] }],
}
const people = {
  admin: 'ada@acme.test',
  plain: 'bob@acme.test',
  colleague: 'carol@acme.test',
  victim: 'vic@globex.test',
}

/** Replaced by the values of the fixture when a request is sent. */
const references = {
  ...{ ownOrganization: 'ref-own-organization', otherOrganization: 'ref-other-organization' },
  ...{ own: 'ref-own-member', colleague: 'ref-colleague', victim: 'ref-victim', victimSession: 'ref-victim-session' },
  ...{ victimPassword: 'ref-victim-password', intermediate: 'ref-intermediate', session: 'ref-session' },
  otherSlug: 'ref-other-slug',
}
const { ownOrganization, otherOrganization, own, colleague, victim } = references
const emails = [...Object.values(people), 'fresh@acme.test', 'Fresh@GLOBEX.test']
const ids = [ownOrganization, otherOrganization, own, colleague, victim, references.victimSession, 'x']
const pool: Pool = {
  id: ids,
  ...{ organization_id: [ownOrganization, otherOrganization], member_id: [own, colleague, victim] },
  member_password_id: ['member-password-test-x', references.victimPassword],
  ...{ organization_slug: [references.otherSlug, 'acme', 'new-slug'], email_address: emails, email: emails },
  ...{ intermediate_session_token: [references.intermediate], session_token: [references.session, 'x'] },
  ...{ password: [goodPassword, 'weak'], existing_password: [goodPassword], new_password: [goodPassword] },
  ...{ code: ['123456'], token: ['a'.repeat(43)], locale: ['en', 'xx'], roles: ['recruiter', 'latchkey_admin'] },
  ...{ login_redirect_url: [landing], signup_redirect_url: [landing], discovery_redirect_url: [landing] },
  ...{ mfa_phone_number: ['+15005550006'], role_id: ['recruiter', 'latchkey_admin'] },
}

const victimPassword = 'amber.Walnut-quilt 27'

const businessRoutes = routes.filter(({ vertical }) => vertical === 'B2B')
type BusinessRoute = (typeof businessRoutes)[number]
const nameOf = ({ endpoint }: BusinessRoute) => `${endpoint.method} ${endpoint.path}`

/** A call for an address, without a session: it sends a message, or counts a wrong secret, in any organization. */
const startsWithoutSession = /(login_or_signup|reset\/start|discovery\/send)$/
const comparesPasswords = /\/passwords\/(authenticate|discovery\/authenticate|existing_password\/reset)$/

interface Drawn {
  route: BusinessRoute
  payload: string | Uint8Array
  path: string
  session: string | null
}

const session = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('admin', 'plain') },
  { weight: 1, arbitrary: fc.constantFrom(null, ...nastyTexts.filter((text) => /^[ -~]+$/.test(text))) },
)

function requestTo(route: BusinessRoute): fc.Arbitrary<Drawn> {
  const { request } = endpointSchemas[endpointName(route.endpoint)] as { request: z.ZodType }
  const path = filledPath(route.endpoint, pool)
  return fc.record({ route: fc.constant(route), payload: body(request, pool), path, session })
}

interface Realms {
  storage: FuzzStorage
  harness: BusinessHarness
  /** Sends a request of a member of one organization; the other organization must not notice. */
  send(drawn: Drawn): Promise<void>
}

async function openRealms(storage: FuzzStorage): Promise<Realms> {
  const rbacPolicy = { roles: [recruiter], resources: [], scopes: [] }
  const harness = await createBusinessHarness(storage.storage, {
    settings: { limits, rbacPolicy, createOrganizationEnabled: true },
    config: { limits },
  })
  const { project, clock } = harness
  const { organizations, members, accounts } = storage.storage
  const globex = await harness.addOrganization('globex', { mfa_policy: 'OPTIONAL' })
  const hidden = { trustedMetadata: { note: canary }, externalId: canary }
  await organizations.update(project.id, globex.id, globex.revision, hidden, clock.now())
  const other = await harness.addMember(globex, people.victim, { roles: [builtInRoleIds.admin] })
  const invited = await harness.addMember(globex, 'invited@globex.test', { status: 'invited', isVerified: false })
  const { member_session, session_token } = await harness.signInTo(globex, people.victim)
  const reset = { password: victimPassword, session_duration_minutes: 30 }
  await harness.call('POST', '/b2b/passwords/session/reset', reset, { session: session_token })
  const change = { name: { first_name: canary, middle_name: '', last_name: '' }, untrustedMetadata: { note: canary } }
  for (const { id } of [other, invited]) await accounts.update(project.id, id, change, clock.now())
  const stored = await members.get({ projectId: project.id, organizationId: globex.id }, other.id)
  const password = stored?.account.registrations.find(({ kind }) => kind === 'password')
  const watched = [globex.id, other.id, invited.id, member_session.member_session_id]
  expect([password?.id !== undefined, Object.keys(await storage.rowsWith(watched)).length > 5]).toEqual([true, true])

  let count = 0
  async function openOwn() {
    count += 1
    const acme = await harness.addOrganization(`acme-${count}`)
    const admin = await harness.addMember(acme, people.admin, { roles: [builtInRoleIds.admin] })
    await harness.addMember(acme, people.plain)
    const { id } = await harness.addMember(acme, people.colleague)
    const tokenFor = async (address: string) => (await harness.signInTo(acme, address)).session_token
    const tokens = { admin: await tokenFor(people.admin), plain: await tokenFor(people.plain) }
    return { organizationId: acme.id, adminId: admin.id, colleagueId: id, tokens }
  }
  let mine = await openOwn()

  /** An earlier request may have ended a session, or the organization. */
  async function keepSignedIn(): Promise<void> {
    // Sends earlier messages first, because the newest one has the link.
    await harness.provider.outbox.drain()
    for (const token of Object.values(mine.tokens)) {
      const me = await harness.call('GET', '/b2b/organizations/members/me', undefined, { session: token })
      if (me.status !== 200) {
        mine = await openOwn()
        return
      }
    }
  }

  async function withValues(text: string): Promise<string> {
    const values: [string, string][] = [
      [references.ownOrganization, mine.organizationId],
      [references.otherOrganization, globex.id],
      [references.own, mine.adminId],
      [references.colleague, mine.colleagueId],
      [references.victimPassword, password?.id ?? ''],
      [references.victimSession, member_session.member_session_id],
      [references.victim, other.id],
      [references.otherSlug, globex.slug],
      [references.session, mine.tokens.admin],
    ]
    if (text.includes(references.intermediate))
      values.push([references.intermediate, await harness.discover(people.admin)])
    return values.reduce((whole, [reference, value]) => whole.replaceAll(reference, value), text)
  }

  return {
    storage,
    harness,
    async send({ route, payload, path, session: presented }) {
      await keepSignedIn()
      const tokens: Partial<Record<string, string>> = mine.tokens
      const token = presented === null ? null : (tokens[presented] ?? presented)
      const sent = typeof payload === 'string' ? await withValues(payload) : payload
      const target = await withValues(path)
      const { method, path: declared } = route.endpoint
      const before = await storage.rowsWith(watched)
      storage.look()
      const answer = await harness.call(method, target, method === 'GET' ? undefined : sent, { session: token })
      // I-1, I-2, and I-13 for reading: the rows of the other organization contain the canary.
      expectSound(answer)
      if (answer.status >= 400) expectNothingChanged(storage.look())
      const after = await storage.rowsWith(watched)
      if (startsWithoutSession.test(declared))
        for (const table of ['one_time', 'outbox', 'used_nonces']) {
          delete before[table]
          delete after[table]
        }
      if (comparesPasswords.test(declared)) for (const rows of [before, after]) delete rows.lockouts
      expect([nameOf(route), answer.status, after]).toEqual([nameOf(route), answer.status, before])
    },
  }
}

describe.each(engines)('requests of a member of another organization on %s', (engine) => {
  const share = engine === 'sqlite' ? 1 : 1 / 4

  async function withRealms(work: (realms: Realms) => Promise<void>): Promise<void> {
    const storage = await openFuzzStorage(engine)
    try {
      const realms = await openRealms(storage)
      await work(realms)
      expect(realms.harness.logs.filter((line) => line.includes('unexpected error'))).toEqual([])
    } finally {
      await storage.close()
    }
  }

  it.each(
    casesOn(
      engine,
      businessRoutes.map((route): [string, BusinessRoute] => [nameOf(route), route]),
    ),
  )('%s reads and writes no row of an organization (I-13)', { timeout: 900_000 }, (_name, route) =>
    withRealms(async ({ send }) => {
      // The smallest request, for the member of the other organization.
      const path = route.endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => pool[name]?.at(-1) ?? victim)
      const example: Drawn = { route, path, payload: '{}', session: 'admin' }
      const numRuns = Math.ceil(runs * share)
      await fc.assert(fc.asyncProperty(requestTo(route), send), { numRuns, examples: [[example]] })
    }),
  )

  it('in any order read and write no row of an organization (I-13) [B-ACC-13]', { timeout: 900_000 }, () =>
    withRealms(async ({ send }) => {
      const step = fc.oneof(...businessRoutes.map(requestTo))
      const property = fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
        for (const one of steps) await send(one)
      })
      await fc.assert(property, { numRuns: Math.ceil(sequences * share) })
    }),
  )
})
