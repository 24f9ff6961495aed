import type { JsonObject } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { createBusinessIdpHarness } from '../../oidc-provider/oidc-provider.suite.ts'
import { decideAdmission } from '../../organizations/admission.ts'
import { memberFacts } from '../../organizations/members/member-state.ts'
import { organizationPolicy } from '../../organizations/policy.ts'
import { provenFactors } from '../../organizations/sign-in/proven-factors.ts'
import { audience, createIssuer, issuer } from '../../products/attestation/attestation.suite.ts'
import { addFakes } from '../../products/oauth/oauth.suite.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { MemberRecord, SessionRecord } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { dataOf } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { secondFactorCalls } from '../../testing/second-factor-calls.suite.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { ada, type PathSetting, type SignInPath, signInPaths } from './sign-in-paths.suite.ts'

interface Situation {
  policy: JsonObject
  isEnrolled: boolean
  isDue: boolean
}

const required = { mfa_policy: 'REQUIRED_FOR_ALL' }
const situations: Record<string, Situation> = {
  'no second factor is due': { policy: {}, isEnrolled: false, isDue: false },
  'the member has enrolled one': { policy: { mfa_policy: 'OPTIONAL' }, isEnrolled: true, isDue: true },
  'the organization requires one': { policy: required, isEnrolled: true, isDue: true },
  'a required one is not enrolled': { policy: required, isEnrolled: false, isDue: true },
}

describe.each(engines)('sign-ins of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  let signer: Awaited<ReturnType<typeof createIssuer>>
  beforeAll(async () => {
    storage = await openTestStorage(engine)
    signer = await createIssuer()
  })
  afterAll(() => storage.close())

  /** Prepares the way to sign in, and then what the situation requires. */
  async function open(path: SignInPath, { policy, isEnrolled }: Situation) {
    const keys = { jwks: { keys: [signer.jwk] } }
    const profile = { id: 'partner', issuer, audience, keys, trustsEmail: true, createsUsers: true }
    const harness = await createBusinessIdpHarness(storage, { settings: { attestationProfiles: [profile] } })
    await addFakes(harness, harness.project)
    const organization = await harness.addOrganization('globex')
    const member = await harness.addMember(organization, ada)
    const setting: PathSetting = { harness, organization, signToken: (claims) => signer.sign(harness, { ...claims }) }
    const prepared = (await path.prepare?.(setting)) ?? ''
    const calls = secondFactorCalls(harness, organization, member)
    const session = isEnrolled ? (await harness.signInTo(organization, ada)).session_token : ''
    const secret = isEnrolled ? (await calls.enrollTotp({ session }, { set_mfa_enrollment: 'enroll' })).secret : null
    const { projectId, id, revision } = organization
    await storage.organizations.update(projectId, id, revision, { settings: policy }, harness.clock.now())
    const earlier = new Set((await live()).map((one) => one.id))
    return { ...setting, prepared, calls, secret, started }

    async function live(): Promise<SessionRecord[]> {
      const options = { now: harness.clock.now(), limit: 50 }
      return (await storage.sessions.list(projectId, member.id, options)).items
    }
    /** What the policy says about each session that was started since. */
    async function started(): Promise<string[]> {
      const current: MemberRecord | null = await storage.members.get(organizationRealm(organization), member.id)
      const sessions = (await live()).filter((one) => !earlier.has(one.id))
      return sessions.map(({ factors }) => {
        const input = { policy: organizationPolicy(policy), member: current && memberFacts(current) }
        const proven = provenFactors(factors, { isCarriedOver: false })
        return decideAdmission({ ...input, factors: proven, now: harness.clock.now() }).admission.kind
      })
    }
  }

  const cases = Object.entries(signInPaths).flatMap(([name, path]) =>
    Object.entries(situations).map(([when, situation]) => ({ name, path, when, situation })),
  )

  for (const { name, path, when, situation } of cases)
    it.inTurn(`by ${name} start no session before a due second factor, when ${when} (M-1) [B-ADM-11]`, async () => {
      const { harness, organization, prepared, calls, secret, started, signToken } = await open(path, situation)
      const answer = await path.signIn({ harness, organization, signToken }, prepared)
      noteVariants(1)
      if (!situation.isDue) {
        expect([dataOf(answer).member_authenticated, await started()]).toEqual([true, ['admitted']])
        return
      }
      expect(await started()).toEqual([])
      if (path.rejectsPending) {
        expect([answer.outcome, answer.json.error_details]).toEqual([
          'operation_restricted_by_organization_auth_methods',
          { reason: 'mfa_required' },
        ])
        return
      }
      const { intermediate_session_token, ...pending } = dataOf(answer)
      expect(pending).toMatchObject({
        ...{ member_authenticated: false, member_session: null, session_token: '', session_jwt: '' },
        ...{ primary_required: null, mfa_required: { secondary_auth_initiated: null } },
      })
      const asSession = await harness.call(
        'PUT',
        '/b2b/organizations/members/update',
        { mfa_enrolled: false },
        {
          session: intermediate_session_token,
        },
      )
      expect(asSession.outcome).toBe('user_unauthenticated')
      // The same first factor again is no second one.
      const again = dataOf(await harness.exchange(intermediate_session_token, organization))
      expect([again.member_authenticated, again.member_session, await started()]).toEqual([false, null, []])
      const from = { intermediate_session_token: again.intermediate_session_token }
      const done =
        secret === null
          ? (await calls.enrollTotp(from)).signedIn
          : (await calls.enterTotp(from, await calls.codeOf(secret))).data
      expect([done.member_authenticated, await started()]).toEqual([true, ['admitted']])
      expect((await harness.exchange(from.intermediate_session_token, organization)).outcome).toBe(
        'intermediate_session_not_found',
      )
    })
})
