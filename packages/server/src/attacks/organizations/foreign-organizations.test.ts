import { builtInRoleIds } from '@latchkey/contract/b2b'
import { endpointSchemas } from '@latchkey/contract/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import * as z from 'zod'
import { endpointName } from '../../app/implement.ts'
import { routes } from '../../app/routes.ts'
import { wellFormed } from '../../fuzz/requests.suite.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, landing, openTestStorage } from '../../testing/harness.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { expectRejected, rejectionsOf, rowsOf } from './witness.suite.ts'

const ada = 'ada@acme.test'
const bob = 'bob@acme.test'
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
const owner = {
  ...{ role_id: 'owner', description: '' },
  permissions: [{ resource_id: 'latchkey.organization', actions: ['*'] }],
}

interface Sample {
  method: string
  path: string
  body: Record<string, unknown> | undefined
}

/** A valid request for each business route. The values of the pool replace all others. */
const samples: [string, readonly string[], (pool: Record<string, string>) => Sample][] = routes
  .filter(({ vertical }) => vertical === 'B2B')
  .map(({ endpoint }) => {
    const { request } = endpointSchemas[endpointName(endpoint)] as { request: z.ZodType }
    const bodyFields = request instanceof z.ZodObject ? Object.keys(request.shape) : []
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    return [
      `${endpoint.method} ${endpoint.path}`,
      [...inPath, ...bodyFields],
      (pool) => {
        const lists = Object.fromEntries(Object.entries(pool).map(([name, value]) => [name, [value]]))
        const [body] = fc.sample(wellFormed(request, lists), { numRuns: 1, seed: 7 })
        const own = Object.fromEntries(bodyFields.filter((name) => name in pool).map((name) => [name, pool[name]]))
        return {
          method: endpoint.method,
          path: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => pool[name] ?? 'x'),
          // The id of a template that does not exist would be the first error.
          body: bodyFields.length === 0 ? undefined : { ...Object(body), ...own, login_template_id: undefined },
        }
      },
    ]
  })

/** The outcomes of calls for an unknown organization, where they are not `organization_not_found`. */
const otherOutcomes: Partial<Record<string, string>> = {
  // The search is for pages without a session. It finds the same in an unknown organization: nothing.
  'POST /b2b/organizations/members/search': '200',
  // Without a token of a trusted issuer no organization is read.
  'POST /b2b/sessions/attest': 'attestation_profile_not_found',
}

describe.each(engines)('members of another organization on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function open() {
    const rbacPolicy = { roles: [recruiter, owner], resources: [], scopes: [] }
    const harness = await createBusinessHarness(storage, { settings: { limits, rbacPolicy }, config: { limits } })
    const acme = await harness.addOrganization('acme')
    const globex = await harness.addOrganization('globex')
    const admin = await harness.addMember(acme, ada, { roles: [builtInRoleIds.admin] })
    const member = await harness.addMember(acme, bob)
    const victim = await harness.addMember(globex, 'victim@globex.test', { roles: [builtInRoleIds.admin] })
    const { session_token: session } = await harness.signInTo(acme, ada)
    return { harness, acme, globex, admin, member, victim, session }
  }

  /** The ids of the password and of a former address of the victim. */
  async function factorsOfVictim({ harness, globex, victim }: Awaited<ReturnType<typeof open>>) {
    const { session_token: session } = await harness.signInTo(globex, 'victim@globex.test')
    const body = { password: 'violet kettle ambles north', session_duration_minutes: 30 }
    const { member } = dataOf(await harness.call('POST', '/b2b/passwords/session/reset', body, { session }))
    const [email] = victim.account.registrations
    if (email === undefined) throw new TypeError('The victim has no address.')
    const former = { id: `${email.id}-former`, kind: 'email_retired', uniqueKey: 'former@globex.test' } as const
    await storage.accounts.addRegistration({ ...email, ...former })
    return { member_password_id: member.member_password_id, email_id: former.id }
  }

  let people = 0
  async function poolOf(harness: BusinessHarness, fields: readonly string[], own: Record<string, string>) {
    people += 1
    const person = `person-${people}@other.test`
    const token = fields.includes('intermediate_session_token') ? await harness.discover(person) : ''
    return {
      ...{ email_address: ada, locale: 'en', password: 'violet kettle ambles north', code: '123456' },
      ...{ existing_password: 'violet kettle ambles north', new_password: 'amber kettle ambles south' },
      ...{ magic_links_token: 'x', password_reset_token: 'x', intermediate_session_token: token },
      login_redirect_url: landing,
      ...own,
    }
  }

  it.inTurn('are for no call different from unknown ids (B-1) [B-ORG-15] [B-MEM-19]', async () => {
    const own = await open()
    const { harness, acme, victim, session, member } = own
    const elsewhere = await open()
    const watched = [harness, elsewhere.harness]
    const factors = await factorsOfVictim(own)
    const ids = {
      member_password_id: [factors.member_password_id, 'password-test-unknown'],
      email_id: [factors.email_id, 'email-test-unknown'],
      organization_id: [elsewhere.acme.id, 'organization-test-unknown'],
      member_id: [victim.account.id, elsewhere.victim.account.id, 'member-test-unknown'],
    }
    const tried = new Set<string>()
    for (const [name, fields, request] of samples)
      for (const [field, values] of Object.entries(ids)) {
        if (!fields.includes(field)) continue
        const pool = await poolOf(harness, fields, { organization_id: acme.id, member_id: member.id })
        const before = await rowsOf(storage, watched)
        tried.add(field)
        const answers = []
        for (const value of values) {
          const { method, path, body } = request({ ...pool, [field]: value })
          answers.push(await harness.call(method, path, body, { session }))
        }
        noteVariants(values.length - 1)
        for (const { outcome, json } of answers)
          if (outcome !== '200')
            expect([name, await rejectionsOf(storage, json.request_id)]).toEqual([name, [expect.any(String)]])
        const [found, ...others] = answers.map(({ status, text }) => [status, text.replace(/request-id-[\w-]+/g, '')])
        expect([name, ...others]).toEqual([name, ...others.map(() => found)])
        expect([name, await rowsOf(storage, watched)]).toEqual([name, before])
        const expected = otherOutcomes[name] ?? `${field.replace('_id', '')}_not_found`
        expect([name, field, answers[0]?.outcome]).toEqual([name, field, expected])
      }
    expect([...tried].sort()).toEqual(Object.keys(ids).sort())
  })

  it.inTurn('get no role that the request names for itself (B-2) [B-RBAC-11]', async () => {
    const { harness, acme, member, globex } = await open()
    const { session_token: session } = await harness.signInTo(acme, bob)
    const claims = {
      ...{ roles: ['latchkey_admin', 'owner'], is_admin: true, is_breakglass: true, status: 'active' },
      ...{ trusted_metadata: { roles: ['latchkey_admin'] }, untrusted_metadata: { roles: ['latchkey_admin'] } },
      custom_roles: [{ role_id: 'mine', description: '', permissions: owner.permissions }],
    }
    const own = { organization_id: acme.id, member_id: member.account.id }
    for (const [name, fields, request] of samples) {
      if (/sessions\/revoke|organizations\/delete/.test(name)) continue
      const { method, path, body } = request(await poolOf(harness, fields, own))
      await harness.call(method, path, body && { ...body, ...claims }, { session })
      noteVariants(1)
      for (const organization of [acme, globex]) {
        const { items } = await storage.members.list(organizationRealm(organization), { limit: 99 })
        const admins = items.filter(({ roles }) => roles.some(({ roleId }) => roleId !== 'latchkey_member'))
        expect([name, admins.map(({ account }) => account.registrations[0]?.uniqueKey)]).toEqual([
          name,
          organization === acme ? [ada] : ['victim@globex.test'],
        ])
      }
    }
    const refreshed = await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })
    expect(Object(refreshed.data).member_session?.roles).toEqual(['latchkey_member'])
  })

  it.inTurn('give in an invitation no permission that they lack (B-2) [B-INV-11]', async () => {
    const { harness, acme } = await open()
    await harness.addMember(acme, 'rita@acme.test', { roles: ['recruiter'] })
    const { session_token: recruiting } = await harness.signInTo(acme, 'rita@acme.test')
    const { session_token: plain } = await harness.signInTo(acme, bob)
    const invite = (session: string, roles: string[]) => {
      const body = { email_address: 'friend@other.test', roles, untrusted_metadata: { roles: ['latchkey_admin'] } }
      return harness.call('POST', '/b2b/magic_links/email/invite', body, { session })
    }
    const grants = [['latchkey_admin'], ['owner'], ['recruiter', 'owner'], ['latchkey_member', 'latchkey_admin']]
    for (const roles of grants)
      for (const session of [recruiting, plain]) {
        const { status, outcome } = await expectRejected([harness], () => invite(session, roles))
        expect([roles, status, outcome]).toEqual([roles, 403, 'unauthorized_action'])
      }
    expect((await expectRejected([harness], () => invite(plain, []))).outcome).toBe('unauthorized_action')
    expect((await invite(recruiting, ['recruiter'])).outcome).toBe('200')
  })
})
