import { b2bOAuthProviders, type JsonObject } from '@latchkey/contract'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { audience, createIssuer, issuer } from '../../products/attestation/attestation.suite.ts'
import { startIntermediateSession } from '../../sessions/intermediate-sessions.ts'
import type { MemberRecord, OrganizationRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import {
  type BusinessData,
  type BusinessHarness,
  createBusinessHarness,
  dataOf,
} from '../../testing/business-harness.ts'
import { engines, openTestStorage, random, tokenOf } from '../../testing/harness.ts'
import { newLinkToken } from '../../tokens/one-time-secrets.ts'
import { decideAdmission } from '../admission.ts'
import { memberFacts } from '../members/member-state.ts'
import { organizationPolicy } from '../policy.ts'
import { provenFactors } from './proven-factors.ts'

const ada = 'ada@globex.example'
const password = 'violet kettle ambles north'
const minutes = { session_duration_minutes: 30 }

interface Situation {
  policy: JsonObject
  isEnrolled: boolean
  isDue: boolean
}

const situations: Record<string, Situation> = {
  'no second factor is due': { policy: {}, isEnrolled: false, isDue: false },
  'the member has enrolled one': { policy: { mfa_policy: 'OPTIONAL' }, isEnrolled: true, isDue: true },
  'the organization requires one': { policy: { mfa_policy: 'REQUIRED_FOR_ALL' }, isEnrolled: true, isDue: true },
  'a required one is not enrolled': { policy: { mfa_policy: 'REQUIRED_FOR_ALL' }, isEnrolled: false, isDue: true },
}

interface Setting {
  harness: BusinessHarness
  organization: OrganizationRecord
  /** Changes to the situation, once the path is prepared. */
  begin(): Promise<void>
}

const post = async (harness: BusinessHarness, path: string, body: object, session?: string) =>
  dataOf(await harness.call('POST', `/b2b/${path}`, body, session === undefined ? {} : { session }))

/** The newest message with a link or a code. */
async function mailed({ provider, sent }: BusinessHarness) {
  await provider.outbox.drain()
  const message = sent.findLast(({ to, links, codes }) => to === ada && links.length + codes.length > 0)
  if (!message) throw new Error('no message was sent')
  return {
    token: tokenOf({ ...message, links: [message.links[0] ?? 'https://x.example'] }),
    code: message.codes[0] ?? '',
    message,
  }
}

async function setPassword({ harness, organization }: Setting): Promise<void> {
  const { session_token } = await harness.signInTo(organization, ada)
  await post(harness, 'passwords/session/reset', { password }, session_token)
}

/** A sign-in by an identity provider, for which there is no call yet: its factor waits in an unfinished sign-in. */
const byProvider = (delivery_method: string) => async (setting: Setting) => {
  const { harness, organization, begin } = setting
  const { project, clock } = harness
  await begin()
  const at = new Date(clock.now()).toISOString()
  const times = { last_authenticated_at: at, created_at: at, updated_at: at }
  const found = await storage.members.findByEmail(realmOf(organization), ada)
  const token = newLinkToken(random)
  await startIntermediateSession(storage, {
    ...{ project, token, now: clock.now(), random, address: ada, carriedOver: [] },
    ...{ memberId: found?.id ?? null, organizationId: organization.id },
    factors: [{ ...times, type: 'oauth', delivery_method }],
  })
  return dataOf(await harness.exchange(token, organization))
}

/** Each way to sign in with a first factor alone; null if the call rejects a sign-in that needs another step. */
const paths: Record<string, (setting: Setting) => Promise<BusinessData | null>> = {
  async 'a link'({ harness, organization, begin }) {
    await begin()
    const here = { organization_id: organization.id, email_address: ada }
    await post(harness, 'magic_links/email/login_or_signup', here)
    const { token } = await mailed(harness)
    return post(harness, 'magic_links/authenticate', { magic_links_token: token, ...minutes })
  },
  async 'an email code'({ harness, organization, begin }) {
    await begin()
    const here = { organization_id: organization.id, email_address: ada }
    await post(harness, 'otps/email/login_or_signup', here)
    return post(harness, 'otps/email/authenticate', { ...here, ...minutes, code: (await mailed(harness)).code })
  },
  async 'a password'(setting) {
    await setPassword(setting)
    await setting.begin()
    const here = { organization_id: setting.organization.id, email_address: ada }
    return post(setting.harness, 'passwords/authenticate', { ...here, password, ...minutes })
  },
  async 'a new password by the existing one'(setting) {
    await setPassword(setting)
    await setting.begin()
    return post(setting.harness, 'passwords/existing_password/reset', {
      ...{ organization_id: setting.organization.id, email_address: ada, existing_password: password },
      ...{ new_password: 'seven quiet lanterns, adrift', ...minutes },
    })
  },
  async 'a reset by email'({ harness, organization, begin }) {
    await begin()
    await post(harness, 'passwords/email/reset/start', { organization_id: organization.id, email_address: ada })
    const { token } = await mailed(harness)
    return post(harness, 'passwords/email/reset', { password_reset_token: token, password, ...minutes })
  },
  async 'the sign-in link of a reset'({ harness, organization, begin }) {
    await begin()
    await post(harness, 'passwords/email/reset/start', { organization_id: organization.id, email_address: ada })
    const { message } = await mailed(harness)
    const magic_links_token = tokenOf({ ...message, links: message.links.slice(1) })
    return post(harness, 'magic_links/authenticate', { magic_links_token, ...minutes })
  },
  async 'an invitation'({ harness, organization, begin }) {
    const admin = 'admin@globex.example'
    await harness.addMember(organization, admin, { roles: [builtInRoleIds.admin] })
    const { session_token } = await harness.signInTo(organization, admin)
    const found = await storage.members.findByEmail(realmOf(organization), ada)
    if (found) await storage.members.update(realmOf(organization), found.id, { status: 'invited' }, harness.clock.now())
    await post(harness, 'magic_links/email/invite', { email_address: ada }, session_token)
    await begin()
    const { token } = await mailed(harness)
    return post(harness, 'magic_links/authenticate', { magic_links_token: token, ...minutes })
  },
  async 'discovery by a link'({ harness, organization, begin }) {
    await begin()
    return dataOf(await harness.exchange(await harness.discover(ada), organization))
  },
  async 'discovery by a code'({ harness, organization, begin }) {
    await begin()
    await post(harness, 'otps/email/discovery/send', { email_address: ada })
    const { code } = await mailed(harness)
    const found = await post(harness, 'otps/email/discovery/authenticate', { email_address: ada, code })
    return dataOf(await harness.exchange(found.intermediate_session_token, organization))
  },
  async 'a token of a trusted issuer'({ harness, organization, begin }) {
    await begin()
    const token = await signer.sign(harness, { email: ada, email_verified: true })
    const here = { organization_id: organization.id, profile_id: 'partner', token, ...minutes }
    const answer = await harness.call('POST', '/b2b/sessions/attest', here)
    if (answer.outcome === '200') return dataOf(answer)
    expect(answer.json.error_details).toEqual({ reason: 'mfa_required' })
    return null
  },
  async 'a session of another organization'({ harness, organization, begin }) {
    const other = await harness.addOrganization('other')
    await harness.addMember(other, ada)
    const { session_token } = await harness.signInTo(other, ada)
    await begin()
    return post(harness, 'sessions/exchange', { organization_id: organization.id, ...minutes }, session_token)
  },
}

for (const provider of b2bOAuthProviders) paths[`OAuth with ${provider}`] = byProvider(`oauth_${provider}`)
// One Tap is a sign-in with Google without a redirect.
paths['Google One Tap'] = byProvider('oauth_google')

let storage: Storage
let signer: Awaited<ReturnType<typeof createIssuer>>
const realmOf = ({ projectId, id }: OrganizationRecord) => ({ projectId, organizationId: id })

describe.each(engines)('second factors on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    signer = await createIssuer()
  })
  afterAll(() => storage.close())

  async function open({ policy, isEnrolled }: Situation): Promise<Setting & { member: MemberRecord }> {
    const keys = { jwks: { keys: [signer.jwk] } }
    const profile = { id: 'partner', issuer, audience, keys, trustsEmail: true, createsUsers: true }
    const harness = await createBusinessHarness(storage, { settings: { attestationProfiles: [profile] } })
    const organization = await harness.addOrganization('globex')
    const member = await harness.addMember(organization, ada)
    const { projectId, id, revision } = organization
    const begin = async () => {
      const now = harness.clock.now()
      await storage.organizations.update(projectId, id, revision, { settings: policy }, now)
      if (!isEnrolled) return
      await storage.members.update(realmOf(organization), member.id, { mfaEnrolled: true }, now)
      const totpId = `totp-${member.id}`
      const own = {
        ...realmOf(organization),
        id: totpId,
        accountId: member.id,
        kind: 'totp',
        uniqueKey: totpId,
      } as const
      await storage.accounts.addRegistration({ ...own, verified: true, details: {}, createdAt: now, verifiedAt: now })
      // Sessions from before are another matter.
      await storage.sessions.revokeForSubject(projectId, member.id, now)
    }
    return { harness, organization, member, begin }
  }

  const cases = Object.entries(paths).flatMap(([path, signIn]) =>
    Object.entries(situations).map(([name, situation]) => ({ path, signIn, name, situation })),
  )

  for (const { path, signIn, name, situation } of cases) {
    it.inTurn(
      `stores a session of ${path} only if the policy admits it, when ${name} [B-ADM-11] [B-ADM-12]`,
      async () => {
        const setting = await open(situation)
        const { harness, organization, member } = setting
        const data = await signIn(setting)
        expect(data?.member_authenticated ?? false).toBe(!situation.isDue)
        const now = harness.clock.now()
        const current = await storage.members.get(realmOf(organization), member.id)
        const { items } = await storage.sessions.list(organization.projectId, member.id, { now, limit: 50 })
        const policy = organizationPolicy(situation.policy)
        const admissions = items.map(({ factors }) => {
          const proven = provenFactors(factors, { isCarriedOver: false })
          return decideAdmission({ policy, member: current && memberFacts(current), factors: proven, now }).admission
            .kind
        })
        if (!situation.isDue) {
          expect(new Set(admissions)).toEqual(new Set(['admitted']))
          return
        }
        if (data === null) {
          expect(admissions).toEqual([])
          return
        }
        expect([data.session_token, data.member_session, data.primary_required]).toEqual(['', null, null])
        const isNewMember = situation.policy.mfa_policy === 'REQUIRED_FOR_ALL' && !situation.isEnrolled
        expect(isNewMember ? admissions.filter((kind) => kind === 'admitted') : admissions).toEqual([])
        const token = data.intermediate_session_token
        expect((await harness.call('POST', '/b2b/sessions/authenticate', {}, { session: token })).outcome).toBe(
          'session_not_found',
        )
        // The same first factor again is no second one.
        const again = dataOf(await harness.exchange(token, organization))
        expect([again.member_authenticated, again.member_session]).toEqual([false, null])
      },
    )
  }
})
