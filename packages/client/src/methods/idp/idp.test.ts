import { expect, it } from 'vitest'
import { api, createTestWorld, publicToken, rejection, signIn } from '../../test-world.suite.ts'

const asked = {
  client_id: 'client-1',
  redirect_uri: 'https://other.example/in',
  response_type: 'code',
  scope: 'openid email',
}

it('asks what an application may be granted', async () => {
  const world = createTestWorld()
  world.script.on('/oauth/authorize/start', { data: { consent_required: true, grantable_scope: 'openid' } })
  const { client } = world.open()
  expect(await client.idp.oauthAuthorizeStart({ ...asked, prompt: 'consent' })).toMatchObject({
    grantable_scope: 'openid',
  })
  expect(world.script.to('/oauth/authorize/start').map(({ body }) => body)).toEqual([{ ...asked, prompt: 'consent' }])
})

it('leaves the page by a form, which carries the headers as fields', async () => {
  const world = createTestWorld()
  const { client, tab } = world.open()
  await signIn(world, client)
  const inputs: Record<string, string> = {}
  const form = {
    append: ({ name, value }: { name: string; value: string }) => void Object.assign(inputs, { [name]: value }),
    submit: () => void Object.assign(form, { isSent: true }),
  }
  const createElement = (tag: string): object => (tag === 'form' ? form : {})
  Object.assign(tab.platform.document, { createElement, body: { append: () => undefined } })
  await client.idp.oauthAuthorizeSubmit({ ...asked, state: 's', consent_granted: false, consent_denied: true })
  expect(form).toMatchObject({ method: 'POST', action: `${api}/sdk/v1/oauth/authorize`, hidden: true, isSent: true })
  expect(inputs).toEqual({
    ...asked,
    state: 's',
    consent_granted: 'false',
    consent_denied: 'true',
    __Authorization: `Basic ${btoa(`${publicToken}:token-s1`)}`,
    '__X-SDK-Client': expect.any(String),
    '__X-SDK-Parent-Host': 'https://app.example.com',
  })
})

it('asks whether a log-out needs a word', async () => {
  const world = createTestWorld()
  world.script.on('/oauth/logout/start', { data: { consent_required: false, redirect_uri: 'https://other.example' } })
  const given = { client_id: 'client-1', post_logout_redirect_uri: 'https://other.example', state: 's' }
  expect(await world.open().client.idp.oauthLogoutStart(given)).toMatchObject({ consent_required: false })
  expect(world.script.to('/oauth/logout/start').map(({ body }) => body)).toEqual([given])
})

it('checks its arguments first', async () => {
  const { idp } = createTestWorld().open().client
  expect((await rejection(idp.oauthAuthorizeStart({ ...asked, scope: ['openid'] as never }))).message).toBe(
    'Invalid call to idp.oauthAuthorizeStart\nscope must be a string',
  )
  expect((await rejection(idp.oauthAuthorizeSubmit(asked as never))).message).toBe(
    'Invalid call to idp.oauthAuthorizeSubmit\nconsent_granted must be a boolean',
  )
  expect((await rejection(idp.oauthLogoutStart({} as never))).message).toBe(
    'Invalid call to idp.oauthLogoutStart\nclient_id must be a string',
  )
})
