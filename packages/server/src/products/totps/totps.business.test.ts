import type { JsonObject } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { sampleRegistration } from '../../storage/testing/sample.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { ada, openSecondFactors, secondFactorCalls } from '../../testing/second-factor-calls.suite.ts'

const required = { mfa_policy: 'REQUIRED_FOR_ALL' }

describe.each(engines)('authenticator apps of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const start = (settings: JsonObject = {}) => openSecondFactors(storage, settings)

  it.inTurn(
    'are enrolled during a sign-in, and count after the first code [B-MFA-04] [B-MFA-10] [B-SES-02]',
    async () => {
      const { harness, organization, member, calls, signIn, notices } = await start(required)
      const { intermediate_session_token, mfa_required } = await signIn()
      expect(mfa_required).toEqual({ member_options: null, secondary_auth_initiated: null })
      const created = await calls.createTotp({ intermediate_session_token })
      expect(created.data).toMatchObject({
        ...{ totp_id: expect.stringMatching(/^totp-test-/), secret: expect.stringMatching(/^[A-Z2-7]{32}$/) },
        ...{ qr_code: expect.stringMatching(/^data:image\/svg\+xml;base64,/), member_id: member.id },
        ...{ member: { totp_registration_id: '' }, organization: { organization_id: organization.id } },
      })
      expect(new Set(created.data.recovery_codes).size).toBe(10)
      expect(created.text).not.toContain('__user')
      // It is neither required nor accepted before its first code.
      expect((await signIn()).mfa_required).toEqual({ member_options: null, secondary_auth_initiated: null })
      const code = await calls.codeOf(created.data.secret)
      const done = await calls.enterTotp({ intermediate_session_token }, code)
      expect(done.data).toMatchObject({
        ...{ member_authenticated: true, intermediate_session_token: '', mfa_required: null },
        member: { totp_registration_id: created.data.totp_id, mfa_enrolled: false, default_mfa_method: '' },
        member_session: {
          authentication_factors: [
            { type: 'magic_link', sequence_order: 'PRIMARY' },
            { type: 'totp', delivery_method: 'authenticator_app', sequence_order: 'SECONDARY' },
          ],
        },
      })
      expect(await notices()).toEqual([expect.stringContaining('authenticator app')])
      // The sign-in is spent.
      expect((await calls.enterTotp({ intermediate_session_token }, code)).outcome).toBe(
        'intermediate_session_not_found',
      )
      const session = done.data.session_token
      expect((await harness.call('GET', '/b2b/organizations/members/me', undefined, { session })).outcome).toBe('200')
    },
  )

  it.inTurn('are proven in later sign-ins, once per code [B-MFA-05]', async () => {
    const { harness, calls, signIn } = await start(required)
    const from = { intermediate_session_token: (await signIn()).intermediate_session_token }
    const { secret, signedIn } = await calls.enrollTotp(from, { set_default_mfa: true })
    expect(signedIn.member.default_mfa_method).toBe('totp')
    const code = await calls.codeOf(secret)
    const [first, second] = [await signIn(), await signIn()]
    expect((await calls.enterTotp(first, await calls.wrongFor(secret))).outcome).toBe('otp_code_not_found')
    expect((await calls.enterTotp(first, 'abcdef')).outcome).toBe('invalid_code')
    expect((await calls.enterTotp(first, code)).data.member_authenticated).toBe(true)
    expect((await calls.enterTotp(second, code)).outcome).toBe('otp_code_not_found')
    harness.clock.advance(60_000)
    const later = await calls.enterTotp(second, await calls.codeOf(secret))
    expect(later.data.member_authenticated).toBe(true)
    // A sign-in is no change of the member.
    expect(later.data.member.updated_at).toBe(signedIn.member.updated_at)
  })

  it.inTurn('set and remove the enrollment of the member, if the policy allows it [B-MFA-03]', async () => {
    const { calls, signIn, change, harness } = await start()
    const { session_token: session } = await signIn()
    const { secret, signedIn } = await calls.enrollTotp({ session }, { set_mfa_enrollment: 'enroll' })
    expect(signedIn.member.mfa_enrolled).toBe(true)
    const pending = await signIn()
    expect(pending.member_authenticated).toBe(false)
    await change(required)
    const refused = await calls.enterTotp(pending, await calls.codeOf(secret), { set_mfa_enrollment: 'unenroll' })
    expect([refused.outcome, refused.json.error_details]).toEqual(['unauthorized_action', { reason: 'mfa_required' }])
    await change({})
    const done = await calls.enterTotp(pending, await calls.codeOf(secret), { set_mfa_enrollment: 'unenroll' })
    expect(done.data.member.mfa_enrolled).toBe(false)
    expect((await signIn()).member_authenticated).toBe(true)
    expect((await calls.enterTotp(pending, '123456', { set_mfa_enrollment: 'other' })).outcome).toBe('schema_error')
    await harness.close()
  })

  it.inTurn('are not replaced with a first factor alone [B-MFA-15]', async () => {
    const { calls, signIn, stored } = await start(required)
    const { intermediate_session_token } = await signIn()
    // Both sign-ins may enroll; only one of them does.
    const early = await signIn()
    const other = (await calls.createTotp(early)).data.secret
    const { secret, signedIn } = await calls.enrollTotp({ intermediate_session_token })
    expect((await calls.enterTotp(early, await calls.codeOf(other))).outcome).toBe('otp_code_not_found')
    const late = await signIn()
    expect((await calls.createTotp(late)).outcome).toBe('step_up_required')
    const session = signedIn.session_token
    const next = await calls.enrollTotp({ session })
    expect(next.signedIn.member.totp_registration_id).toBe(next.totp_id)
    expect((await stored()).account.registrations.filter(({ kind }) => kind === 'totp').map(({ id }) => id)).toEqual([
      next.totp_id,
    ])
    expect((await calls.enterTotp(await signIn(), await calls.codeOf(secret))).outcome).toBe('otp_code_not_found')
    expect((await calls.enterTotp(await signIn(), await calls.codeOf(next.secret))).outcome).toBe('200')
  })

  it.inTurn('are changed by no session that has not proven the second factor [B-MFA-15]', async () => {
    const { harness, calls, signIn, member } = await start()
    const old = (await signIn()).session_token
    const { session_token: session } = await signIn()
    const { signedIn } = await calls.enrollTotp({ session }, { set_mfa_enrollment: 'enroll' })
    const path = '/b2b/organizations/members'
    const tries = [
      ['POST', '/b2b/totp', { organization_id: member.organizationId, member_id: member.id }],
      ['DELETE', `${path}/deleteTOTP`, undefined],
      ['PUT', `${path}/update`, { mfa_enrolled: false }],
      ['PUT', `${path}/update`, { mfa_phone_number: '+15005550006' }],
      ['PUT', `${path}/update`, { default_mfa_method: 'sms_otp' }],
    ] as const
    for (const [method, target, body] of tries)
      expect((await harness.call(method, target, body, { session: old })).outcome).toBe('step_up_required')
    const removed = await harness.call('DELETE', `${path}/deleteTOTP`, undefined, { session: signedIn.session_token })
    expect(removed.outcome).toBe('200')
  })

  it.inTurn('are rejected if the organization does not allow them [B-MFA-13]', async () => {
    const { calls, signIn, change } = await start(required)
    const pending = await signIn()
    const { secret } = await calls.enrollTotp(pending)
    await change({ ...required, mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] })
    const later = await signIn()
    const rejected = 'operation_restricted_by_organization_mfa_methods'
    const { outcome, status } = await calls.createTotp(later)
    expect([outcome, status]).toEqual([rejected, 403])
    expect((await calls.enterTotp(later, await calls.codeOf(secret))).outcome).toBe(rejected)
  })

  it.inTurn('belong to the member of the sign-in', async () => {
    const { harness, organization, calls, signIn, member } = await start(required)
    const { secret } = await calls.enrollTotp(await signIn())
    const eve = await harness.addMember(organization, 'eve@globex.example')
    const other = await harness.addOrganization('other')
    const ofEve = secondFactorCalls(harness, organization, eve)
    const elsewhere = secondFactorCalls(harness, other, member)
    const code = await calls.codeOf(secret)
    expect((await calls.enterTotp({}, code)).outcome).toBe('user_unauthenticated')
    expect((await calls.createTotp({})).outcome).toBe('user_unauthenticated')
    const pendingEve = await harness.signInTo(organization, 'eve@globex.example')
    expect((await calls.enterTotp(pendingEve, code)).outcome).toBe('intermediate_session_not_found')
    expect((await ofEve.enterTotp(pendingEve, code)).outcome).toBe('registration_not_found')
    const pending = await signIn()
    expect((await elsewhere.enterTotp(pending, code)).outcome).toBe(
      'invalid_intermediate_session_token_for_organization',
    )
    const discovered = { intermediate_session_token: await harness.discover(ada) }
    expect((await calls.enterTotp(discovered, code)).outcome).toBe('intermediate_session_not_found')
    const session = (await calls.enterTotp(pending, code)).data.session_token
    expect((await ofEve.createTotp({ session })).outcome).toBe('member_not_found')
    expect((await elsewhere.createTotp({ session })).outcome).toBe('organization_not_found')
  })

  it.inTurn('end no sign-in whose first factor the organization does not allow', async () => {
    const { calls, signIn, change } = await start(required)
    const { secret } = await calls.enrollTotp(await signIn())
    const pending = await signIn()
    await change({ ...required, auth_methods: 'RESTRICTED', allowed_auth_methods: ['password'] })
    const { outcome, json } = await calls.enterTotp(pending, await calls.codeOf(secret))
    const expected = ['operation_restricted_by_organization_auth_methods', { reason: 'primary_required' }]
    expect([outcome, json.error_details]).toEqual(expected)
  })

  it.inTurn('accept one of 16 simultaneous entries of a code, and add one factor', async () => {
    const { calls, signIn, stored } = await start(required)
    const pending = await signIn()
    const { secret } = (await calls.createTotp(pending)).data
    const code = await calls.codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 16 }, () => calls.enterTotp(pending, code)))
    expect(answers.filter(({ outcome }) => outcome === '200')).toHaveLength(1)
    const { account } = await stored()
    expect(account.registrations.filter(({ kind, verified }) => kind === 'totp' && verified)).toHaveLength(1)
  })

  it.inTurn('are not added by an unfinished sign-in after another factor was registered', async () => {
    const { calls, signIn, member, stored } = await start(required)
    const pending = await signIn()
    const { secret } = (await calls.createTotp(pending)).data
    const phone = { kind: 'phone_number', uniqueKey: '+15005550006', verified: true } as const
    await storage.accounts.addRegistration(sampleRegistration(member.account, phone))
    expect((await calls.enterTotp(pending, await calls.codeOf(secret))).outcome).toBe('registration_not_found')
    expect((await stored()).account.registrations.some(({ kind, verified }) => kind === 'totp' && verified)).toBe(false)
  })
})
