import { expect, it } from 'vitest'
import { clientInternals } from '../../../context/client-internals.ts'
import { api, fail, publicToken, rejection } from '../../../test-setup.suite.ts'
import {
  createB2bSetup,
  intermediateCookie,
  makeMemberAuth,
  makePending,
  startDiscovery,
} from '../../b2b-setup.suite.ts'
import type { B2bClient } from '../../create-b2b-client.ts'

const page = 'https://app.example.com/'
const path = '/b2b/sso/authenticate'
const connection_id = 'saml-connection-test-1'
const minutes = { session_duration_minutes: 30 }

function open() {
  const setup = createB2bSetup()
  setup.script.on(path, { data: makeMemberAuth('s1') })
  const { client, tab } = setup.open({ href: page })
  return { setup, client, tab, sent: () => setup.script.to(path).map(({ body }) => body) }
}

const pairOf = (client: B2bClient) => clientInternals(client).pkce.find('sso')

it('navigates to the identity provider of a connection, with all options [B-SSO-01]', async () => {
  const { client, tab } = open()
  await client.sso.start({ connection_id })
  const pair = `pkce_code_challenge=${pairOf(client)?.code_challenge}`
  expect(tab.href()).toBe(
    `${api}/v1/public/sso/start?public_token=${publicToken}&${pair}&connection_id=${connection_id}`,
  )
  const redirects = { login_redirect_url: `${page}in`, signup_redirect_url: `${page}up` }
  await client.sso.start({ connection_id, ...redirects, provider_params: { login_hint: 'ada@example.com' } })
  expect(Object.fromEntries(new URL(tab.href()).searchParams)).toEqual({
    ...{ public_token: publicToken, connection_id, ...redirects, provider_login_hint: 'ada@example.com' },
    pkce_code_challenge: pairOf(client)?.code_challenge,
  })
})

it('checks its arguments before it navigates', async () => {
  const { client, tab } = open()
  const { message } = await rejection(client.sso.start({} as never))
  expect([message, tab.href(), pairOf(client)]).toEqual([
    'Invalid call to sso.start\nconnection_id must be a string',
    page,
    undefined,
  ])
})

it('redeems a token with the verifier of this browser, and continues an unfinished sign-in [B-SSO-02]', async () => {
  const { setup, client, sent } = open()
  await startDiscovery(setup, client, 'ist-0')
  await client.sso.start({ connection_id })
  const pkce_code_verifier = pairOf(client)?.code_verifier
  await client.sso.authenticate({ sso_token: 'token-1', locale: 'de', ...minutes })
  expect(sent()).toEqual([
    { sso_token: 'token-1', locale: 'de', ...minutes, pkce_code_verifier, intermediate_session_token: 'ist-0' },
  ])
  expect([client.session.getSync()?.member_session_id, pairOf(client)]).toEqual(['member-session-test-s1', undefined])
})

it('keeps the unfinished sign-in if a factor is missing', async () => {
  const { setup, client } = open()
  setup.script.on(path, { data: makePending('ist-2') })
  await client.sso.start({ connection_id })
  expect((await client.sso.authenticate({ sso_token: 'token-1', ...minutes })).member_session).toBeNull()
  expect(intermediateCookie(setup)).toBe('ist-2')
})

it('asks for a confirmation in a browser that did not start, as with the tile of an identity provider', async () => {
  const { client, tab, sent } = open()
  expect(await rejection(client.sso.authenticate({ sso_token: 'token-1', ...minutes }))).toMatchObject({
    kind: 'confirmation_required',
  })
  expect(sent()).toEqual([])
  tab.press()
  await client.sso.authenticate({ sso_token: 'token-1', ...minutes })
  expect(sent()).toEqual([{ sso_token: 'token-1', ...minutes }])
})

it('rejects with the code of a failed check', async () => {
  const { setup, client } = open()
  setup.script.on(path, fail('sso_authentication_failed'))
  await client.sso.start({ connection_id })
  expect(await rejection(client.sso.authenticate({ sso_token: 'token-1', ...minutes }))).toMatchObject({
    error_type: 'sso_authentication_failed',
  })
})

it('redeems the token of a URL by its type', async () => {
  const { client, sent } = open()
  await client.sso.start({ connection_id })
  const href = `${page}?latchkey_token_type=sso&token=token-1`
  expect(client.parseAuthenticateUrl(href)).toMatchObject({ tokenType: 'sso', handled: true })
  const found = await client.authenticateByUrl(minutes, href)
  expect([found?.tokenType, sent()]).toMatchObject(['sso', [{ sso_token: 'token-1' }]])
})
