import { expect, it } from 'vitest'
import { rejection } from '../../../test-setup.suite.ts'
import {
  createB2bSetup,
  intermediateCookie,
  makeMemberAuth,
  makePending,
  startDiscovery,
} from '../../b2b-setup.suite.ts'

const path = '/b2b/otps/email'
const ada = { email_address: 'ada@example.com' }
const inAcme = { ...ada, organization_id: 'organization-test-acme' }
const code = { code: '123456', session_duration_minutes: 30 }

it('sends a code for an organization, and signs in with it', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  setup.script.on(`${path}/login_or_signup`, { data: {} })
  setup.script.on(`${path}/authenticate`, { data: makeMemberAuth('s1') })
  const options = { ...inAcme, login_template_id: 't1', signup_expiration_minutes: 5, locale: 'de' }
  await client.otps.email.loginOrSignup(options)
  const { method_id } = await client.otps.email.authenticate({ ...inAcme, ...code })
  expect(method_id).toBe('method-1')
  expect(setup.script.to(`${path}/login_or_signup`)[0]?.body).toEqual(options)
  expect(setup.script.to(`${path}/authenticate`)[0]?.body).toEqual({ ...inAcme, ...code })
  expect(client.self.getSync()?.email_address).toBe(ada.email_address)
})

it('sends a code for discovery', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  setup.script.on(`${path}/discovery/send`, { data: {} })
  const options = { ...ada, discovery_expiration_minutes: 5 }
  await client.otps.email.discovery.send(options)
  await startDiscovery(setup, client)
  expect(setup.script.to(`${path}/discovery/send`)[0]?.body).toEqual(options)
  expect(setup.script.to(`${path}/discovery/authenticate`)[0]?.body).toEqual({ ...ada, code: '123456' })
})

it('adds the factor to an unfinished sign-in', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await startDiscovery(setup, client)
  setup.script.on(`${path}/authenticate`, { data: makePending('ist-2') })
  await client.otps.email.authenticate({ ...inAcme, ...code })
  expect(setup.script.to(`${path}/authenticate`)[0]?.body).toMatchObject({ intermediate_session_token: 'ist-1' })
  expect(intermediateCookie(setup)).toBe('ist-2')
})

it('sends a code by SMS, and signs in with it', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await startDiscovery(setup, client)
  setup.script.on('/b2b/otps/sms/send', { data: {} })
  setup.script.on('/b2b/otps/sms/authenticate', { data: makeMemberAuth('s1') })
  const member = { organization_id: inAcme.organization_id, member_id: 'member-test-ada' }
  const options = { ...member, mfa_phone_number: '+15005550006', enable_autofill: true, locale: 'de' }
  await client.otps.sms.send(options)
  await client.otps.sms.authenticate({ ...member, ...code, set_mfa_enrollment: 'enroll' })
  const intermediate_session_token = 'ist-1'
  expect(setup.script.to('/b2b/otps/sms/send')[0]?.body).toEqual({ ...options, intermediate_session_token })
  expect(setup.script.to('/b2b/otps/sms/authenticate')[0]?.body).toEqual({
    ...{ ...member, ...code, set_mfa_enrollment: 'enroll', intermediate_session_token },
  })
  expect(intermediateCookie(setup)).toBeUndefined()
  expect(client.self.getSync()?.member_id).toBe(member.member_id)
})

it('checks the arguments of code calls by SMS', async () => {
  const { sms } = createB2bSetup().open().client.otps
  const calls: [string, Promise<unknown>][] = [
    ['send\nmember_id must be a string', sms.send({ organization_id: 'a' } as never)],
    ['authenticate\ncode must be a string', sms.authenticate({ organization_id: 'a', member_id: 'b' } as never)],
  ]
  for (const [message, call] of calls)
    expect((await rejection(call)).message).toBe(`Invalid call to otps.sms.${message}`)
})

it('checks the arguments of code calls', async () => {
  const { email } = createB2bSetup().open().client.otps
  const calls: [string, Promise<unknown>][] = [
    ['loginOrSignup\norganization_id must be a string', email.loginOrSignup(ada as never)],
    ['authenticate\ncode must be a string', email.authenticate(inAcme as never)],
    ['discovery.send\nemail_address must be a string', email.discovery.send({} as never)],
    ['discovery.authenticate\ncode must be a string', email.discovery.authenticate(ada as never)],
  ]
  for (const [message, call] of calls)
    expect((await rejection(call)).message).toBe(`Invalid call to otps.email.${message}`)
})
