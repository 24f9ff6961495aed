import { builtInRoleIds } from '@latchkey/contract/b2b'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { findSharedConnection } from '../../organizations/connections/external-connections.ts'
import { ssoConnection } from '../../sso/connection.ts'
import { openSsoSecrets } from '../../sso/secrets.ts'
import { organizationRealm } from '../../storage/realm.ts'
import type { Storage } from '../../storage/storage.ts'
import { takeTurns } from '../../storage/testing/engine-cases.ts'
import { engines, openTestStorage } from '../../testing/harness.ts'
import { createSsoHarness, type SsoHarness } from './sso.suite.ts'

const issuer = 'https://login.acme.example'
const discovery = `${issuer}/.well-known/openid-configuration`
const addresses = {
  ...{ authorization_url: `${issuer}/authorize`, token_url: `${issuer}/token` },
  ...{ userinfo_url: `${issuer}/userinfo`, jwks_url: `${issuer}/jwks` },
}
const configuration = {
  issuer,
  ...{ authorization_endpoint: addresses.authorization_url, token_endpoint: addresses.token_url },
  ...{ userinfo_endpoint: addresses.userinfo_url, jwks_uri: addresses.jwks_url },
  ...{ response_types_supported: ['code'], id_token_signing_alg_values_supported: ['RS256'] },
}
const credentials = { client_id: 'latchkey', client_secret: 'violet-canary-secret' }

describe.each(engines)('SSO connections on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  const using = async (work: (harness: SsoHarness) => Promise<void>, options = {}) => {
    const harness = await createSsoHarness(storage, options)
    try {
      await work(harness)
    } finally {
      await harness.close()
    }
  }

  const createOidc = async ({ admin, connection }: SsoHarness) =>
    connection(await admin('POST', '/oidc', { display_name: 'Entra' }))

  it.inTurn('of OIDC take the addresses from the issuer, and keep the secret [B-SSO-09]', () =>
    using(async (harness) => {
      const { admin, connection, documents, acme, vault } = harness
      const created = await createOidc(harness)
      const { connection_id: id } = created
      expect(created).toMatchObject({
        ...{ status: 'pending', issuer: '', has_client_secret: false, client_authentication: 'client_secret_basic' },
        ...{ redirect_url: `https://auth.example.com/v1/sso/callback/${id}`, signing_algorithm: 'RS256' },
      })
      documents.set(discovery, JSON.stringify(configuration))
      const answer = await admin('PUT', `/oidc/${id}`, { issuer, ...credentials })
      expect(connection(answer)).toMatchObject({ status: 'active', issuer, ...addresses, has_client_secret: true })
      expect(answer.data).not.toHaveProperty('warning')
      expect((await admin('GET', '')).text).not.toContain('canary')
      const stored = await storage.ssoConnections.get(organizationRealm(acme), id)
      expect(JSON.stringify(stored)).not.toContain('canary')
      expect(openSsoSecrets(vault, stored ?? expect.fail()).clientSecret).toBe(credentials.client_secret)
      const kept = connection(await admin('PUT', `/oidc/${id}`, { display_name: 'Renamed' }))
      expect(kept).toMatchObject({ display_name: 'Renamed', has_client_secret: true, status: 'active' })
      const without = connection(await admin('PUT', `/oidc/${id}`, { client_secret: '' }))
      expect(without).toMatchObject({ has_client_secret: false, status: 'pending' })
      const keyed = await admin('PUT', `/oidc/${id}`, { client_authentication: 'private_key_jwt' })
      expect(connection(keyed)).toMatchObject({ status: 'active', client_public_key: { kty: 'RSA', alg: 'RS256' } })
      expect(Object.keys(connection(keyed).client_public_key ?? {}).sort()).toEqual([
        'alg',
        'e',
        'kid',
        'kty',
        'n',
        'use',
      ])
    }),
  )

  it.inTurn('of OIDC warn of an issuer that does not respond as expected [B-SSO-09]', () =>
    using(async (harness) => {
      const { admin, connection, documents } = harness
      const { connection_id: id } = await createOidc(harness)
      const update = async (document: object | string | undefined, more: object = {}) => {
        if (document === undefined) documents.delete(discovery)
        else documents.set(discovery, typeof document === 'string' ? document : JSON.stringify(document))
        return admin('PUT', `/oidc/${id}`, { issuer, ...credentials, ...more })
      }
      for (const [document, warning] of [
        [{ ...configuration, issuer: 'https://other.example' }, 'another issuer'],
        [{ ...configuration, id_token_signing_alg_values_supported: ['HS256'] }, 'does not sign ID tokens with RS256'],
        [{ ...configuration, code_challenge_methods_supported: ['plain'] }, 'PKCE with S256'],
        [{ ...configuration, token_endpoint_auth_methods_supported: ['none'] }, 'client_secret_basic'],
        ['<html>', 'is not JSON'],
        ['[]', 'is not a JSON object'],
      ] as const) {
        const answer = await update(document)
        expect(answer.data).toMatchObject({ warning: expect.stringContaining(warning) })
        expect(connection(answer)).toMatchObject({ issuer, has_client_secret: true })
      }
      documents.set(discovery, () => new Response('', { status: 500 }))
      const byHand = await admin('PUT', `/oidc/${id}`, { issuer, ...addresses })
      expect(byHand.data).toMatchObject({ warning: expect.stringContaining('responds with 500') })
      expect(connection(byHand)).toMatchObject({ status: 'active', ...addresses })
      const internal = await update(undefined, { issuer: 'https://intranet.acme.example' })
      expect([internal.outcome, internal.json.error_details]).toEqual([
        'invalid_idp_sso_url',
        { reason: 'address_refused' },
      ])
      for (const [field, value] of [
        ['issuer', 'http://login.acme.example'],
        ['issuer', `${issuer}?x`],
        ['token_url', 'http://login.acme.example/token'],
        ['jwks_url', 'file:///etc/passwd'],
      ] as const)
        expect((await admin('PUT', `/oidc/${id}`, { [field]: value })).json.body?.[0]?.dataPath).toBe(`.${field}`)
    }),
  )

  it.inTurn('of another organization are reused if it shares them [B-SSO-10]', () =>
    using(async (harness) => {
      const { admin, connection, completeSaml, acme, addOrganization, addMember, signInTo, call } = harness
      const { connection: shared } = await completeSaml()
      const globex = await addOrganization('globex')
      await addMember(globex, 'grace@globex.example', { roles: [builtInRoleIds.admin] })
      const { session_token: session } = await signInTo(globex, 'grace@globex.example')
      const body = { external_organization_id: acme.id, external_connection_id: shared.connection_id }
      const create = (request: object = body) => call('POST', '/b2b/sso/external', request, { session })
      expect((await create()).outcome).toBe('sso_connection_not_found')
      const share = { shared_with_organizations: [globex.id] }
      await admin('PUT', `/saml/${shared.connection_id}`, share)
      expect((await create({ ...body, external_connection_id: 'x' })).outcome).toBe('sso_connection_not_found')
      const external = connection(await create())
      expect(external).toMatchObject({ ...body, organization_id: globex.id, status: 'active', display_name: 'Okta' })
      const roles = {
        external_connection_implicit_role_assignments: [{ role_id: builtInRoleIds.member }],
        external_group_implicit_role_assignments: [{ role_id: builtInRoleIds.admin, group: 'owners' }],
      }
      const path = `/b2b/sso/external/${external.connection_id}`
      const changed = await call('PUT', path, { ...roles, display_name: 'Acme' }, { session })
      expect(connection(changed)).toMatchObject({ ...roles, display_name: 'Acme' })
      const realm = organizationRealm(globex)
      const find = async () => {
        const record = await storage.ssoConnections.get(realm, external.connection_id)
        const found = record && ssoConnection(record)
        if (found?.kind !== 'external') return expect.fail()
        return (await findSharedConnection(storage, found))?.record.id ?? null
      }
      expect(await find()).toBe(shared.connection_id)
      // The chain ends: an external connection is not shared further, nor with its own organization.
      const own = { external_organization_id: globex.id, external_connection_id: external.connection_id }
      expect((await create(own)).outcome).toBe('sso_connection_not_found')
      expect((await admin('POST', '/external', own)).outcome).toBe('sso_connection_not_found')
      await admin('PUT', `/saml/${shared.connection_id}`, { shared_with_organizations: [] })
      expect(await find()).toBe(null)
    }),
  )

  it.inTurn('of another organization get the response of unknown ones, in every call (B-1) [B-SSO-05]', () =>
    using(async ({ completeSaml, createSaml, admin, acme, addOrganization, addMember, signInTo, call }) => {
      const { connection: own } = await completeSaml()
      const { connection_id: second } = await createSaml()
      const globex = await addOrganization('globex')
      await addMember(globex, 'grace@globex.example', { roles: [builtInRoleIds.admin] })
      const { session_token: session } = await signInTo(globex, 'grace@globex.example')
      const certificate = own.verification_certificates[0]?.certificate_id ?? ''
      const before = await storage.ssoConnections.list(organizationRealm(acme))
      const calls: [string, (id: string) => string, object | undefined][] = [
        ['PUT', (id) => `/saml/${id}`, { display_name: 'x' }],
        ['PUT', (id) => `/oidc/${id}`, { display_name: 'x' }],
        ['PUT', (id) => `/external/${id}`, { display_name: 'x' }],
        ['PUT', (id) => `/saml/${id}/url`, { metadata_url: 'https://idp.acme.example/' }],
        ['DELETE', (id) => `/saml/${id}/verification_certificates/${certificate}`, undefined],
        ['DELETE', (id) => `/${id}`, undefined],
        ['POST', () => '/external', { external_organization_id: acme.id, external_connection_id: own.connection_id }],
      ]
      for (const [method, path, body] of calls) {
        const outcomes: object[] = []
        for (const id of [own.connection_id, second, 'saml-connection-test-unknown']) {
          const answer = await call(method, `/b2b/sso${path(id)}`, body, { session })
          outcomes.push({ ...answer.json, request_id: '', status: answer.status })
        }
        expect(outcomes[0]).toMatchObject({ status: 404, error_type: 'sso_connection_not_found' })
        expect(outcomes).toEqual(outcomes.map(() => outcomes[0]))
      }
      // A connection of another kind is not found either.
      expect((await admin('PUT', `/oidc/${own.connection_id}`, { display_name: 'x' })).outcome).toBe(
        'sso_connection_not_found',
      )
      expect(await storage.ssoConnections.list(organizationRealm(acme))).toEqual(before)
      expect((await call('GET', '/b2b/sso', undefined, { session })).data).toMatchObject({ saml_connections: [] })
    }),
  )

  it.inTurn('need the permission of each call [B-RBAC-05]', () =>
    using(async ({ completeSaml, acme, addMember, signInTo, call }) => {
      const { connection: own } = await completeSaml()
      const id = own.connection_id
      await addMember(acme, 'bob@acme.example')
      const { session_token: session } = await signInTo(acme, 'bob@acme.example')
      const certificate = own.verification_certificates[0]?.certificate_id ?? ''
      const calls: [string, string, string, object?][] = [
        ['get', 'GET', ''],
        ['create', 'POST', '/saml', {}],
        ['create', 'POST', '/oidc', {}],
        ['create', 'POST', '/external', { external_organization_id: 'x', external_connection_id: 'y' }],
        ['update', 'PUT', `/saml/${id}`, { display_name: 'x' }],
        ['update', 'PUT', `/saml/${id}/url`, { metadata_url: 'https://idp.acme.example/' }],
        ['update', 'PUT', `/oidc/${id}`, { display_name: 'x' }],
        ['update', 'PUT', `/external/${id}`, { display_name: 'x' }],
        ['update', 'DELETE', `/saml/${id}/verification_certificates/${certificate}`],
        ['delete', 'DELETE', `/${id}`],
      ]
      for (const [action, method, path, body] of calls) {
        const answer = await call(method, `/b2b/sso${path}`, body, { session })
        expect([answer.outcome, answer.json.error_details]).toEqual([
          'unauthorized_action',
          { missing: [{ resource: 'latchkey.sso', action }] },
        ])
      }
    }),
  )

  it.inTurn('are at most 20, and each change of them is audited', () =>
    using(async ({ createSaml, admin, project }) => {
      const { connection_id: id } = await createSaml()
      await admin('PUT', `/saml/${id}`, { display_name: 'x' })
      await admin('DELETE', `/${id}`)
      for (let count = 0; count < 20; count++) await createSaml()
      expect((await admin('POST', '/saml', {})).outcome).toBe('too_many_sso_connections')
      expect((await admin('POST', '/oidc', {})).outcome).toBe('too_many_sso_connections')
      const rows = await storage.audit.listUnsealed(10_000)
      const own = rows.filter((row) => row.projectId === project.id && row.targetId?.endsWith(id))
      expect(own.map(({ event, actorKind }) => `${event} ${actorKind}`).sort()).toEqual([
        'sso_connection_create member',
        'sso_connection_delete member',
        'sso_connection_update member',
      ])
    }),
  )

  it.inTurn('leave the settings that name them, except as the default [B-SSO-05] [B-SSO-11]', () =>
    using(async ({ completeSaml, createSaml, admin, call, session }) => {
      const { connection: own } = await completeSaml()
      const { connection_id: pending } = await createSaml()
      const settings = (change: object) => call('PUT', '/b2b/organizations/me', change, { session })
      expect((await settings({ sso_default_connection_id: pending })).outcome).toBe('requires_active_sso_connection')
      const ids = [own.connection_id, pending]
      const restricted = { sso_jit_provisioning: 'RESTRICTED', sso_jit_provisioning_allowed_connections: ids }
      const changed = await settings({ sso_default_connection_id: own.connection_id, ...restricted })
      expect(changed.data).toMatchObject({
        organization: { sso_default_connection_id: own.connection_id, ...restricted },
      })
      const rejected = await admin('DELETE', `/${own.connection_id}`)
      expect(rejected.outcome).toBe('cannot_delete_default_sso_connection')
      expect((await admin('DELETE', `/${pending}`)).data).toMatchObject({ connection_id: pending })
      const after = await settings({ sso_default_connection_id: null })
      expect(after.data).toMatchObject({
        organization: {
          sso_jit_provisioning_allowed_connections: [own.connection_id],
          sso_default_connection_id: null,
        },
      })
      expect((await admin('DELETE', `/${own.connection_id}`)).outcome).toBe('200')
      expect((await settings({})).data).toMatchObject({
        organization: { sso_active_connections: [], sso_jit_provisioning_allowed_connections: [] },
      })
    }),
  )

  it.inTurn('are found by an address of a verified domain only [B-SSO-04]', () =>
    using(async ({ completeSaml, createSaml, acme, clock, call }) => {
      const { connection: own } = await completeSaml()
      await createSaml()
      const owner = organizationRealm(acme)
      const now = clock.now()
      const domain = {
        ...{ ...owner, domain: 'acme.example', token: 't', verifiedAt: now, claimedAt: null, checkedAt: now },
        ...{ failures: 0, nextCheckAt: null, createdAt: now },
      }
      await storage.organizationDomains.insert({ ...domain, state: 'pending' })
      const find = async (query: string) => {
        const answer = await call('GET', `/b2b/sso/discovery/connections${query}`)
        return answer.outcome === '200' ? answer.data : [answer.outcome, answer.json.query?.[0]?.dataPath]
      }
      const found = {
        connections: [{ connection_id: own.connection_id, display_name: 'Okta', identity_provider: 'okta' }],
      }
      const to = (address: string) => find(`?email_address=${encodeURIComponent(address)}`)
      expect(await to('ada@acme.example')).toMatchObject({ connections: [] })
      await storage.organizationDomains.update(owner, 'acme.example', { ...domain, state: 'verified' })
      expect(await to('Someone+x@ACME.example')).toMatchObject(found)
      for (const address of ['ada@sub.acme.example', 'ada@acme.example.org', 'ada@other.example'])
        expect(await to(address)).toMatchObject({ connections: [] })
      expect(await to('nothing')).toEqual(['invalid_email', undefined])
      expect(await find('')).toEqual(['schema_error', '.email_address'])
      expect(await find('?email_address=a%40b.co&email_address=c%40b.co')).toEqual(['schema_error', '.*'])
      await storage.organizations.suspend(acme.projectId, acme.id, now, now)
      expect(await to('ada@acme.example')).toMatchObject({ connections: [] })
      await storage.organizations.suspend(acme.projectId, acme.id, null, now)
      await storage.organizationDomains.update(owner, 'acme.example', { ...domain, state: 'lapsed' })
      expect(await to('ada@acme.example')).toMatchObject({ connections: [] })
    }),
  )
})
