import type { B2bSsoGetTestResponse, B2bSsoStartTestResponse } from '@latchkey/contract/b2b'
import { endpointSchemas } from '@latchkey/contract/schemas'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import type { EnterpriseChoice } from '../../dev/enterprise/choice.ts'
import { attemptDetails } from '../../sso/attempts.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import {
  browse,
  comeBack,
  createSignInHarness,
  newBrowser,
  protocols,
  respond,
  type SignInHarness,
} from './sign-in.suite.ts'
import type { AnyConnection } from './sso.suite.ts'

describe.each(engines)('tests of SSO connections on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function begin(harness: SignInHarness, { connection_id }: AnyConnection, session: string) {
    const answer = await harness.call('POST', `/b2b/sso/${connection_id}/tests`, undefined, { session })
    if (answer.outcome !== '200') throw new Error(answer.text)
    expect(endpointSchemas.b2bSsoStartTest.response.safeParse(answer.data).success).toBe(true)
    const { test_id, test_url } = answer.data as unknown as B2bSsoStartTestResponse
    const result = async () => {
      const read = await harness.call('GET', `/b2b/sso/${connection_id}/tests/${test_id}`, undefined, { session })
      if (read.outcome === '200') expect(endpointSchemas.b2bSsoGetTest.response.safeParse(read.data).success).toBe(true)
      return read.data as unknown as B2bSsoGetTestResponse
    }
    return { test_id, test_url, result }
  }

  /** Takes a test in a browser without a session. */
  async function take(harness: SignInHarness, test_url: string, choice: EnterpriseChoice) {
    const browser = newBrowser()
    const started = await browse(harness, browser, test_url)
    const location = started.headers.get('location')
    if (location === null) return started
    return comeBack(harness, await respond(harness, location, choice), browser)
  }

  it.each(protocols)('shows what a %s connection states and what would happen [B-SSO-22]', async (protocol) => {
    const harness = await createSignInHarness(storage)
    const session = await harness.addAdmin(harness.acme)
    const connection = await harness.connect(protocol, {
      fields: {
        attribute_mapping: { team: 'groups' },
        [`${protocol}_group_implicit_role_assignments`]: [{ group: 'Admins', role_id: 'latchkey_admin' }],
      },
    })
    const { test_url, result } = await begin(harness, connection, session)
    expect(await result()).toMatchObject({ status: 'waiting', result: null })
    const page = await take(harness, test_url, { person: 'ada', groups: ['Admins'], secondFactor: true })
    expect([page.status, page.text.includes('<h1>The test of the connection passed</h1>')]).toEqual([200, true])
    const { status, result: found } = await result()
    expect([status, found]).toMatchObject([
      'finished',
      {
        ...{ passed: true, code: null, idp_mfa: true },
        identity: {
          email_address: 'ada@acme.test',
          name: 'Ada Lovelace',
          groups: ['Admins'],
          sso_attributes: { team: ['Admins'] },
        },
        attributes: { email: ['ada@acme.test'], NameID: [expect.any(String)] },
        join: { allowed: true, match: 'join', reasons: [{ code: 'sso_jit_allowed' }], roles: ['latchkey_admin'] },
      },
    ])
    expect(found?.checks.every(({ outcome, advice }) => outcome === 'passed' && advice === null)).toBe(true)
    const realm = organizationRealm(harness.acme)
    expect((await storage.ssoConnections.get(realm, connection.connection_id))?.testedAt).toBe(harness.clock.now())
    expect((await storage.members.list(realm, { limit: 9 })).items).toHaveLength(1)
    const [attempt] = await storage.ssoAttempts.list(realm, connection.connection_id, 5)
    expect([attempt?.kind, attempt?.result, attemptDetails(attempt as never).match]).toEqual([
      'test',
      'admitted',
      'join',
    ])
    expect((await take(harness, test_url, { person: 'ada' })).text).toContain('sso_token_not_found')
    harness.clock.advance(3_601_000)
    expect((await result()).result).toBeNull()
  })

  it.inTurn('names the field to change at the identity provider [B-SSO-22]', async () => {
    const harness = await createSignInHarness(storage)
    const session = await harness.addAdmin(harness.acme)
    const connection = await harness.connect('saml', { fields: { identity_provider: 'okta' } })
    const { test_url, result } = await begin(harness, connection, session)
    const page = await take(harness, test_url, { person: 'ada', fault: 'wrong_audience' })
    expect(page.text).toContain('Audience URI (SP Entity ID)')
    const { result: found } = await result()
    expect(found).toMatchObject({ passed: false, code: 'audience', attributes: {}, identity: null, join: null })
    expect(found?.checks.find(({ check }) => check === 'audience')).toEqual({
      ...{ check: 'audience', outcome: 'failed', code: 'audience', expected: connection.audience_uri },
      ...{ got: expect.any(String), advice: 'Set “Audience URI (SP Entity ID)” to the expected value.' },
    })
    const record = await storage.ssoConnections.get(organizationRealm(harness.acme), connection.connection_id)
    expect(record?.testedAt).toBeNull()
    // A missing attribute fails too, and shows what was received.
    const oidc = await harness.connect('oidc')
    const second = await begin(harness, oidc, session)
    await take(harness, second.test_url, { person: 'ada', fault: 'missing_email' })
    expect((await second.result()).result).toMatchObject({
      ...{ passed: false, code: 'attribute_missing', attributes: { name: ['Ada Lovelace'] }, identity: null },
    })
  })

  it.inTurn('names the setting of OpenID Connect for a check that SAML has too [B-SSO-22]', async () => {
    const harness = await createSignInHarness(storage)
    const session = await harness.addAdmin(harness.acme)
    const adviceOf = async (protocol: 'saml' | 'oidc', fault: 'wrong_audience' | 'unsigned') => {
      const { test_url, result } = await begin(harness, await harness.connect(protocol), session)
      const page = await take(harness, test_url, { person: 'ada', fault })
      const advice = (await result()).result?.checks.find(({ outcome }) => outcome === 'failed')?.advice ?? ''
      expect(page.text).toContain(advice.replaceAll('"', '&quot;'))
      return advice
    }
    expect([
      await adviceOf('saml', 'wrong_audience'),
      await adviceOf('oidc', 'wrong_audience'),
      await adviceOf('saml', 'unsigned'),
      await adviceOf('oidc', 'unsigned'),
    ]).toEqual([
      'Set “audience (entity id)” to the expected value.',
      'Set the client id of the connection to the one of the application.',
      'Turn on the signature of the assertion or of the response.',
      'Let the identity provider sign ID tokens with the algorithm of the connection.',
    ])
  })

  it.each(protocols)(
    'names a %s response that arrives at another connection [B-SSO-17] [B-SSO-22]',
    async (protocol) => {
      const harness = await createSignInHarness(storage)
      const session = await harness.addAdmin(harness.acme)
      const [connection, other] = [await harness.connect(protocol), await harness.connect(protocol)]
      const { test_url, result } = await begin(harness, connection, session)
      const browser = newBrowser()
      const { headers } = await browse(harness, browser, test_url)
      const response = await respond(harness, headers.get('location') ?? '')
      const url = response.url.replace(connection.connection_id, other.connection_id)
      const page = await comeBack(harness, { ...response, url }, browser)
      expect(page.text).toContain('<h1>The test of the connection failed</h1>')
      const got = 'a response for another connection'
      expect((await result()).result).toMatchObject({ passed: false, code: 'in_response_to', checks: [{ got }] })
    },
  )

  it.inTurn('needs the permission, and belongs to its connection', async () => {
    const harness = await createSignInHarness(storage)
    const session = await harness.addAdmin(harness.acme)
    const connection = await harness.connect('saml')
    const other = await harness.connect('saml')
    const globex = await harness.addAdmin(await harness.addOrganization('globex'))
    const { test_id, test_url } = await begin(harness, connection, session)
    await take(harness, test_url, { person: 'ada' })
    const read = async (connectionId: string, as: string) => {
      const answer = await harness.call('GET', `/b2b/sso/${connectionId}/tests/${test_id}`, undefined, { session: as })
      return answer.outcome === '200' ? (answer.data as unknown as B2bSsoGetTestResponse).status : answer.outcome
    }
    expect([
      await read(connection.connection_id, session),
      await read(other.connection_id, session),
      await read(connection.connection_id, globex),
    ]).toEqual(['finished', 'waiting', 'sso_connection_not_found'])
    const start = await harness.call('POST', `/b2b/sso/${connection.connection_id}/tests`, undefined, {
      session: globex,
    })
    expect(start.outcome).toBe('sso_connection_not_found')
    const { test_url: own } = await begin(harness, connection, session)
    const foreign = own.replace(connection.connection_id, other.connection_id)
    expect((await take(harness, foreign, { person: 'ada' })).text).toContain('sso_token_not_found')
    // The token is not spent at the wrong connection.
    expect((await take(harness, own, { person: 'ada' })).status).toBe(200)
  })
})
