import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { ssoConnection, storedConfig } from '../../sso/connection.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { dataOf } from '../../testing/business-harness.ts'
import { engines, landing, openTestStorage } from '../../testing/harness.ts'
import {
  browse,
  comeBack,
  createSignInHarness,
  detailsOf,
  land,
  landedAt,
  newBrowser,
  postedForm,
  protocols,
  redeem,
  respond,
  type SignInHarness,
  signIn,
  start,
} from './sign-in.suite.ts'
import type { AnyConnection } from './sso.suite.ts'

const base = 'https://auth.example.com'

describe.each(engines)('responses of identity providers on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  /** Opens the application tile of the identity provider. */
  async function tile({ enterprise }: SignInHarness, { acs_url }: AnyConnection) {
    const url = `${base}/dev/enterprise/tile/okta?${new URLSearchParams({ acs: acs_url })}`
    return respond({ enterprise }, url, { person: 'grace' })
  }

  it.inTurn('starts a normal sign-in for an application tile, and reads none of its response [B-SAML-13]', async () => {
    const harness = await createSignInHarness(storage)
    const connection = await harness.connect('saml')
    const browser = newBrowser()
    const started = await comeBack(harness, await tile(harness, connection), browser)
    const location = started.headers.get('location') ?? ''
    expect([started.status, new URL(location).pathname]).toEqual([303, '/dev/enterprise/saml/okta/sso'])
    expect((await storage.members.list(organizationRealm(harness.acme), { limit: 9 })).items).toHaveLength(1)
    // The identity provider has a session of another person by now: its response to the request counts.
    const landed = landedAt(
      await comeBack(harness, await respond(harness, location, { person: 'ada' }), browser),
      browser,
    )
    expect(`${landed.url.origin}${landed.url.pathname}`).toBe(landing)
    expect(dataOf(await redeem(harness, landed.token)).member.email_address).toBe('ada@acme.test')
  })

  it.inTurn(
    'starts no sign-in for a response to a request without its state, so that none goes in circles',
    async () => {
      const harness = await createSignInHarness(storage)
      const { connection_id } = await harness.connect('saml')
      const { location, browser } = await start(harness, connection_id)
      const { url, form } = await respond(harness, location)
      const { SAMLResponse = '' } = form ?? {}
      const { token } = landedAt(await browse(harness, browser, url, { SAMLResponse }), browser)
      expect(detailsOf(await redeem(harness, token))).toMatchObject({ code: 'in_response_to', connection_id })
    },
  )

  it.inTurn('shows pages for a document that is too large, and for an unknown connection', async () => {
    const harness = await createSignInHarness(storage)
    const { acs_url, connection_id } = await harness.connect('saml')
    const sent = async (url: string, bytes: number) => {
      const SAMLResponse = Buffer.alloc(bytes, 'a').toString('base64')
      const answer = await browse(harness, newBrowser(), url, { SAMLResponse })
      return [answer.status, answer.headers.get('content-type'), /<small dir="ltr">(\w+) /.exec(answer.text)?.[1]]
    }
    const html = 'text/html; charset=utf-8'
    expect(await sent(acs_url, 300_000)).toEqual([413, html, 'payload_too_large'])
    expect(await sent(acs_url, 265_000)).toEqual([413, html, 'payload_too_large'])
    expect(await sent(acs_url.replace(/.$/, '_'), 9)).toEqual([404, html, 'sso_connection_not_found'])
    expect((await browse(harness, newBrowser(), acs_url)).status).toBe(405)
    const { location, browser } = await start(harness, connection_id)
    const response = await respond(harness, location)
    const session = await harness.addAdmin(await harness.addOrganization('other'))
    const foreign = await harness.call('DELETE', `/b2b/sso/${connection_id}`, undefined, { session })
    expect(foreign.outcome).toBe('sso_connection_not_found')
    await storage.ssoConnections.remove(organizationRealm(harness.acme), connection_id)
    expect((await comeBack(harness, response, browser)).status).toBe(404)
    expect((await start(harness, connection_id)).answer.text).toContain('sso_connection_not_found')
  })

  it.inTurn('posts the request to an identity provider that wants it, signed if the connection says so', async () => {
    const harness = await createSignInHarness(storage)
    const { connection_id } = await harness.connect('saml', { fields: { authn_requests_signed: true } })
    const signed = await start(harness, connection_id)
    expect([...new URL(signed.location).searchParams.keys()]).toEqual([
      'SAMLRequest',
      'RelayState',
      'SigAlg',
      'Signature',
    ])
    const realm = organizationRealm(harness.acme)
    const record = await storage.ssoConnections.get(realm, connection_id)
    if (record === null) throw new Error('The connection is missing.')
    const connection = ssoConnection(record)
    if (connection.kind !== 'saml') throw new Error('The connection is not of SAML.')
    const config = storedConfig({ ...connection.config, binding: 'post' })
    await storage.ssoConnections.update(realm, connection_id, record.revision, { config }, harness.clock.now())
    const { answer, browser } = await start(harness, connection_id)
    expect(answer.headers.get('content-security-policy')).toMatch(/form-action https:; script-src 'sha256-/)
    const { url, form } = postedForm(answer.text)
    const xml = Buffer.from(form.SAMLRequest ?? '', 'base64').toString('utf8')
    expect([xml.includes('<ds:Signature'), xml.includes('AssertionConsumerServiceURL')]).toEqual([true, true])
    const landed = landedAt(
      await comeBack(harness, await respond(harness, url, { person: 'ada' }, form), browser),
      browser,
    )
    expect((await redeem(harness, landed.token)).outcome).toBe('200')
  })

  it.each(protocols)('signs in with a %s connection that another organization shares [B-SSO-10]', async (protocol) => {
    const harness = await createSignInHarness(storage)
    const globex = await harness.addOrganization('globex')
    const admin = await harness.addAdmin(globex)
    const fields = { shared_with_organizations: [globex.id] }
    const source = await harness.connect(protocol, { fields })
    const body = { external_organization_id: harness.acme.id, external_connection_id: source.connection_id }
    const created = await harness.call('POST', '/b2b/sso/external', body, { session: admin })
    const { connection_id } = (created.data as unknown as { connection: AnyConnection }).connection
    const data = dataOf(await signIn(harness, connection_id, { person: 'ada' }))
    expect([data.organization.organization_id, data.member.sso_registrations[0]?.connection_id]).toEqual([
      globex.id,
      connection_id,
    ])
    // The member of the other organization is another identity.
    const own = dataOf(await signIn(harness, source.connection_id, { person: 'ada' }))
    expect([own.organization.organization_id, own.member_id === data.member_id]).toEqual([harness.acme.id, false])
    const failed = await redeem(
      harness,
      (await land(harness, connection_id, { person: 'ada', fault: 'not_assigned' })).token,
    )
    expect(detailsOf(failed)).toMatchObject({ code: 'status', connection_id })
    // It is no longer shared: neither a start nor a sign-in that has begun.
    const { location, browser } = await start(harness, connection_id)
    const realm = organizationRealm(harness.acme)
    const record = await storage.ssoConnections.get(realm, source.connection_id)
    const config = { ...record?.config, sharedWith: [] }
    await storage.ssoConnections.update(
      realm,
      source.connection_id,
      record?.revision ?? 0,
      { config },
      harness.clock.now(),
    )
    const { token } = landedAt(await comeBack(harness, await respond(harness, location), browser), browser)
    expect(detailsOf(await redeem(harness, token))).toMatchObject({ code: 'in_response_to', connection_id })
    expect((await start(harness, connection_id)).answer.text).toContain('sso_connection_not_found')
  })

  it.each(['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const)(
    'authenticates at an OIDC provider by %s, and requires the algorithm of the connection [B-SSO-16]',
    async (client_authentication) => {
      const harness = await createSignInHarness(storage)
      const client_id = `client-${client_authentication}`
      const fields = {
        client_id,
        client_authentication,
        ...(client_authentication === 'private_key_jwt' ? {} : { client_secret: 's' }),
      }
      const connection = await harness.connect('oidc', { fields })
      const { client_public_key: jwk } = connection
      const credential = jwk === null ? { clientSecret: 's' } : { jwks: { keys: [jwk] } }
      await harness.enterprise.registerClient('okta', { clientId: client_id, ...credential } as never)
      const { location, browser } = await start(harness, connection.connection_id)
      const query = new URL(location).searchParams
      expect([query.get('code_challenge_method'), query.get('nonce')?.length, query.get('scope')]).toEqual([
        ...['S256', 43, 'openid email profile'],
      ])
      const back = await respond(harness, location)
      const foreign = new URL(back.url)
      foreign.searchParams.set('iss', 'https://evil.example')
      const { token } = landedAt(await comeBack(harness, { ...back, url: foreign.href }, browser), browser)
      expect(detailsOf(await redeem(harness, token))).toMatchObject({ code: 'issuer' })
      expect((await signIn(harness, connection.connection_id)).outcome).toBe('200')
      await harness.enterprise.registerClient('okta', { clientId: client_id, clientSecret: 'other' })
      expect(detailsOf(await signIn(harness, connection.connection_id))).toMatchObject({ code: 'token_exchange' })
    },
  )
})
