import { describe, expect, it } from 'vitest'
import { makeBootstrap, publicToken, rejection } from '../../../test-setup.suite.ts'
import type { B2bSetup } from '../../b2b-setup.suite.ts'
import {
  createB2bSetup,
  intermediateCookie,
  makeDiscovered,
  makeMemberAuth,
  makePending,
  signInMember,
  startDiscovery,
} from '../../b2b-setup.suite.ts'

const path = '/b2b/passwords'
const ada = { email_address: 'ada@example.com' }
const inAcme = { ...ada, organization_id: 'organization-test-acme' }
const minutes = { session_duration_minutes: 30 }
const password = 'a kettle of seven herrings'
const reset = { password_reset_token: 'reset-1', password }
const challenge = expect.stringMatching(/^[\w-]{43}$/)
const verifier = expect.stringMatching(/^\w{128}$/)

function createPkceSetup(isRequired: boolean): B2bSetup {
  const setup = createB2bSetup()
  const bootstrap = makeBootstrap({ vertical: 'B2B', pkce_required_for_password_resets: isRequired })
  setup.script.on(`/projects/bootstrap/${publicToken}`, { data: bootstrap })
  return setup
}

describe('a password', () => {
  it('signs in to an organization, and continues an unfinished sign-in', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/authenticate`, { data: makePending('ist-1') }, { data: makeMemberAuth('s1') })
    await client.passwords.authenticate({ ...inAcme, password, ...minutes })
    expect(intermediateCookie(setup)).toBe('ist-1')
    await client.passwords.authenticate({ ...inAcme, password, ...minutes, locale: 'de' })
    expect(setup.script.to(`${path}/authenticate`).map(({ body }) => body)).toEqual([
      { ...inAcme, password, ...minutes },
      { ...inAcme, password, ...minutes, locale: 'de', intermediate_session_token: 'ist-1' },
    ])
    expect(client.self.getSync()?.member_id).toBe('member-test-ada')
  })

  it.each([
    [true, { code_challenge: challenge }],
    [false, { browser_challenge: challenge }],
  ])('is reset by email with the verifier of this browser, PKCE required: %s', async (isRequired, added) => {
    const setup = createPkceSetup(isRequired)
    const { client } = setup.open()
    setup.script.on(`${path}/email/reset/start`, { data: {} })
    setup.script.on(`${path}/email/reset`, { data: makeMemberAuth('s1') })
    const options = { ...inAcme, reset_password_expiration_minutes: 90, verify_email_template_id: 't1' }
    await client.passwords.resetByEmailStart(options)
    await client.passwords.resetByEmail({ ...reset, ...minutes })
    expect(setup.script.to(`${path}/email/reset/start`)[0]?.body).toEqual({ ...options, ...added })
    expect(setup.script.to(`${path}/email/reset`)[0]?.body).toEqual({ ...reset, ...minutes, code_verifier: verifier })
    expect(client.session.getSync()).not.toBeNull()
  })

  it('is reset by email in another browser, where the provider decides', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await startDiscovery(setup, client)
    setup.script.on(`${path}/email/reset`, { data: makeMemberAuth('s1') })
    await client.passwords.resetByEmail({ ...reset, ...minutes })
    expect(setup.script.to(`${path}/email/reset`)[0]?.body).toEqual({
      ...reset,
      ...minutes,
      intermediate_session_token: 'ist-1',
    })
  })

  it('is reset with the current one, and by the session', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/existing_password/reset`, { data: makeMemberAuth('s1') })
    setup.script.on(`${path}/session/reset`, {
      data: makeMemberAuth('s1', 'ada', 'acme', { session_token: 'token-2' }),
    })
    const options = { ...inAcme, existing_password: password, new_password: 'nine umbrellas', ...minutes }
    await client.passwords.resetByExistingPassword(options)
    await client.passwords.resetBySession({ password })
    expect(setup.script.to(`${path}/existing_password/reset`)[0]?.body).toEqual(options)
    expect(setup.script.to(`${path}/session/reset`)[0]?.body).toEqual({ password })
    expect(client.session.getTokens()?.session_token).toBe('token-2')
  })

  it('is checked without a change of the session', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on(`${path}/strength_check`, { data: { valid_password: true } })
    expect((await client.passwords.strengthCheck({ password, ...ada })).valid_password).toBe(true)
    expect(setup.script.to(`${path}/strength_check`)[0]?.body).toEqual({ password, ...ada })
    expect(client.session.getSync()).not.toBeNull()
  })
})

describe('a password without an organization', () => {
  it('signs in for discovery', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/discovery/authenticate`, { data: makeDiscovered('ist-1') })
    await client.passwords.discovery.authenticate({ ...ada, password })
    expect(setup.script.to(`${path}/discovery/authenticate`)[0]?.body).toEqual({ ...ada, password })
    expect(intermediateCookie(setup)).toBe('ist-1')
  })

  it('is reset by email', async () => {
    const setup = createPkceSetup(true)
    const { client } = setup.open()
    setup.script.on(`${path}/discovery/reset/start`, { data: {} })
    setup.script.on(`${path}/discovery/reset`, { data: makeDiscovered('ist-1') })
    const options = { ...ada, discovery_redirect_url: 'https://app.example.com/' }
    await client.passwords.discovery.resetByEmailStart(options)
    await client.passwords.discovery.resetByEmail(reset)
    expect(setup.script.to(`${path}/discovery/reset/start`)[0]?.body).toEqual({
      ...options,
      pkce_code_challenge: challenge,
    })
    expect(setup.script.to(`${path}/discovery/reset`)[0]?.body).toEqual({ ...reset, pkce_code_verifier: verifier })
    expect(intermediateCookie(setup)).toBe('ist-1')
  })
})

it('checks the arguments of password calls', async () => {
  const { passwords } = createB2bSetup().open().client
  const calls: [string, Promise<unknown>][] = [
    ['authenticate\npassword must be a string', passwords.authenticate(inAcme as never)],
    ['resetByEmailStart\norganization_id must be a string', passwords.resetByEmailStart(ada as never)],
    ['resetByEmail\npassword must be a string', passwords.resetByEmail({ password_reset_token: 'a' } as never)],
    [
      'resetByExistingPassword\nnew_password must be a string',
      passwords.resetByExistingPassword({ ...inAcme, existing_password: 'a' } as never),
    ],
    ['resetBySession\npassword must be a string', passwords.resetBySession({} as never)],
    ['strengthCheck\npassword must be a string', passwords.strengthCheck({} as never)],
    ['discovery.authenticate\npassword must be a string', passwords.discovery.authenticate(ada as never)],
    ['discovery.resetByEmailStart\nemail_address must be a string', passwords.discovery.resetByEmailStart({} as never)],
    ['discovery.resetByEmail\npassword_reset_token must be a string', passwords.discovery.resetByEmail({} as never)],
  ]
  for (const [message, call] of calls)
    expect((await rejection(call)).message).toBe(`Invalid call to passwords.${message}`)
})
