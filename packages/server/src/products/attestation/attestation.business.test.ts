import type { AuthenticationFactor, JsonObject } from '@latchkey/contract'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { organizationRealm } from '../../storage/realm.ts'
import type { AttestationProfile } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { type BusinessHarness, createBusinessHarness, dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { audience, createIssuer, issuer } from './attestation.suite.ts'

const ada = 'ada@globex.example'
const minute = 60_000
const notAllowed = 'operation_restricted_by_organization_auth_methods'

describe.each(engines)('attestation of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let signer: Awaited<ReturnType<typeof createIssuer>>
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    signer = await createIssuer()
  })
  afterAll(() => storage.close())

  const open = (change: Partial<AttestationProfile> = {}): Promise<BusinessHarness> =>
    createBusinessHarness(storage, {
      settings: {
        attestationProfiles: [
          {
            ...{ id: 'partner', issuer, audience, keys: { jwks: { keys: [signer.jwk] } }, trustsEmail: true },
            ...{ createsUsers: true, ...change },
          },
        ],
      },
    })

  const tokenFor = (harness: BusinessHarness, email: string, claims: JWTPayload = {}) =>
    signer.sign(harness, { email, email_verified: true, ...claims })

  const attest = (harness: BusinessHarness, { id }: { id: string }, token: string, body: object = {}, session = '') =>
    harness.call(
      'POST',
      '/b2b/sessions/attest',
      { organization_id: id, profile_id: 'partner', token, ...body },
      session === '' ? {} : { session },
    )

  it.inTurn(
    'starts a member session for a token of a trusted issuer, and finds the same member after a change of the address [B-SES-08]',
    async () => {
      const harness = await open()
      const globex = await harness.addOrganization('globex')
      const member = await harness.addMember(globex, ada, { status: 'invited', isVerified: false })
      const data = dataOf(await attest(harness, globex, await tokenFor(harness, ada), { session_duration_minutes: 45 }))
      expect(data).toMatchObject({
        ...{ member_id: member.id, member_authenticated: true, organization: { organization_id: globex.id } },
        member: {
          ...{ status: 'active', email_address_verified: true },
          oauth_registrations: [{ provider_type: 'trusted_auth_token', provider_subject: 'ada' }],
        },
        member_session: {
          authentication_factors: [{ type: 'trusted_auth_token', sequence_order: 'PRIMARY' }],
        },
      })
      expect(data.session_jwt.split('.')).toHaveLength(3)
      expect(Date.parse(data.member_session.expires_at) - harness.clock.now()).toBe(45 * minute)
      const next = await attest(harness, globex, await signer.sign(harness, { email: 'other@globex.example' }))
      expect(dataOf(next).member_id).toBe(member.id)
      await harness.provider.tidy()
      const rows = await storage.audit.list(harness.project.id, { afterSeq: 0, limit: 500 })
      const counts = ['session_attest', 'session_create', 'factor_add'].map(
        (name) => rows.filter(({ event }) => event === name).length,
      )
      expect(counts).toEqual([2, 2, 1])
    },
  )

  it.inTurn('accepts a token once in the whole project, and for one organization only', async () => {
    const harness = await open()
    const globex = await harness.addOrganization('globex')
    const other = await harness.addOrganization('other')
    for (const organization of [globex, other]) await harness.addMember(organization, ada)
    const token = await tokenFor(harness, ada)
    expect((await attest(harness, globex, token)).outcome).toBe('200')
    expect((await attest(harness, globex, token)).outcome).toBe('unauthorized_credentials')
    expect((await attest(harness, other, token)).outcome).toBe('unauthorized_credentials')
    const withoutEmail = await signer.sign(harness)
    // The subject is registered in the first organization, which says nothing about the other one.
    expect((await attest(harness, other, withoutEmail)).outcome).toBe('member_not_found')
    expect((await attest(harness, globex, withoutEmail)).outcome).toBe('200')
  })

  it.inTurn('registers an identity once in each organization, and for one member of it [B-ACC-06]', async () => {
    const harness = await open()
    const jit = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['globex.example'] }
    const organizations = [await harness.addOrganization('globex', jit), await harness.addOrganization('other', jit)]
    const subjects = async (organization: { projectId: string; id: string }) => {
      const { items } = await storage.members.list(organizationRealm(organization), { limit: 99 })
      return items.map(({ id, account }) => [
        id,
        ...account.registrations.filter(({ kind }) => kind === 'oauth').map(({ uniqueKey }) => uniqueKey),
      ])
    }
    const keys: (string | undefined)[] = []
    for (const organization of organizations) {
      const tokens = await Promise.all(
        [1, 2, 3, 4].map((index) =>
          tokenFor(harness, `person-${index}@globex.example`, { jti: `${index}-${organization.id}` }),
        ),
      )
      const answers = await Promise.all(tokens.map((token) => attest(harness, organization, token)))
      const members = new Set(answers.filter(({ outcome }) => outcome === '200').map((one) => dataOf(one).member_id))
      const stored = await subjects(organization)
      const owners = stored.filter(([, key]) => key !== undefined)
      expect(owners.map(([id]) => id)).toEqual([...members])
      expect(owners).toHaveLength(1)
      keys.push(owners[0]?.[1])
      // The identity finds its member, also if the token names the address of another one.
      const bob = await harness.addMember(organization, 'bob@globex.example')
      const named = dataOf(await attest(harness, organization, await tokenFor(harness, 'bob@globex.example')))
      expect([named.member_id === bob.id, named.member_id]).toEqual([false, [...members][0]])
    }
    expect(new Set(keys).size).toBe(1)
  })

  it.inTurn('adds a person whose domain may join, if the profile creates accounts', async () => {
    const harness = await open()
    const jit = { email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['globex.example'] }
    const globex = await harness.addOrganization('globex', jit)
    const closed = await harness.addOrganization('closed')
    expect((await attest(harness, closed, await tokenFor(harness, ada))).outcome).toBe(notAllowed)
    const joined = dataOf(await attest(harness, globex, await tokenFor(harness, ada)))
    expect(joined.member).toMatchObject({ status: 'active', email_address: ada })
    expect(joined.member?.oauth_registrations).toHaveLength(1)
    const strict = await open({ createsUsers: false })
    const organization = await strict.addOrganization('globex', jit)
    expect((await attest(strict, organization, await tokenFor(strict, ada))).outcome).toBe('member_not_found')
    expect(await storage.members.findByEmail(organizationRealm(organization), ada)).toBeNull()
  })

  it.inTurn(
    'does not trust an address that the issuer has not verified, or that it named before the member joined',
    async () => {
      const harness = await open()
      const globex = await harness.addOrganization('globex')
      const early = await tokenFor(harness, ada)
      harness.clock.advance(2 * minute)
      await harness.addMember(globex, ada)
      expect((await attest(harness, globex, early)).outcome).toBe('unauthorized_credentials')
      const unverified = await tokenFor(harness, ada, { email_verified: false })
      expect((await attest(harness, globex, unverified)).outcome).toBe('member_not_found')
    },
  )

  const refusals: [string, JsonObject, JsonObject][] = [
    ['restricts its methods', { auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso', 'magic_link'] }, {}],
    ['requires a second factor', { mfa_policy: 'REQUIRED_FOR_ALL' }, {}],
    ['has enrolled the member', {}, { mfaEnrolled: true }],
  ]
  it.each(refusals)('starts no session if the organization %s (M-1)', async (_, settings, member) => {
    const harness = await open()
    const globex = await harness.addOrganization('globex', settings)
    const { id } = await harness.addMember(globex, ada, member)
    const answer = await attest(harness, globex, await tokenFor(harness, ada))
    expect([answer.status, answer.outcome]).toEqual([403, notAllowed])
    const reason = settings.auth_methods === undefined ? 'mfa_required' : 'primary_required'
    expect(answer.json.error_details).toEqual({ reason })
    expect((await storage.members.get(organizationRealm(globex), id))?.account.registrations).toHaveLength(1)
  })

  it.inTurn('adds the factor to the session of the member, whose second factor counts', async () => {
    const harness = await open()
    const globex = await harness.addOrganization('globex')
    const member = await harness.addMember(globex, ada)
    const { session_token: session, member_session } = await harness.signInTo(globex, ada)
    const factors = member_session.authentication_factors.map(({ sequence_order, ...factor }) => factor)
    const code: AuthenticationFactor = { ...factorAt(harness), type: 'totp', delivery_method: 'authenticator_app' }
    const { projectId } = globex
    const stored = await storage.sessions.get(projectId, member_session.member_session_id)
    await storage.members.update(organizationRealm(globex), member.id, { mfaEnrolled: true }, harness.clock.now())
    const refused = await attest(harness, globex, await tokenFor(harness, ada), {}, session)
    expect(refused.json.error_details).toEqual({ reason: 'mfa_required' })
    const change = {
      ...{ tokenHash: stored?.tokenHash ?? '', prevValidUntil: 0, lastAccessedAt: harness.clock.now() },
      ...{ factors: [...factors, code], expiresAt: stored?.expiresAt ?? 0 },
    }
    await storage.sessions.rotate(projectId, member_session.member_session_id, change, harness.clock.now())
    const data = dataOf(await attest(harness, globex, await tokenFor(harness, ada), {}, session))
    expect(data.member_session.member_session_id).toBe(member_session.member_session_id)
    expect(data.member_session.authentication_factors.map(({ type }) => type)).toEqual([
      ...['magic_link', 'totp', 'trusted_auth_token'],
    ])
    // The session of another member is no factor.
    await harness.addMember(globex, 'bob@globex.example', { mfaEnrolled: true })
    const bob = await tokenFor(harness, 'bob@globex.example', { sub: 'bob' })
    const foreign = await attest(harness, globex, bob, {}, data.session_token)
    expect(foreign.json.error_details).toEqual({ reason: 'mfa_required' })
  })
})

function factorAt({ clock }: BusinessHarness) {
  const at = new Date(clock.now()).toISOString()
  return { last_authenticated_at: at, created_at: at, updated_at: at }
}
