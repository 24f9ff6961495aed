import { expect, it } from 'vitest'
import { rejection } from '../../../test-setup.suite.ts'
import { createB2bSetup, signInMember } from '../../b2b-setup.suite.ts'

const id = 'saml-connection-test-1'
const path = '/b2b/sso'

it('sends the calls for connections to their paths', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  await signInMember(setup, client)
  const { sso } = client
  const calls: [string, string, object | null, () => Promise<unknown>][] = [
    ['GET', '', null, () => sso.getConnections()],
    ['DELETE', `/${id}`, null, () => sso.deleteConnection(id)],
    ['POST', '/saml', {}, () => sso.saml.createConnection()],
    [
      'PUT',
      `/saml/${id}`,
      { display_name: 'x' },
      () => sso.saml.updateConnection({ connection_id: id, display_name: 'x' }),
    ],
    [
      'PUT',
      `/saml/${id}/url`,
      { metadata_url: 'https://idp.example' },
      () => sso.saml.updateConnectionByURL({ connection_id: id, metadata_url: 'https://idp.example' }),
    ],
    [
      'DELETE',
      `/saml/${id}/verification_certificates/c%2F1`,
      null,
      () => sso.saml.deleteVerificationCertificate({ connection_id: id, certificate_id: 'c/1' }),
    ],
    ['POST', '/oidc', { display_name: 'y' }, () => sso.oidc.createConnection({ display_name: 'y' })],
    ['PUT', `/oidc/${id}`, { issuer: 'i' }, () => sso.oidc.updateConnection({ connection_id: id, issuer: 'i' })],
    [
      'POST',
      '/external',
      { external_organization_id: 'o', external_connection_id: 'c' },
      () => sso.external.createConnection({ external_organization_id: 'o', external_connection_id: 'c' }),
    ],
    ['PUT', `/external/${id}`, {}, () => sso.external.updateConnection({ connection_id: id })],
  ]
  for (const [method, rest, body, act] of calls) {
    setup.script.on(`${path}${rest}`, { data: { done: rest } })
    expect(await act()).toMatchObject({ done: rest })
    const sent = setup.script.to(`${path}${rest}`).at(-1)
    expect([sent?.method, sent?.body]).toEqual([method, body])
  }
})

it('finds connections by an address, without a session', async () => {
  const setup = createB2bSetup()
  const { client } = setup.open()
  const query = `${path}/discovery/connections?email_address=a%2Bb%40acme.example`
  setup.script.on(query, { data: { connections: [] } })
  expect((await client.sso.discoverConnections('a+b@acme.example')).connections).toEqual([])
})

it('checks the arguments of the calls', async () => {
  const { sso } = createB2bSetup().open().client
  for (const [method, act] of [
    ['discoverConnections', () => sso.discoverConnections(1 as never)],
    ['deleteConnection', () => sso.deleteConnection(undefined as never)],
    ['saml.updateConnection', () => sso.saml.updateConnection({} as never)],
    ['saml.updateConnectionByURL', () => sso.saml.updateConnectionByURL({ connection_id: id } as never)],
    [
      'saml.deleteVerificationCertificate',
      () => sso.saml.deleteVerificationCertificate({ connection_id: id } as never),
    ],
    ['oidc.updateConnection', () => sso.oidc.updateConnection(undefined as never)],
    ['external.createConnection', () => sso.external.createConnection({} as never)],
    ['external.updateConnection', () => sso.external.updateConnection({} as never)],
  ] as const)
    expect((await rejection(act())).message).toContain(`Invalid call to sso.${method}\n`)
})
