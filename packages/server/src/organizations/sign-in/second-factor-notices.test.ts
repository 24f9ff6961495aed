import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { changesOfAccount } from '../../sessions/count-change.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { ada, openSecondFactors, secondFactorCalls } from '../../testing/second-factor-calls.suite.ts'

const root = 'root@globex.example'
const phone = '+15005550006'
const own = '/b2b/organizations/members'

describe.each(engines)('notices about second factors on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** Ada with an authenticator app, in a session that has proven it. */
  async function enrolled() {
    const setting = await openSecondFactors(storage)
    const { harness, organization, calls, signIn, notices } = setting
    const { session_token } = await signIn()
    const from = { session: session_token }
    const { signedIn, secret } = await calls.enrollTotp(from, { set_mfa_enrollment: 'enroll' })
    let seen = await notices()
    return {
      ...{ ...setting, secret, session: signedIn.session_token },
      update: (body: object, session = signedIn.session_token) =>
        harness.call('PUT', `${own}/update`, body, { session }),
      /** Those since the last call. */
      async newNotices() {
        const all = await notices()
        const found = all.slice(seen.length)
        seen = all
        return found.map((text) => text.replaceAll(harness.project.name, 'Business Project'))
      },
      async signInAdmin() {
        const admin = await harness.addMember(organization, root, { roles: [builtInRoleIds.admin] })
        const { session_token: session } = await harness.signInTo(organization, root)
        return { session, calls: secondFactorCalls(harness, organization, admin) }
      },
    }
  }

  it.inTurn('tell of a changed phone number, by the member and by an admin [B-MFA-16]', async () => {
    const { harness, member, update, newNotices, signInAdmin } = await enrolled()
    const changed =
      'The phone number for codes that you enter after you log in to globex on Business Project was changed.'
    expect((await update({ mfa_phone_number: phone })).outcome).toBe('200')
    expect(await newNotices()).toEqual([changed])
    // The same number again, and a name, are no news.
    expect((await update({ mfa_phone_number: phone, name: 'Ada' })).outcome).toBe('200')
    expect(await newNotices()).toEqual([])
    const { session } = await signInAdmin()
    const body = { mfa_phone_number: '+15005550009' }
    expect((await harness.call('PUT', `${own}/${member.id}`, body, { session })).outcome).toBe('200')
    expect(await newNotices()).toEqual([changed])
  })

  it.inTurn('are limited with the changes that they are about', async () => {
    const limits = { changes_per_ip: { limit: 1, windowMs: 60_000 } }
    const { harness, signIn } = await openSecondFactors(storage, {}, { config: { limits } })
    const { session_token: session } = await signIn()
    const outcomes: string[] = []
    for (let count = 0; count < changesOfAccount.limit + 2; count += 1) {
      const body = { mfa_phone_number: `+1500555000${count % 10}` }
      outcomes.push((await harness.call('PUT', `${own}/update`, body, { session })).outcome)
    }
    expect(outcomes).toEqual([...Array(changesOfAccount.limit + 1).fill('200'), 'too_many_requests'])
    expect((await harness.call('PUT', `${own}/update`, { name: 'Ada' }, { session })).outcome).toBe('200')
  })

  it.inTurn('tell of replaced recovery codes [B-MFA-16]', async () => {
    const { calls, session, newNotices } = await enrolled()
    expect((await calls.readCodes(session)).outcome).toBe('200')
    expect(await newNotices()).toEqual([])
    expect((await calls.rotateCodes(session)).outcome).toBe('200')
    expect(await newNotices()).toEqual([
      'All recovery codes of your authenticator app for globex on Business Project were replaced. The earlier ones no longer work.',
    ])
  })

  it.inTurn('tell of a second factor that the member or a sign-in turned off [B-MFA-16]', async () => {
    const { calls, update, newNotices, signIn, secret } = await enrolled()
    const off =
      'You can now log in to globex on Business Project without a second factor, unless the organization requires one.'
    expect((await update({ mfa_enrolled: false })).outcome).toBe('200')
    expect(await newNotices()).toEqual([off])
    expect((await update({ mfa_enrolled: false })).outcome).toBe('200')
    expect((await update({ mfa_enrolled: true })).outcome).toBe('200')
    expect(await newNotices()).toEqual([])
    const pending = await signIn()
    const done = await calls.enterTotp(pending, await calls.codeOf(secret), { set_mfa_enrollment: 'unenroll' })
    expect(done.outcome).toBe('200')
    expect(await newNotices()).toEqual([off])
  })

  it.inTurn('tell all admins of each sign-in of a break-glass member, which is audited [B-SSO-20]', async () => {
    const { harness, organization, member, calls, session, secret, signIn, signInAdmin } = await enrolled()
    const admin = await signInAdmin()
    await harness.addMember(organization, 'gone@globex.example', { roles: [builtInRoleIds.admin], status: 'deleted' })
    const body = { is_breakglass: true, preserve_existing_sessions: true }
    const granted = await harness.call('PUT', `${own}/${member.id}`, body, { session: admin.session })
    expect(granted.outcome).toBe('200')
    const told = async () => {
      await harness.provider.outbox.drain()
      return harness.sent.filter(({ subject }) => subject === 'Break-glass access to globex was used')
    }
    expect(await told()).toEqual([])
    const pending = await signIn()
    // Nothing was used before the sign-in has a session.
    expect(await told()).toEqual([])
    const { data } = await calls.enterTotp(pending, await calls.codeOf(secret))
    const [notice, ...others] = await told()
    expect([notice?.to, others]).toEqual([root, []])
    expect(notice?.text).toContain(`${ada} logged in to globex on ${harness.project.name} as a break-glass member.`)
    // A further proof in a session is no sign-in.
    harness.clock.advance(60_000)
    expect((await calls.enterTotp({ session }, await calls.codeOf(secret))).outcome).toBe('200')
    expect(await told()).toHaveLength(1)
    const rows = (await storage.audit.listUnsealed(10_000)).filter(
      ({ projectId, event }) => projectId === organization.projectId && event === 'break_glass_sign_in',
    )
    expect(rows).toMatchObject([
      { actorKind: 'member', actorId: member.id, targetId: data.member_session?.member_session_id, result: 'ok' },
    ])
  })
})
