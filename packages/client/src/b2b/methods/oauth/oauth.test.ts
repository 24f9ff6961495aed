import { b2bOAuthProviders } from '@latchkey/contract'
import { describe, expect, it } from 'vitest'
import { clientInternals } from '../../../context/client-internals.ts'
import { api, fail, publicToken, rejection } from '../../../test-setup.suite.ts'
import type { B2bSetup } from '../../b2b-setup.suite.ts'
import {
  createB2bSetup,
  intermediateCookie,
  makeDiscovered,
  makeMemberAuth,
  makePending,
  startDiscovery,
} from '../../b2b-setup.suite.ts'
import type { B2bClient, B2bClientOptions } from '../../create-b2b-client.ts'

const page = 'https://app.example.com/'
const acme = { organization_id: 'organization-test-acme' }
const minutes = { session_duration_minutes: 30 }
const values = { access_token: 'a', id_token: 'i', refresh_token: '', scopes: ['email'], expires_at: null }
const paths = { organization: '/b2b/oauth/authenticate', discovery: '/b2b/oauth/discovery/authenticate' }

function open(options: B2bClientOptions = {}) {
  const setup = createB2bSetup()
  setup.script.on(paths.organization, { data: { ...makeMemberAuth('s1'), provider_values: values } })
  setup.script.on(paths.discovery, { data: makeDiscovered('ist-1') })
  const { client, tab } = setup.open({ href: page, ...options })
  return { setup, client, tab }
}

const pairOf = (client: B2bClient) => clientInternals(client).pkce.find('oauth')
const sent = (setup: B2bSetup, flow: keyof typeof paths): unknown[] =>
  setup.script.to(paths[flow]).map(({ body }) => body)

describe('the start of OAuth', () => {
  it.each(b2bOAuthProviders)(
    'navigates to %s, for an organization and without one [B-OAU-01] [B-OAU-02]',
    async (name) => {
      const { client, tab } = open()
      const start = `${api}/v1/b2b/public/oauth/${name}`
      await client.oauth[name].start(acme)
      const pair = `pkce_code_challenge=${pairOf(client)?.code_challenge}`
      expect(tab.href()).toBe(
        `${start}/start?public_token=${publicToken}&${pair}&organization_id=${acme.organization_id}`,
      )
      await client.oauth[name].discovery.start()
      expect(tab.href()).toBe(`${start}/discovery/start?public_token=${publicToken}&${pair}`)
    },
  )

  it('sends all options [B-OAU-05]', async () => {
    const { client, tab } = open()
    const common = { custom_scopes: ['a', 'b'], provider_params: { login_hint: 'ada@example.com' } }
    const query = {
      ...{ public_token: publicToken, custom_scopes: 'a b', provider_login_hint: 'ada@example.com' },
      pkce_code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    }
    const redirects = { login_redirect_url: `${page}in`, signup_redirect_url: `${page}up` }
    await client.oauth.google.start({ organization_slug: 'acme', ...redirects, ...common })
    expect(Object.fromEntries(new URL(tab.href()).searchParams)).toEqual({ ...query, ...redirects, slug: 'acme' })
    const back = { discovery_redirect_url: `${page}organizations` }
    await client.oauth.google.discovery.start({ ...back, ...common })
    expect(Object.fromEntries(new URL(tab.href()).searchParams)).toEqual({ ...query, ...back })
  })

  it('checks its arguments before it navigates', async () => {
    const { client, tab } = open()
    const { start, discovery } = client.oauth.slack
    const messages = await Promise.all(
      [
        start(undefined as never),
        start({ organization_id: 7 as never }),
        start({ organization_slug: 7 as never }),
        start({ ...acme, custom_scopes: 'email' as never }),
        start({ ...acme, login_redirect_url: 7 as never }),
        discovery.start({ discovery_redirect_url: 7 as never }),
        discovery.start({ provider_params: 'x' as never }),
      ].map(async (call) => (await rejection(call)).message.replace('Invalid call to oauth.slack.', '')),
    )
    expect(messages).toEqual([
      'start\norganization_id must be a string',
      'start\norganization_id must be a string',
      'start\norganization_slug must be a string',
      'start\ncustom_scopes must be an array of strings',
      'start\nlogin_redirect_url must be a string',
      'discovery.start\ndiscovery_redirect_url must be a string',
      'discovery.start\nprovider_params must be an object',
    ])
    expect([tab.href(), pairOf(client)]).toEqual([page, undefined])
  })
})

describe('a token of OAuth', () => {
  it('for an organization starts a session, with the verifier of this browser [B-OAU-03]', async () => {
    const { setup, client, tab } = open()
    await client.oauth.google.start(acme)
    const pkce_code_verifier = pairOf(client)?.code_verifier
    const data = await client.oauth.authenticate({ oauth_token: 'token-1', locale: 'de', ...minutes })
    expect(sent(setup, 'organization')).toEqual([
      { oauth_token: 'token-1', locale: 'de', ...minutes, pkce_code_verifier },
    ])
    expect(data.provider_values).toEqual(values)
    expect(client.session.getSync()?.member_session_id).toBe('member-session-test-s1')
    expect([pairOf(client), tab.log]).toEqual([undefined, []])
  })

  it('for an organization continues an unfinished sign-in, and keeps its own one if a factor is missing', async () => {
    const { setup, client } = open()
    await startDiscovery(setup, client, 'ist-0')
    setup.script.on(paths.organization, { data: { ...makePending('ist-2'), provider_values: values } })
    await client.oauth.github.start(acme)
    const data = await client.oauth.authenticate({ oauth_token: 'token-1', ...minutes })
    expect(sent(setup, 'organization')).toMatchObject([{ intermediate_session_token: 'ist-0' }])
    expect([data.member_session, client.session.getSync(), intermediateCookie(setup)]).toEqual([null, null, 'ist-2'])
  })

  it('without an organization leaves a sign-in to continue with an organization [B-OAU-04]', async () => {
    const { setup, client } = open()
    await client.oauth.hubspot.discovery.start()
    const pkce_code_verifier = pairOf(client)?.code_verifier
    await client.oauth.discovery.authenticate({ discovery_oauth_token: 'token-1' })
    expect(sent(setup, 'discovery')).toEqual([{ discovery_oauth_token: 'token-1', pkce_code_verifier }])
    expect([intermediateCookie(setup), pairOf(client)]).toEqual(['ist-1', undefined])
  })

  it.each(['organization', 'discovery'] as const)(
    'of the %s flow is rejected in a browser that did not start the sign-in',
    async (flow) => {
      const { setup, client, tab } = open()
      tab.press()
      const call = () =>
        flow === 'organization'
          ? client.oauth.authenticate({ oauth_token: 'token-1', ...minutes })
          : client.oauth.discovery.authenticate({ discovery_oauth_token: 'token-1' })
      expect(await rejection(call())).toMatchObject({ name: 'SdkError', kind: 'missing_pkce' })
      expect(sent(setup, flow)).toEqual([])
      expect(tab.log).toEqual([{ level: 'warn', text: '[Latchkey] No code verifier found for OAuth.' }])
      await client.oauth.google.start(acme)
      setup.script.on(paths[flow], fail('pkce_mismatch'))
      expect(await rejection(call())).toMatchObject({ kind: 'missing_pkce' })
      expect(sent(setup, flow)).toHaveLength(1)
    },
  )

  it('is redeemed from the URL by its type', async () => {
    const { setup, client, tab } = open()
    await client.oauth.google.start(acme)
    const found = await client.authenticateByUrl(minutes, `${page}?latchkey_token_type=oauth&token=token-1`)
    expect([found?.tokenType, sent(setup, 'organization')]).toMatchObject([
      'oauth',
      [{ oauth_token: 'token-1', ...minutes }],
    ])
    await client.oauth.google.discovery.start()
    tab.navigate(`${page}?latchkey_token_type=discovery_oauth&token=token-2`)
    const discovered = await client.authenticateByUrl(minutes)
    expect([discovered?.tokenType, sent(setup, 'discovery')]).toMatchObject([
      'discovery_oauth',
      [{ discovery_oauth_token: 'token-2' }],
    ])
    expect(tab.href()).toBe(page)
  })

  it('starts a session of one tab, whose verifier any tab of the browser has', async () => {
    const { setup, client } = open({ session: 'tab' })
    await client.oauth.google.discovery.start()
    const returned = setup.open({ href: page, session: 'tab' }).client
    await returned.oauth.discovery.authenticate({ discovery_oauth_token: 'token-1' })
    expect([sent(setup, 'discovery').length, setup.profile.cookies.all()]).toEqual([1, []])
  })
})
