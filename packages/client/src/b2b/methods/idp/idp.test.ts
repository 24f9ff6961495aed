import { expect, it } from 'vitest'
import { api, publicToken, rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup, makeMemberData, signInMember } from '../../b2b-setup.suite.ts'

const request = {
  ...{ client_id: 'client-1', redirect_uri: 'https://other.example/in' },
  ...{ response_type: 'code', scope: 'openid email' },
}

it('fetches what an application requests of a member, and whether a logout needs a confirmation', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  const { member, organization } = makeMemberData()
  const asked = { member_id: member.member_id, member, organization, consent_required: true }
  setup.script.on('/b2b/oauth/authorize/start', { data: asked })
  setup.script.on('/b2b/oauth/logout/start', { data: { consent_required: false, redirect_uri: 'https://x.example' } })
  expect(await client.idp.oauthAuthorizeStart(request)).toMatchObject(asked)
  const logout = { client_id: 'client-1', post_logout_redirect_uri: 'https://x.example' }
  expect(await client.idp.oauthLogoutStart(logout)).toMatchObject({ consent_required: false })
  expect(setup.script.to('/b2b/oauth/authorize/start').map(({ body }) => body)).toEqual([request])
  expect(setup.script.to('/b2b/oauth/logout/start').map(({ body }) => body)).toEqual([logout])
})

it('navigates by a form post with the session of the member', async () => {
  const setup = createB2bSetup()
  const { client, tab } = setup.open()
  await signInMember(setup, client)
  const inputs: Record<string, string> = {}
  const form = {
    append: ({ name, value }: { name: string; value: string }) => void Object.assign(inputs, { [name]: value }),
    submit: () => undefined,
    remove: () => undefined,
  }
  const createElement = (tag: string): object => (tag === 'form' ? form : {})
  Object.assign(tab.platform.document, { createElement, body: { append: () => undefined } })
  await client.idp.oauthAuthorizeSubmit({ ...request, consent_granted: true })
  expect(form).toMatchObject({ method: 'POST', action: `${api}/sdk/v1/b2b/oauth/authorize` })
  expect(inputs).toMatchObject({
    ...{ ...request, consent_granted: 'true' },
    __Authorization: `Basic ${btoa(`${publicToken}:token-s1`)}`,
  })
})

it('sends a request if the token cannot be read', async () => {
  const setup = createB2bSetup()
  const there = 'https://other.example/in?code=c'
  setup.script.on('/idp/b2b/oauth/authorize/submit', { data: { redirect_uri: there } })
  const { client, tab } = setup.open({ customApiDomain: 'auth.example.com' })
  await client.idp.oauthAuthorizeSubmit({ ...request, consent_granted: true })
  expect(tab.href()).toBe(there)
  expect((await rejection(client.idp.oauthLogoutStart({} as never))).message).toBe(
    'Invalid call to idp.oauthLogoutStart\nclient_id must be a string',
  )
})
