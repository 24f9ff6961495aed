import { expect, it } from 'vitest'
import { api, createTestSetup, makeAuth, publicToken, rejection, signIn } from '../../test-setup.suite.ts'

const request = {
  client_id: 'client-1',
  redirect_uri: 'https://other.example/in',
  response_type: 'code',
  scope: 'openid email',
}

it('fetches what an application requests', async () => {
  const setup = createTestSetup()
  setup.script.on('/oauth/authorize/start', { data: { consent_required: true, grantable_scope: 'openid' } })
  const { client } = setup.open()
  expect(await client.idp.oauthAuthorizeStart({ ...request, prompt: 'consent' })).toMatchObject({
    grantable_scope: 'openid',
  })
  expect(setup.script.to('/oauth/authorize/start').map(({ body }) => body)).toEqual([{ ...request, prompt: 'consent' }])
})

it('navigates by a form post that carries the headers as fields', async () => {
  const setup = createTestSetup()
  const { client, tab } = setup.open()
  await signIn(setup, client)
  const inputs: Record<string, string> = {}
  const done: string[] = []
  const types = new Set<string>()
  const form = {
    append({ name, value, type }: { name: string; value: string; type: string }) {
      inputs[name] = value
      types.add(type)
    },
    submit: () => void done.push('submit'),
    remove: () => void done.push('remove'),
  }
  const createElement = (tag: string): object => (tag === 'form' ? form : {})
  Object.assign(tab.platform.document, { createElement, body: { append: () => undefined } })
  await client.idp.oauthAuthorizeSubmit({ ...request, state: 's', consent_granted: false, consent_denied: true })
  expect(form).toMatchObject({ method: 'POST', action: `${api}/sdk/v1/oauth/authorize`, hidden: true })
  // The form contains the session token: its fields are hidden, and it is removed after submitting.
  expect([[...types], done]).toEqual([['hidden'], ['submit', 'remove']])
  expect(inputs).toEqual({
    ...request,
    state: 's',
    consent_granted: 'false',
    consent_denied: 'true',
    __Authorization: `Basic ${btoa(`${publicToken}:token-s1`)}`,
    '__X-SDK-Client': expect.any(String),
    '__X-SDK-Parent-Host': 'https://app.example.com',
  })
})

it.each([{ consent_granted: true }, { consent_granted: false, consent_denied: true }, { consent_granted: false }])(
  'sends a request and navigates if the token cannot be read: %j',
  async (decision) => {
    const setup = createTestSetup()
    const there = 'https://other.example/in?code=c'
    setup.script.on('/idp/oauth/authorize/submit', { data: { redirect_uri: there } })
    setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { token: '', jwt: '' }) })
    const { client, tab } = setup.open({ customApiDomain: 'auth.example.com' })
    await setup.clock.advance(0)
    await client.idp.oauthAuthorizeSubmit({ ...request, state: 's', ...decision })
    const { scope, ...rest } = request
    expect(setup.script.to('/idp/oauth/authorize/submit').map(({ body }) => body)).toEqual([
      { ...rest, scopes: scope.split(' '), state: 's', ...decision },
    ])
    expect(tab.href()).toBe(there)
  },
)

it('does not navigate to a URL that runs in the page', async () => {
  const setup = createTestSetup()
  setup.script.on('/idp/oauth/authorize/submit', { data: { redirect_uri: 'javascript:alert(1)' } })
  setup.script.on('/sessions/authenticate', { data: makeAuth('s1', 'ada', { token: '', jwt: '' }) })
  const { client, tab } = setup.open({ customApiDomain: 'auth.example.com' })
  await client.idp.oauthAuthorizeSubmit({ ...request, consent_granted: true })
  expect(tab.href()).toBe('https://app.example.com/')
})

it('fetches whether a logout needs a confirmation', async () => {
  const setup = createTestSetup()
  setup.script.on('/oauth/logout/start', { data: { consent_required: false, redirect_uri: 'https://other.example' } })
  const given = { client_id: 'client-1', post_logout_redirect_uri: 'https://other.example', state: 's' }
  expect(await setup.open().client.idp.oauthLogoutStart(given)).toMatchObject({ consent_required: false })
  expect(setup.script.to('/oauth/logout/start').map(({ body }) => body)).toEqual([given])
})

it('checks its arguments first', async () => {
  const { idp } = createTestSetup().open().client
  expect((await rejection(idp.oauthAuthorizeStart({ ...request, scope: ['openid'] as never }))).message).toBe(
    'Invalid call to idp.oauthAuthorizeStart\nscope must be a string',
  )
  expect((await rejection(idp.oauthAuthorizeSubmit(request as never))).message).toBe(
    'Invalid call to idp.oauthAuthorizeSubmit\nconsent_granted must be a boolean',
  )
  expect((await rejection(idp.oauthLogoutStart({} as never))).message).toBe(
    'Invalid call to idp.oauthLogoutStart\nclient_id must be a string',
  )
})
