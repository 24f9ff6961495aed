import { expect, it } from 'vitest'
import { fail, rejection } from '../../../test-setup.suite.ts'
import {
  createB2bSetup,
  intermediateCookie,
  makeMemberAuth,
  makeMemberData,
  makePending,
  signInMember,
  startDiscovery,
} from '../../b2b-setup.suite.ts'

const ada = { organization_id: 'organization-test-acme', member_id: 'member-test-ada' }
const code = { code: '123456', session_duration_minutes: 30 }
const enrollment = { totp_id: 'totp-1', secret: 'ABC', qr_code: 'data:,', recovery_codes: ['abcde-fgh23'] }

it('enrolls an authenticator app during a sign-in', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await startDiscovery(setup, client)
  setup.script.on('/b2b/totp', { data: { ...makeMemberData(), ...enrollment } })
  setup.script.on('/b2b/totp/authenticate', { data: makeMemberAuth('s1') })
  const created = await client.totp.create({ ...ada, expiration_minutes: 20 })
  expect(created).toMatchObject(enrollment)
  expect(client.self.getSync()).toBeNull()
  await client.totp.authenticate({ ...ada, ...code, set_mfa_enrollment: 'enroll', set_default_mfa: true })
  const intermediate_session_token = 'ist-1'
  expect(setup.script.to('/b2b/totp')[0]?.body).toEqual({ ...ada, expiration_minutes: 20, intermediate_session_token })
  expect(setup.script.to('/b2b/totp/authenticate')[0]?.body).toEqual({
    ...{ ...ada, ...code, set_mfa_enrollment: 'enroll', set_default_mfa: true, intermediate_session_token },
  })
  expect(intermediateCookie(setup)).toBeUndefined()
  expect(client.self.getSync()?.member_id).toBe(ada.member_id)
})

it('sends no token of a sign-in in a session', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  setup.script.on('/b2b/totp', { data: { ...makeMemberData(), ...enrollment } })
  await client.totp.create(ada)
  expect(setup.script.to('/b2b/totp')[0]?.body).toEqual(ada)
})

it('keeps the sign-in after a wrong code', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  setup.script.on('/b2b/passwords/authenticate', { data: makePending('ist-2') })
  await client.passwords.authenticate({
    ...{ organization_id: ada.organization_id, email_address: 'ada@example.com' },
    ...{ password: 'x', session_duration_minutes: 30 },
  })
  setup.script.on('/b2b/totp/authenticate', fail('otp_code_not_found'))
  await rejection(client.totp.authenticate({ ...ada, ...code }))
  expect(intermediateCookie(setup)).toBe('ist-2')
})

it('checks the arguments of calls for authenticator apps', async () => {
  const { totp } = createB2bSetup().open().client
  const calls: [string, Promise<unknown>][] = [
    ['create\nmember_id must be a string', totp.create({ organization_id: 'a' } as never)],
    ['authenticate\ncode must be a string', totp.authenticate(ada as never)],
    [
      'authenticate\nset_default_mfa must be a boolean',
      totp.authenticate({ ...ada, ...code, set_default_mfa: 'x' } as never),
    ],
  ]
  for (const [message, call] of calls) expect((await rejection(call)).message).toBe(`Invalid call to totp.${message}`)
})
