import { builtInRoleIds, type Member } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { MemberRecord, RegistrationKind } from '../../storage/records.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { sampleRegistration } from '../../storage/testing/sample.ts'
import { type BusinessHarness, createBusinessHarness } from '../../testing/business-harness.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'

const path = '/b2b/organizations/members'
const password = 'a kettle of seven herrings'
const phone = '+15005550006'

describe.each(engines)('passwords and second factors of members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function start(settings: object = {}) {
    const harness = await createBusinessHarness(storage, { settings })
    const acme = await harness.addOrganization('acme')
    await harness.addMember(acme, 'ada@acme.example', { roles: [builtInRoleIds.admin] })
    const bob = await harness.addMember(acme, 'bob@acme.example')
    const signIn = async (address: string) => (await harness.signInTo(acme, address)).session_token
    return { harness, acme, bob, signIn, admin: callsOf(harness, await signIn('ada@acme.example')) }
  }

  function callsOf(harness: BusinessHarness, token: string) {
    let session = token
    const call = async (method: string, rest: string, body?: object) => {
      const answer = await harness.call(method, rest, body, { session })
      return { ...answer, member: (answer.data as unknown as { member: Member } | undefined)?.member }
    }
    return {
      /** Returns the id of the password. */
      async setPassword() {
        const { data, member } = await call('POST', '/b2b/passwords/session/reset', { password })
        session = (data as unknown as { session_token: string }).session_token
        return member?.member_password_id
      },
      self: () => call('GET', `${path}/me`),
      isSignedIn: async () => (await call('GET', `${path}/me`)).outcome === '200',
      removePassword: (id = '') => call('DELETE', `${path}/passwords/${id}`),
      removePhone: (id: string) => call('DELETE', `${path}/mfa_phone_numbers/${id}`),
      removeTotp: (id: string) => call('DELETE', `${path}/totp/${id}`),
      removeOwnPhone: () => call('DELETE', `${path}/deletePhoneNumber`),
      removeOwnTotp: () => call('DELETE', `${path}/deleteTOTP`),
    }
  }

  /** A second factor as an enrollment stores it. */
  async function enroll({ account }: MemberRecord, kind: RegistrationKind, change: { verified?: boolean } = {}) {
    const key = kind === 'totp' ? { uniqueKey: `totp-${account.id}` } : { uniqueKey: phone }
    await storage.accounts.addRegistration(sampleRegistration(account, { kind, ...key, verified: true, ...change }))
  }

  /** The messages since the last call, by address and first line. */
  async function newMessages(harness: BusinessHarness): Promise<string[]> {
    await harness.provider.outbox.drain()
    return harness.sent.splice(0).map(({ to, text }) => `${to}: ${text.split('\n')[0]}`)
  }

  const told = ['bob@acme.example: A login method was removed']

  it.inTurn('lose a password by its id [B-MEM-13] [B-SELF-05]', async () => {
    const { harness, acme, bob, signIn, admin } = await start()
    const self = callsOf(harness, await signIn('bob@acme.example'))
    const first = await self.setPassword()
    await newMessages(harness)
    const removed = await self.removePassword(first)
    expect([removed.outcome, removed.member?.member_password_id]).toEqual(['200', ''])
    expect(await newMessages(harness)).toEqual(told)
    expect(await self.isSignedIn()).toBe(true)
    expect((await self.removePassword(first)).outcome).toBe('unauthorized_action')
    const second = await self.setPassword()
    const login = () =>
      harness.call('POST', '/b2b/passwords/authenticate', {
        ...{ organization_id: acme.id, email_address: 'bob@acme.example', password, session_duration_minutes: 30 },
      })
    expect((await login()).outcome).toBe('200')
    expect((await admin.removePassword(second)).member).toMatchObject({ member_id: bob.id, member_password_id: '' })
    expect((await login()).outcome).toBe('unauthorized_credentials')
    expect(await self.isSignedIn()).toBe(false)
    for (const id of [second, 'member-password-test-unknown'])
      expect((await admin.removePassword(id)).outcome).toBe('member_password_not_found')
    await harness.close()
  })

  it.inTurn('lose no password to a member without the permission, or to another organization', async () => {
    const { harness, bob, signIn, admin } = await start()
    const id = await callsOf(harness, await signIn('bob@acme.example')).setPassword()
    const globex = await harness.addOrganization('globex')
    await harness.addMember(globex, 'eve@globex.example', { roles: [builtInRoleIds.admin] })
    const outsider = callsOf(harness, (await harness.signInTo(globex, 'eve@globex.example')).session_token)
    expect((await outsider.removePassword(id)).outcome).toBe('member_password_not_found')
    for (const remove of [outsider.removePhone, outsider.removeTotp])
      expect((await remove(bob.id)).outcome).toBe('member_not_found')
    const ofAdmin = await admin.setPassword()
    const plain = callsOf(harness, await signIn('bob@acme.example'))
    const refused = await plain.removePassword(ofAdmin)
    expect([refused.outcome, refused.json.error_details]).toEqual([
      'unauthorized_action',
      { missing: [{ resource: 'latchkey.member', action: 'update.info.delete.password' }] },
    ])
    for (const remove of [plain.removePhone, plain.removeTotp])
      expect((await remove(bob.id)).outcome).toBe('unauthorized_action')
    await harness.close()
  })

  it.inTurn('lose second factors to an admin, with all sessions and a message [B-MEM-14]', async () => {
    const { harness, bob, signIn, admin } = await start()
    for (const [kind, remove, view, error] of [
      ['phone_number', admin.removePhone, { mfa_phone_number: '' }, 'member_phone_number_not_found'],
      ['totp', admin.removeTotp, { totp_registration_id: '' }, 'registration_not_found'],
    ] as const) {
      await enroll(bob, kind)
      const self = callsOf(harness, await signIn('bob@acme.example'))
      await newMessages(harness)
      expect((await remove(bob.id)).member).toMatchObject({ member_id: bob.id, ...view })
      expect([await self.isSignedIn(), await newMessages(harness)]).toEqual([false, told])
      expect((await remove(bob.id)).outcome).toBe(error)
    }
    await harness.close()
  })

  it.inTurn('remove their own second factors shortly after a sign-in [B-SELF-04]', async () => {
    const { harness, bob, signIn } = await start({ stepUpMinutes: 10 })
    await enroll(bob, 'phone_number')
    await enroll(bob, 'totp')
    await storage.members.update(bob, bob.id, { defaultMfaMethod: 'totp' }, harness.clock.now())
    const self = callsOf(harness, await signIn('bob@acme.example'))
    await newMessages(harness)
    harness.clock.advance(11 * 60_000)
    for (const remove of [self.removeOwnPhone, self.removeOwnTotp])
      expect((await remove()).outcome).toBe('step_up_required')
    const fresh = callsOf(harness, await signIn('bob@acme.example'))
    await newMessages(harness)
    expect((await fresh.removeOwnPhone()).member).toMatchObject({ mfa_phone_number: '', default_mfa_method: 'totp' })
    expect((await fresh.removeOwnTotp()).member).toMatchObject({ totp_registration_id: '', default_mfa_method: '' })
    expect(await newMessages(harness)).toEqual([...told, ...told])
    expect([await fresh.isSignedIn(), (await fresh.removeOwnPhone()).outcome]).toEqual([
      true,
      'member_phone_number_not_found',
    ])
    await harness.close()
  })

  it.inTurn('have no authenticator app before its first code', async () => {
    const { harness, bob, admin } = await start()
    await enroll(bob, 'totp', { verified: false })
    expect((await admin.removeTotp(bob.id)).outcome).toBe('registration_not_found')
    await harness.close()
  })
})
