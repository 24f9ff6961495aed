import type { JsonObject } from '@latchkey/contract'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { openSecondFactors, secondFactorCalls } from '../../testing/second-factor-calls.suite.ts'

const required = { mfa_policy: 'REQUIRED_FOR_ALL' }
const phone = '+15005550006'
const wrong = 'aaaaa-aaaaa'

describe.each(engines)('recovery codes of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function enrolled(settings: JsonObject = required) {
    const setting = await openSecondFactors(storage, settings)
    const { intermediate_session_token, session_token } = await setting.signIn()
    const from = session_token === '' ? { intermediate_session_token } : { session: session_token }
    const { recovery_codes: codes, secret, signedIn } = await setting.calls.enrollTotp(from)
    const next = (index: number) => codes[index] ?? ''
    return { ...setting, codes, next, secret, session: signedIn.session_token }
  }

  it.inTurn('replace the authenticator app in a sign-in, once each [B-MFA-06] [B-MFA-09]', async () => {
    const { calls, signIn, next, session, codes } = await enrolled()
    expect((await calls.readCodes(session)).data.recovery_codes).toEqual(codes)
    const done = await calls.recover(await signIn(), next(3).toUpperCase())
    expect(done.data).toMatchObject({
      ...{ member_authenticated: true, recovery_codes_remaining: 9 },
      member_session: { authentication_factors: [{ type: 'magic_link' }, { type: 'recovery_codes' }] },
    })
    const pending = await signIn()
    expect((await calls.recover(pending, next(3))).outcome).toBe('recovery_code_not_found')
    expect((await calls.recover(pending, 'x')).outcome).toBe('invalid_code')
    expect((await calls.recover(pending, next(4))).data.recovery_codes_remaining).toBe(8)
    expect((await calls.readCodes(done.data.session_token)).data.recovery_codes).toEqual(
      codes.filter((code) => code !== next(3) && code !== next(4)),
    )
  })

  it.inTurn('are accepted once of 16 simultaneous uses, and for their member only [B-MFA-09]', async () => {
    const { harness, organization, calls, signIn, next } = await enrolled()
    const eve = await harness.addMember(organization, 'eve@globex.example')
    const ofEve = secondFactorCalls(harness, organization, eve)
    await ofEve.enrollTotp(await harness.signInTo(organization, 'eve@globex.example'))
    const pendingEve = await harness.signInTo(organization, 'eve@globex.example')
    expect((await ofEve.recover(pendingEve, next(0))).outcome).toBe('recovery_code_not_found')
    const pending = await signIn()
    const answers = await Promise.all(Array.from({ length: 16 }, () => calls.recover(pending, next(0))))
    expect(answers.filter(({ outcome }) => outcome === '200')).toHaveLength(1)
  })

  it.inTurn('are voided by new ones [B-MFA-07] [B-MFA-08]', async () => {
    const { calls, signIn, codes, next, session } = await enrolled()
    const { data, outcome } = await calls.rotateCodes(session)
    expect([outcome, new Set([...codes, ...data.recovery_codes]).size]).toEqual(['200', 20])
    expect((await calls.readCodes(session)).data.recovery_codes).toEqual(data.recovery_codes)
    const pending = await signIn()
    expect((await calls.recover(pending, next(0))).outcome).toBe('recovery_code_not_found')
    expect((await calls.recover(pending, data.recovery_codes[0] ?? '')).data.recovery_codes_remaining).toBe(9)
  })

  it.inTurn('are shown and replaced in no session that has not proven the second factor [B-MFA-15]', async () => {
    const { calls, signIn, change } = await enrolled({})
    const { session_token: first } = await signIn()
    expect((await calls.readCodes(first)).outcome).toBe('200')
    await change(required)
    expect((await calls.readCodes(first)).outcome).toBe('step_up_required')
    expect((await calls.rotateCodes(first)).outcome).toBe('step_up_required')
  })

  it.inTurn('need an authenticator app', async () => {
    const { calls, signIn } = await openSecondFactors(storage, {})
    const { session_token: session } = await signIn()
    await calls.createTotp({ session })
    expect((await calls.readCodes(session)).data.recovery_codes).toEqual([])
    expect((await calls.rotateCodes(session)).outcome).toBe('registration_not_found')
    expect((await calls.recover({ session }, wrong)).outcome).toBe('registration_not_found')
    expect((await calls.recover({}, wrong)).outcome).toBe('user_unauthenticated')
  })

  it.inTurn('are rejected if the organization does not allow authenticator apps [B-MFA-13]', async () => {
    const { calls, signIn, next, change } = await enrolled()
    await change({ ...required, mfa_methods: 'RESTRICTED', allowed_mfa_methods: ['sms_otp'] })
    const rejected = 'operation_restricted_by_organization_mfa_methods'
    expect((await calls.recover(await signIn(), next(0))).outcome).toBe(rejected)
  })

  it.inTurn('share their count with the other second factors, also over sign-ins [B-MFA-11] [B-MFA-12]', async () => {
    const { calls, signIn, secret, next, session } = await enrolled()
    await calls.enrollSms({ session }, phone)
    let pending = await signIn()
    await calls.sendSms(pending)
    const sent = await calls.sentTo(phone)
    const wrongCode = await calls.wrongFor(secret)
    const guesses = [
      () => calls.enterTotp(pending, wrongCode),
      () => calls.recover(pending, wrong),
      () => calls.enterSms(pending, sent === '111111' ? '222222' : '111111'),
    ]
    for (let count = 0; count < 10; count += 1) {
      if (count % 4 === 3) pending = await signIn()
      const outcome = (await guesses[count % guesses.length]?.())?.outcome
      expect(outcome).toBe(count % 3 === 1 ? 'recovery_code_not_found' : 'otp_code_not_found')
    }
    pending = await signIn()
    for (const locked of [
      await calls.enterTotp(pending, await calls.codeOf(secret)),
      await calls.recover(pending, next(0)),
      await calls.enterSms(pending, sent),
    ]) {
      expect([locked.outcome, locked.status]).toEqual(['user_lock_limit_reached', 429])
      expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})
