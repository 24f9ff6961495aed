import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directAssignment } from '../../organizations/member.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { raceRounds } from '../../storage/testing/run-length.ts'
import { createBarrier, withBarrier } from '../../testing/barrier.ts'
import { type Answer, engines, openTestStorage } from '../../testing/harness.ts'
import {
  type Continues,
  openSecondFactors,
  type SecondFactorAnswer,
  secondFactorCalls,
} from '../../testing/second-factor-calls.suite.ts'
import { noteVariants } from '../../testing/variants.suite.ts'
import { expectRejected } from './witness.suite.ts'

const required = { mfa_policy: 'REQUIRED_FOR_ALL' }
const phone = '+15005550006'
const eve = 'eve@globex.example'
const wrongRecoveryCode = 'aaaaa-aaaaa'
const locked = 'user_lock_limit_reached'
const generous = { limit: 1e9, windowMs: 60_000 }
const limits = {
  ...{ requests_per_ip: generous, sends_per_ip: generous, sends_per_project: generous },
  ...{ sends_per_address: generous, sends_per_address_daily: generous },
}
const minutes = { session_duration_minutes: 30 }

describe.each(engines)('second factors of members on %s', (engine) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** Ada has an authenticator app and a phone number. */
  async function open(settings = required, at: Storage = storage) {
    const setting = await openSecondFactors(at, settings, { settings: { limits }, config: { limits } })
    const { calls, signIn } = setting
    const { intermediate_session_token, session_token } = await signIn()
    const from = session_token === '' ? { intermediate_session_token } : { session: session_token }
    const { secret, recovery_codes: codes, signedIn } = await calls.enrollTotp(from)
    const { session_token: session } = await calls.enrollSms({ session: signedIn.session_token }, phone)
    return { ...setting, secret, codes, session }
  }

  it('are guessed ten times over all methods, networks and sign-ins, also by 64 requests at once (M-4) [B-MFA-11]', async () => {
    const gate = withBarrier(storage)
    const setting = await open(required, gate.storage)
    const { harness, organization, member, calls, secret, codes, signIn } = setting
    const other = await harness.addOrganization('other', required)
    const same = await harness.addMember(other, 'ada@globex.example')
    const tokens: string[] = []
    for (let count = 0; count < 4; count += 1) tokens.push((await signIn()).intermediate_session_token)
    await calls.sendSms({ intermediate_session_token: tokens[0] ?? '' })
    const sent = await calls.sentTo(phone)
    const wrong = await calls.wrongFor(secret)
    /** Each SMS code has five guesses of its own, so that all of these are compared unless the member is locked out. */
    const guess = (index: number): [path: string, body: object] =>
      index % 13 === 12
        ? ['otps/sms/authenticate', { code: sent === '111111' ? '222222' : '111111' }]
        : index % 2 === 0
          ? ['totp/authenticate', { code: wrong }]
          : ['recovery_codes/recover', { recovery_code: wrongRecoveryCode }]
    const here = { organization_id: organization.id, member_id: member.id, ...minutes }
    const send = (index: number): Promise<Answer> => {
      const [path, body] = guess(index)
      const intermediate_session_token = tokens[index % tokens.length]
      const peerAddress = `198.51.100.${index}`
      return harness.call('POST', `/b2b/${path}`, { ...here, intermediate_session_token, ...body }, { peerAddress })
    }
    const outcomes = await atOnce(gate, 64, send)
    expect(outcomes.filter((outcome) => outcome !== locked)).toHaveLength(10)
    expect(new Set(outcomes.filter((outcome) => outcome !== locked))).toEqual(
      new Set(['otp_code_not_found', 'recovery_code_not_found']),
    )
    // A new first factor clears nothing, and the right codes are not accepted either.
    const pending = await signIn()
    const rightCode = await calls.codeOf(secret)
    const right = [
      () => calls.enterTotp(pending, rightCode),
      () => calls.recover(pending, codes[0] ?? ''),
      () => calls.enterSms(pending, sent),
    ]
    for (const attempt of right) {
      const answer = await expectRejected([harness], attempt)
      expect([answer.outcome, answer.status]).toEqual([locked, 429])
    }
    // The account of the same person in another organization has its own count.
    const elsewhere = secondFactorCalls(harness, other, same)
    expect((await elsewhere.enrollTotp(await harness.signInTo(other, 'ada@globex.example'))).signedIn).toMatchObject({
      member_authenticated: true,
    })
  })

  it('are not guessed further after a right code of another one (M-4) [B-MFA-12]', async () => {
    const { harness, calls, secret, codes, signIn } = await open()
    const wrong = await calls.wrongFor(secret)
    for (let round = 0; round < 3; round += 1) {
      const pending = await signIn()
      for (let count = 0; count < 3; count += 1)
        expect((await calls.enterTotp(pending, wrong)).outcome).toBe('otp_code_not_found')
      expect((await calls.recover(pending, codes[round] ?? '')).outcome).toBe('200')
      noteVariants(3)
    }
    const pending = await signIn()
    expect((await calls.enterTotp(pending, wrong)).outcome).toBe('otp_code_not_found')
    const rejected = await expectRejected([harness], () => calls.enterTotp(pending, wrong))
    expect(rejected.outcome).toBe(locked)
  })

  it('are changed by no first factor alone (M-5) [B-MFA-15]', async () => {
    const { harness, organization, member, calls, signIn, change, secret } = await open({ mfa_policy: 'OPTIONAL' })
    const { session_token: first } = await signIn()
    await change(required)
    const { intermediate_session_token: token } = await signIn()
    const own = '/b2b/organizations/members'
    const here = { organization_id: organization.id, member_id: member.id }
    const attacks: [outcome: string, method: string, path: string, body?: object][] = [
      ['step_up_required', 'PUT', `${own}/update`, { mfa_enrolled: false }],
      ['step_up_required', 'PUT', `${own}/update`, { mfa_phone_number: '+15005550009' }],
      ['step_up_required', 'PUT', `${own}/update`, { default_mfa_method: 'sms_otp' }],
      ['step_up_required', 'DELETE', `${own}/deletePhoneNumber`],
      ['step_up_required', 'DELETE', `${own}/deleteTOTP`],
      ['step_up_required', 'POST', '/b2b/totp', here],
      ['step_up_required', 'POST', '/b2b/recovery_codes/rotate', {}],
      ['step_up_required', 'GET', '/b2b/recovery_codes'],
      // Without the permission to change other members, also if the member is oneself.
      ['unauthorized_action', 'PUT', `${own}/${member.id}`, { mfa_phone_number: '+15005550009' }],
      ['unauthorized_action', 'PUT', `${own}/${member.id}`, { mfa_enrolled: false }],
      ['unauthorized_action', 'DELETE', `${own}/mfa_phone_numbers/${member.id}`],
      ['unauthorized_action', 'DELETE', `${own}/totp/${member.id}`],
      ['unauthorized_action', 'PUT', '/b2b/organizations/me', { mfa_policy: 'OPTIONAL' }],
    ]
    for (const [outcome, method, path, body] of attacks) {
      const attack = () => harness.call(method, path, body, { session: first })
      expect([method, path, (await expectRejected([harness], attack)).outcome]).toEqual([method, path, outcome])
      // An unfinished sign-in is no session.
      const unfinished = () => harness.call(method, path, body, { session: token })
      expect((await expectRejected([harness], unfinished)).status).toBe(401)
    }
    const unfinished: [string, () => Promise<SecondFactorAnswer>][] = [
      ['step_up_required', () => calls.createTotp({ intermediate_session_token: token })],
      [
        'unauthorized_action',
        async () =>
          calls.enterTotp({ intermediate_session_token: token }, await calls.codeOf(secret), {
            set_mfa_enrollment: 'unenroll',
          }),
      ],
    ]
    for (const [outcome, attack] of unfinished) expect((await expectRejected([harness], attack)).outcome).toBe(outcome)
    // A number that the request names is not used: the code goes to the proven one.
    await calls.sendSms({ intermediate_session_token: token }, { mfa_phone_number: '+15005550009' })
    expect((await calls.sentTo(phone)).length).toBe(6)
    expect(harness.sent.filter(({ to }) => to === '+15005550009')).toEqual([])
  })

  it('are changed by no first factor of an admin, who names itself as another member (M-5) [B-MFA-15]', async () => {
    const { harness, organization, member, signIn, change } = await open({ mfa_policy: 'OPTIONAL' })
    await storage.roles.replace(organizationRealm(organization), member.id, directAssignment, [builtInRoleIds.admin])
    const { session_token: first } = await signIn()
    await change(required)
    const own = '/b2b/organizations/members'
    const attacks: [method: string, path: string, body?: object][] = [
      ['PUT', `${own}/${member.id}`, { mfa_enrolled: false }],
      ['PUT', `${own}/${member.id}`, { mfa_phone_number: '+15005550009' }],
      ['PUT', `${own}/${member.id}`, { default_mfa_method: 'sms_otp' }],
      ['DELETE', `${own}/mfa_phone_numbers/${member.id}`],
      ['DELETE', `${own}/totp/${member.id}`],
    ]
    for (const [method, path, body] of attacks) {
      const attack = () => harness.call(method, path, body, { session: first })
      expect([method, path, (await expectRejected([harness], attack)).outcome]).toEqual([
        method,
        path,
        'step_up_required',
      ])
    }
    // What needs no second factor is changed as before.
    const named = await harness.call('PUT', `${own}/${member.id}`, { name: 'Ada' }, { session: first })
    expect(named.outcome).toBe('200')
  })

  it('are changed by no member without the permission, and enrolled again after an admin removed them (M-5) [B-MFA-15]', async () => {
    const { harness, organization, member, calls, signIn } = await open()
    await harness.addMember(organization, eve)
    const other = await harness.storage.members.findByEmail(organizationRealm(organization), eve)
    const ofEve = secondFactorCalls(harness, organization, { id: other?.id ?? '' })
    const { signedIn } = await ofEve.enrollTotp(await harness.signInTo(organization, eve))
    const own = '/b2b/organizations/members'
    const attacks: [method: string, path: string, body?: object][] = [
      ['PUT', `${own}/${member.id}`, { mfa_enrolled: false }],
      ['PUT', `${own}/${member.id}`, { mfa_phone_number: '+15005550009' }],
      ['PUT', `${own}/${member.id}`, { is_breakglass: true }],
      ['DELETE', `${own}/mfa_phone_numbers/${member.id}`],
      ['DELETE', `${own}/totp/${member.id}`],
    ]
    const removed = async (session: string, kind: string) =>
      harness.call('DELETE', `${own}/${kind}/${member.id}`, undefined, { session })
    for (const [method, path, body] of attacks) {
      const attack = () => harness.call(method, path, body, { session: signedIn.session_token })
      expect((await expectRejected([harness], attack)).outcome).toBe('unauthorized_action')
    }
    const root = await harness.addMember(organization, 'root@globex.example', { roles: [builtInRoleIds.admin] })
    const ofRoot = secondFactorCalls(harness, organization, root)
    const { signedIn: admin } = await ofRoot.enrollTotp(await harness.signInTo(organization, 'root@globex.example'))
    for (const kind of ['mfa_phone_numbers', 'totp'])
      expect((await removed(admin.session_token, kind)).outcome).toBe('200')
    const pending = await signIn()
    expect([pending.member_authenticated, pending.mfa_required?.member_options]).toEqual([false, null])
    expect((await calls.enrollTotp(pending)).signedIn.member_authenticated).toBe(true)
  })

  it('are not replaced by recovery codes that were used, voided or given to another member (M-6) [B-MFA-07] [B-MFA-09]', async () => {
    const { harness, organization, calls, codes, session, signIn } = await open()
    const other = await harness.addMember(organization, eve)
    const ofEve = secondFactorCalls(harness, organization, other)
    const { recovery_codes: codesOfEve } = await ofEve.enrollTotp(await harness.signInTo(organization, eve))
    const pending = await signIn()
    expect((await calls.recover(pending, codes[0] ?? '')).outcome).toBe('200')
    const next = await signIn()
    const rejected = async (code = '') => (await expectRejected([harness], () => calls.recover(next, code))).outcome
    expect(await rejected(codes[0])).toBe('recovery_code_not_found')
    expect(await rejected(codesOfEve[0])).toBe('recovery_code_not_found')
    const { data } = await calls.rotateCodes(session)
    for (const voided of codes.slice(1, 4)) expect(await rejected(voided)).toBe('recovery_code_not_found')
    expect((await calls.recover(next, data.recovery_codes[0] ?? '')).outcome).toBe('200')
  })

  it('are replaced by one of 16 simultaneous uses of a recovery code, and by none of an older set (M-6)', async () => {
    const gate = withBarrier(storage)
    for (let round = 0; round < raceRounds; round += 1) {
      const { calls, codes, session, signIn } = await open(required, gate.storage)
      const tokens: Continues[] = []
      for (let count = 0; count < 4; count += 1) tokens.push(await signIn())
      const used = await atOnce(gate, 16, (index) => calls.recover(tokens[index % 4] ?? {}, codes[0] ?? ''))
      expect(used.filter((outcome) => outcome === '200')).toHaveLength(1)
      const pending = await signIn()
      const [rotated] = await atOnce(gate, 2, (index) =>
        index === 0 ? calls.rotateCodes(session) : calls.recover(pending, codes[1] ?? ''),
      )
      expect(rotated).toBe('200')
      const left = await calls.readCodes(session)
      expect(left.data.recovery_codes.filter((code) => codes.includes(code))).toEqual([])
    }
  })
})

/** The outcomes of requests that are all in their handlers before the first one reaches the database. */
async function atOnce(
  gate: ReturnType<typeof withBarrier>,
  count: number,
  work: (index: number) => Promise<{ outcome: string }>,
): Promise<string[]> {
  const barrier = createBarrier(count)
  // Requests with a second transaction do not wait again.
  gate.set({ arrive: async () => (barrier.met > 0 ? undefined : barrier.arrive()) })
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  gate.set(null)
  noteVariants(count)
  return answers.map(({ outcome }) => outcome)
}
