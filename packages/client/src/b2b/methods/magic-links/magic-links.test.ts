import { describe, expect, it } from 'vitest'
import { fail, makeBootstrap, publicToken, rejection } from '../../../test-setup.suite.ts'
import type { B2bSetup } from '../../b2b-setup.suite.ts'
import {
  createB2bSetup,
  intermediateCookie,
  makeDiscovered,
  makeMember,
  makeMemberAuth,
  makeMemberData,
  signInMember,
  startDiscovery,
} from '../../b2b-setup.suite.ts'

const path = '/b2b/magic_links'
const ada = { email_address: 'ada@example.com' }
const inAcme = { ...ada, organization_id: 'organization-test-acme' }
const link = { magic_links_token: 'link-1', session_duration_minutes: 30 }
const challenge = expect.stringMatching(/^[\w-]{43}$/)
const verifier = expect.stringMatching(/^\w{128}$/)

/** A project whose links work in the requesting browser only. */
function createPkceSetup(): B2bSetup {
  const setup = createB2bSetup()
  const bootstrap = makeBootstrap({ vertical: 'B2B', pkce_required_for_email_magic_links: true })
  setup.script.on(`/projects/bootstrap/${publicToken}`, { data: bootstrap })
  return setup
}

describe('a link for an organization', () => {
  it('is sent with the challenge of this browser', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/email/login_or_signup`, { data: {} })
    const options = { ...inAcme, login_redirect_url: 'https://app.example.com/in', login_expiration_minutes: 90 }
    await client.magicLinks.email.loginOrSignup(options)
    expect(setup.script.to(`${path}/email/login_or_signup`)[0]?.body).toEqual({
      ...options,
      browser_challenge: challenge,
    })
  })

  it('signs in with the verifier of the browser that requested it', async () => {
    const setup = createPkceSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/email/login_or_signup`, { data: {} })
    setup.script.on(`${path}/authenticate`, { data: makeMemberAuth('s1') })
    await client.magicLinks.email.loginOrSignup(inAcme)
    await client.magicLinks.authenticate({ ...link, locale: 'de' })
    expect(setup.script.to(`${path}/email/login_or_signup`)[0]?.body).toEqual({
      ...inAcme,
      pkce_code_challenge: challenge,
    })
    expect(setup.script.to(`${path}/authenticate`)[0]?.body).toEqual({
      ...link,
      locale: 'de',
      pkce_code_verifier: verifier,
    })
    expect(client.self.getSync()).toEqual(makeMember('ada'))
  })

  it('needs a confirmation in another browser', async () => {
    const setup = createB2bSetup()
    const { client, tab } = setup.open()
    setup.script.on(`${path}/authenticate`, { data: makeMemberAuth('s1') })
    expect(await rejection(client.magicLinks.authenticate(link))).toMatchObject({ kind: 'confirmation_required' })
    expect(setup.script.to(`${path}/authenticate`)).toEqual([])
    tab.install({ navigator: { ...tab.platform.navigator, userActivation: { isActive: true } } })
    await client.magicLinks.authenticate(link)
    expect(setup.script.to(`${path}/authenticate`)[0]?.body).toEqual(link)
  })

  it('adds its factor to an unfinished sign-in', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/email/login_or_signup`, { data: {} })
    await client.magicLinks.email.loginOrSignup(inAcme)
    await startDiscovery(setup, client)
    setup.script.on(`${path}/authenticate`, { data: makeMemberAuth('s1') })
    await client.magicLinks.authenticate(link)
    expect(setup.script.to(`${path}/authenticate`)[0]?.body).toMatchObject({ intermediate_session_token: 'ist-1' })
  })
})

describe('a link for discovery', () => {
  it('is sent with the challenge, and redeemed with the verifier', async () => {
    const setup = createPkceSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/email/discovery/send`, { data: {} })
    setup.script.on(`${path}/discovery/authenticate`, { data: makeDiscovered('ist-1') })
    const options = { ...ada, discovery_redirect_url: 'https://app.example.com/', discovery_expiration_minutes: 90 }
    await client.magicLinks.email.discovery.send(options)
    const found = await client.magicLinks.discovery.authenticate({ discovery_magic_links_token: 'link-2' })
    expect(found.email_address).toBe(ada.email_address)
    expect(setup.script.to(`${path}/email/discovery/send`)[0]?.body).toEqual({
      ...options,
      pkce_code_challenge: challenge,
    })
    expect(setup.script.to(`${path}/discovery/authenticate`)[0]?.body).toEqual({
      discovery_magic_links_token: 'link-2',
      pkce_code_verifier: verifier,
    })
    expect(intermediateCookie(setup)).toBe('ist-1')
  })

  it('keeps the verifier after a rejection', async () => {
    const setup = createPkceSetup()
    const { client } = setup.open()
    setup.script.on(`${path}/email/discovery/send`, { data: {} })
    await client.magicLinks.email.discovery.send(ada)
    const redeem = (): Promise<unknown> =>
      client.magicLinks.discovery.authenticate({ discovery_magic_links_token: 'link-2' })
    setup.script.on(`${path}/discovery/authenticate`, fail('unable_to_auth_magic_link', 401), {
      data: makeDiscovered('ist-1'),
    })
    await rejection(redeem())
    await redeem()
    expect(setup.script.to(`${path}/discovery/authenticate`)[1]?.body).toMatchObject({ pkce_code_verifier: verifier })
  })
})

describe('an invitation', () => {
  it('is sent with the roles, and does not replace the member who sends it', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    setup.script.on(`${path}/email/invite`, { data: makeMemberData('bob') })
    const options = { email_address: 'bob@example.com', roles: ['editor'], untrusted_metadata: { team: 'a' } }
    expect((await client.magicLinks.email.invite(options)).member_id).toBe('member-test-bob')
    expect(setup.script.to(`${path}/email/invite`)[0]?.body).toEqual(options)
    expect(client.self.getSync()?.member_id).toBe('member-test-ada')
  })
})

it('checks the arguments of link calls', async () => {
  const { magicLinks } = createB2bSetup().open().client
  const calls: [string, Promise<unknown>][] = [
    ['email.loginOrSignup\norganization_id must be a string', magicLinks.email.loginOrSignup(ada as never)],
    ['email.discovery.send\nemail_address must be a string', magicLinks.email.discovery.send({} as never)],
    ['email.invite\nemail_address must be a string', magicLinks.email.invite({} as never)],
    ['email.invite\nroles must be an array of strings', magicLinks.email.invite({ ...ada, roles: [1] } as never)],
    ['authenticate\nmagic_links_token must be a string', magicLinks.authenticate({} as never)],
    [
      'discovery.authenticate\ndiscovery_magic_links_token must be a string',
      magicLinks.discovery.authenticate({} as never),
    ],
  ]
  for (const [message, call] of calls)
    expect((await rejection(call)).message).toBe(`Invalid call to magicLinks.${message}`)
})

describe('the inspection of a link', () => {
  it('returns the address and the organization, which does not become that of the session', async () => {
    const setup = createB2bSetup()
    const { client } = setup.open()
    await signInMember(setup, client)
    const { organization } = makeMemberData('bob', 'globex')
    setup.script.on(`${path}/inspect`, { data: { email_address: 'bob@example.com', organization } })
    expect(await client.magicLinks.inspect('link-1')).toMatchObject({ email_address: 'bob@example.com', organization })
    expect(setup.script.to(`${path}/inspect`).map(({ method, body }) => [method, body])).toEqual([
      ['POST', { token: 'link-1' }],
    ])
    expect(client.organization.getSync()?.organization_id).toBe('organization-test-acme')
    expect((await rejection(client.magicLinks.inspect(7 as never))).message).toBe(
      'Invalid call to magicLinks.inspect\ntoken must be a string',
    )
  })
})

it('declines an invitation, and keeps the session of the browser', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  setup.script.on(`${path}/decline`, { data: {} })
  await client.magicLinks.decline('link-1')
  expect(setup.script.to(`${path}/decline`).map(({ body }) => body)).toEqual([{ token: 'link-1' }])
  expect(client.session.getSync()).not.toBe(null)
  expect((await rejection(client.magicLinks.decline(7 as never))).message).toBe(
    'Invalid call to magicLinks.decline\ntoken must be a string',
  )
})
