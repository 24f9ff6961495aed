import type { JsonObject } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { ada, openSecondFactors, secondFactorCalls } from '../../testing/second-factor-calls.suite.ts'

const required = { mfa_policy: 'REQUIRED_FOR_ALL' }
const phone = '+15005550006'
const blocked = '+15005550010'
const other = '+15005550009'

describe.each(engines)('codes by SMS for members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const start = (settings: JsonObject = {}) => openSecondFactors(storage, settings)
  const wrongFor = (code: string) => (code === '111111' ? '222222' : '111111')

  it.inTurn('enroll a phone number during a sign-in [B-MFA-01] [B-MFA-02] [B-MFA-10]', async () => {
    const { calls, signIn, notices, harness } = await start(required)
    const pending = await signIn()
    expect((await calls.sendSms(pending)).outcome).toBe('member_phone_number_not_found')
    expect((await calls.enterSms(pending, '123456')).outcome).toBe('member_phone_number_not_found')
    expect((await calls.sendSms(pending, { mfa_phone_number: 'abc' })).outcome).toBe('invalid_phone_number')
    const sent = await calls.sendSms(pending, { mfa_phone_number: phone, enable_autofill: true })
    expect([sent.outcome, Object.keys(sent.data ?? {}).sort()]).toEqual(['200', ['request_id', 'status_code']])
    const code = await calls.sentTo(phone)
    // Not a factor before it is proven.
    expect((await signIn()).mfa_required).toEqual({ member_options: null, secondary_auth_initiated: null })
    expect((await calls.enterSms(pending, wrongFor(code))).outcome).toBe('otp_code_not_found')
    const { data } = await calls.enterSms(pending, code, { set_mfa_enrollment: 'enroll' })
    expect(data).toMatchObject({
      member_authenticated: true,
      member: { mfa_phone_number: phone, mfa_phone_number_verified: true, mfa_enrolled: true },
      member_session: {
        authentication_factors: [
          { type: 'magic_link', sequence_order: 'PRIMARY' },
          {
            type: 'otp',
            delivery_method: 'sms',
            sequence_order: 'SECONDARY',
            phone_number_factor: { phone_number: phone },
          },
        ],
      },
    })
    expect(await notices()).toEqual([expect.stringContaining('phone number')])
    await harness.close()
  })

  it.inTurn('fill in the code of the page that asked for it [B-MFA-17]', async () => {
    const { calls, signIn, harness } = await start(required)
    const pending = await signIn()
    const options = { enable_autofill: true, autofill_session_duration_minutes: 30 }
    await calls.sendSms(pending, { mfa_phone_number: phone, ...options })
    const message = await harness.lastMessage(phone)
    expect(message.text.split('\n').at(-1)).toBe(`@app.example.com #${message.codes[0]}`)
    harness.clock.advance(60_000)
    await calls.sendSms(pending, { enable_autofill: false })
    expect((await harness.lastMessage(phone)).text).not.toContain('@app')
    expect((await calls.sendSms(pending, { autofill_session_duration_minutes: 1 })).outcome).toBe('schema_error')
  })

  it.inTurn('go to the proven number, whatever number the request names [B-MFA-01]', async () => {
    const { calls, signIn, harness } = await start(required)
    await calls.enrollSms(await signIn(), phone)
    const pending = await signIn()
    harness.clock.advance(60_000)
    await calls.sendSms(pending, { mfa_phone_number: other })
    expect(harness.sent.some(({ to }) => to === other)).toBe(false)
    const done = await calls.enterSms(pending, await calls.sentTo(phone))
    expect(done.data.member).toMatchObject({ mfa_phone_number: phone, mfa_enrolled: false })
  })

  it.inTurn('are sent at once if the member uses them [B-ADM-19]', async () => {
    const { calls, signIn, harness, change } = await start(required)
    const enrolled = await calls.enrollSms(await signIn(), phone)
    const count = harness.sent.length
    const pending = await signIn()
    expect(pending.mfa_required).toEqual({
      member_options: { mfa_phone_number: phone },
      secondary_auth_initiated: 'sms_otp',
    })
    expect((await calls.enterSms(pending, await calls.sentTo(phone))).outcome).toBe('200')
    expect(harness.sent.slice(count).filter(({ to }) => to === phone)).toHaveLength(1)
    // The authenticator app is the default from now on.
    await calls.enrollTotp({ session: (await completeSignIn()).session_token }, { set_default_mfa: true })
    expect((await signIn()).mfa_required?.secondary_auth_initiated).toBeNull()
    await change({ ...required, mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] })
    expect((await signIn()).mfa_required?.secondary_auth_initiated).toBe('sms_otp')
    expect(enrolled.member.default_mfa_method).toBe('')

    async function completeSignIn() {
      const next = await signIn()
      return (await calls.enterSms(next, await calls.sentTo(phone))).data
    }
  })

  it.inTurn('do not reject the sign-in if they cannot be sent', async () => {
    const { calls, signIn, harness } = await start(required)
    await calls.enrollSms(await signIn(), blocked)
    const createdAt = harness.clock.now()
    await storage.suppressions.add({ channel: 'sms', address: blocked, reason: 'unsubscribed', createdAt })
    const pending = await signIn()
    expect(pending.mfa_required).toEqual({
      ...{ member_options: { mfa_phone_number: blocked }, secondary_auth_initiated: null },
    })
    expect((await calls.sendSms(pending)).outcome).toBe('unsubscribed_phone_number')
  })

  it.inTurn('are for a number of no other member of the organization [B-MFA-14]', async () => {
    const { calls, signIn, harness, organization } = await start(required)
    await calls.enrollSms(await signIn(), phone)
    const eve = await harness.addMember(organization, 'eve@globex.example')
    const pendingEve = await harness.signInTo(organization, 'eve@globex.example')
    const refused = await secondFactorCalls(harness, organization, eve).sendSms(pendingEve, { mfa_phone_number: phone })
    expect([refused.outcome, refused.status]).toEqual(['duplicate_member_phone_number', 409])
    const elsewhere = await harness.addOrganization('other', required)
    const again = await harness.addMember(elsewhere, ada)
    const accepted = secondFactorCalls(harness, elsewhere, again)
    harness.clock.advance(3_600_000)
    const done = await accepted.enrollSms(await harness.signInTo(elsewhere, ada), phone)
    expect(done.member).toMatchObject({ member_id: again.id, mfa_phone_number: phone })
  })

  it.inTurn('replace no number with a first factor alone [B-MFA-15]', async () => {
    const { calls, signIn } = await start(required)
    await calls.enrollTotp(await signIn())
    const pending = await signIn()
    expect((await calls.sendSms(pending, { mfa_phone_number: phone })).outcome).toBe('step_up_required')
    expect((await calls.enterSms(pending, '123456')).outcome).toBe('member_phone_number_not_found')
  })

  it.inTurn('are rejected if the organization does not allow them [B-MFA-13]', async () => {
    const { calls, signIn, change } = await start(required)
    await calls.enrollSms(await signIn(), phone)
    await change({ ...required, mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['totp'] })
    const pending = await signIn()
    expect(pending.mfa_required).toEqual({ member_options: null, secondary_auth_initiated: null })
    const rejected = 'operation_restricted_by_organization_mfa_methods'
    expect((await calls.sendSms(pending)).outcome).toBe(rejected)
    expect((await calls.enterSms(pending, '123456')).outcome).toBe(rejected)
  })

  it.inTurn('are void once the number was changed, and for another member', async () => {
    const { calls, signIn, harness, organization } = await start()
    const { session_token: session } = await signIn()
    await calls.sendSms({ session }, { mfa_phone_number: phone })
    const code = await calls.sentTo(phone)
    const path = '/b2b/organizations/members/update'
    await harness.call('PUT', path, { mfa_phone_number: other }, { session })
    expect((await calls.enterSms({ session }, code)).outcome).toBe('otp_code_not_found')
    const eve = await harness.addMember(organization, 'eve@globex.example')
    const ofEve = secondFactorCalls(harness, organization, eve)
    const fromEve = { session: (await harness.signInTo(organization, 'eve@globex.example')).session_token }
    await harness.call('PUT', path, { mfa_phone_number: phone }, fromEve)
    expect((await ofEve.enterSms(fromEve, code)).outcome).toBe('otp_code_not_found')
  })

  it.inTurn('accept one of 16 simultaneous entries of a code', async () => {
    const { calls, signIn } = await start(required)
    const pending = await signIn()
    await calls.sendSms(pending, { mfa_phone_number: phone })
    const code = await calls.sentTo(phone)
    const answers = await Promise.all(Array.from({ length: 16 }, () => calls.enterSms(pending, code)))
    expect(answers.filter(({ outcome }) => outcome === '200')).toHaveLength(1)
  })
})
