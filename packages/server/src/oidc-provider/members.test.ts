import type { JsonObject } from '@latchkey/contract'
import { builtInRoleIds } from '@latchkey/contract/b2b'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, it as bothEngines, describe, expect } from 'vitest'
import { directAssignment } from '../organizations/member.ts'
import { organizationRealm } from '../storage/realm.ts'
import type { MemberRecord, OrganizationRecord } from '../storage/records.ts'
import type { Storage } from '../storage/storage.ts'
import { takeTurns } from '../storage/testing/engine-cases.ts'
import { dataOf } from '../testing/business-harness.ts'
import { engines, openTestStorage, pkcePair } from '../testing/harness.ts'
import {
  asClient,
  type BusinessIdpHarness,
  callback,
  createBusinessIdpHarness,
  createIdpHarness,
  loggedOut,
  type TestClient,
} from './oidc-provider.suite.ts'

const ada = 'ada@globex.example'
const scope = 'openid profile email offline_access notes:read notes:write'

interface SignedInMember {
  member: MemberRecord
  organization: OrganizationRecord
  session: string
}

describe.each(engines)('the OIDC provider for members on %s', (engine) => {
  const it = takeTurns(bothEngines, engine)
  let storage: Storage
  beforeAll(async () => {
    storage = await openTestStorage(engine)
  })
  afterAll(() => storage.close())

  async function signIn(
    harness: BusinessIdpHarness,
    slug = 'globex',
    { roles = [], ...settings }: JsonObject & { roles?: string[] } = {},
  ): Promise<SignedInMember> {
    const organization = await harness.addOrganization(slug, settings)
    const member = await harness.addMember(organization, ada, { roles })
    return { organization, member, session: (await harness.signInTo(organization, ada)).session_token }
  }

  async function signInAdmin(harness: BusinessIdpHarness, organization: OrganizationRecord): Promise<string> {
    const admin = 'root@globex.example'
    await harness.addMember(organization, admin, { roles: [builtInRoleIds.admin] })
    return (await harness.signInTo(organization, admin)).session_token
  }

  const introspect = async (harness: BusinessIdpHarness, client: TestClient, token = '') =>
    (await harness.post('/oauth2/introspect', { token }, { authorization: asClient(client) })).json
  const userinfo = (harness: BusinessIdpHarness, token = '') =>
    harness.get('/oauth2/userinfo', { authorization: `Bearer ${token}` })
  const refresh = (harness: BusinessIdpHarness, client: TestClient, refresh_token = '') =>
    harness.token(client, { grant_type: 'refresh_token', refresh_token })

  it.inTurn(
    'signs a member in to an application, with the organization in every token [B-OAU-11] [B-OAU-12]',
    async () => {
      const harness = await createBusinessIdpHarness(storage)
      const client = await harness.newClient()
      const { organization, member, session } = await signIn(harness)
      const { json: metadata } = await harness.get('/.well-known/openid-configuration')
      expect(metadata.claims_supported).toEqual(expect.arrayContaining(['organization_id', 'organization_slug']))
      const claims = { sub: member.id, organization_id: organization.id, organization_slug: 'globex' }
      const { json, status } = await harness.signInto(client, session, { scope })
      expect(status).toBe(200)
      // Only editors write notes.
      expect(json.scope).toBe('openid profile email offline_access notes:read')
      expect(decodeJwt(json.id_token ?? '')).toMatchObject({
        ...claims,
        aud: client.id,
        email: ada,
        email_verified: true,
      })
      expect(decodeJwt(json.access_token ?? '')).toMatchObject(claims)
      expect((await userinfo(harness, json.access_token)).json).toMatchObject({ ...claims, email: ada })
      expect(await introspect(harness, client, json.access_token)).toMatchObject({ ...claims, active: true })
      const renewed = await refresh(harness, client, json.refresh_token)
      expect(decodeJwt(renewed.json.id_token ?? '')).toMatchObject(claims)
      await harness.post('/oauth2/revoke', { token: renewed.json.refresh_token }, { authorization: asClient(client) })
      expect((await refresh(harness, client, renewed.json.refresh_token)).json.error).toBe('invalid_grant')
    },
  )

  it.inTurn('shows the member what an application requests, in both forms of the call [B-OAU-11]', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient()
    const { organization, member, session } = await signIn(harness)
    const { code_challenge } = pkcePair()
    const request = { client_id: client.id, redirect_uri: callback, response_type: 'code', code_challenge }
    const older = await harness.call(
      'POST',
      '/b2b/oauth/authorize/start',
      { ...request, scope: 'openid notes:write' },
      { session },
    )
    const shared = {
      ...{ consent_required: true, member_id: member.id, member: { email_address: ada } },
      ...{ organization: { organization_id: organization.id }, client: { client_id: client.id } },
    }
    expect(older.data).toMatchObject({
      ...{ ...shared, oidc_client: { client_id: client.id }, redirect_uri: callback },
      ...{ grantable_scope: 'openid', ungrantable_scope: 'notes:write', granted_scope: '' },
    })
    expect(older.data).not.toHaveProperty('user')
    const listed = { ...request, scopes: ['openid', 'notes:read'] }
    const newer = await harness.call('POST', '/idp/b2b/oauth/authorize/start', listed, { session })
    expect(newer.data).toMatchObject({
      ...shared,
      scope_results: [
        { scope: 'openid', is_grantable: true, description: '' },
        { scope: 'notes:read', is_grantable: true, description: 'Read your notes' },
      ],
    })
    const answer = { ...listed, consent_granted: true }
    const submitted = await harness.call('POST', '/idp/b2b/oauth/authorize/submit', answer, { session })
    const { redirect_uri, authorization_code } = submitted.data as unknown as Record<string, string>
    expect(new URL(redirect_uri ?? '').searchParams.get('code')).toBe(authorization_code)
  })

  it.inTurn('rejects the calls of the other kind of project', async () => {
    const business = await createBusinessIdpHarness(storage)
    const consumer = await createIdpHarness(storage)
    const client = await business.newClient()
    const own = await consumer.newClient()
    const fields = ({ id }: TestClient) => ({
      ...{ client_id: id, redirect_uri: callback, response_type: 'code', scope: 'openid', consent_granted: 'true' },
    })
    for (const [harness, path, sent] of [
      [business, '', fields(client)],
      [consumer, '/b2b', fields(own)],
    ] as const) {
      const { consent_granted, ...start } = sent
      expect((await harness.call('POST', `${path}/oauth/authorize/start`, start)).outcome).toBe('wrong_vertical')
      const { answer } = await harness.answer(sent, null, {}, path)
      expect(answer.text).toContain('wrong_vertical')
    }
  })

  it.inTurn('grants the scopes that the roles of the member permit now [B-OAU-12]', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient()
    const { organization, member, session } = await signIn(harness, 'globex', { roles: ['editor'] })
    const { json } = await harness.signInto(client, session, { scope })
    expect(json.scope).toBe(scope)
    await storage.roles.replace(organizationRealm(organization), member.id, directAssignment, [])
    const renewed = await refresh(harness, client, json.refresh_token)
    expect(renewed.json.scope).toBe('openid profile email offline_access notes:read')
  })

  it.inTurn('lets members authorize only the applications that the organization allows [B-ORG-21]', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const [listed, other] = [await harness.newClient(), await harness.newClient()]
    const own = await harness.newClient({ client_type: 'first_party' })
    const { session } = await signIn(harness, 'globex', {
      ...{ third_party_connected_apps_allowed_type: 'RESTRICTED', allowed_third_party_connected_apps: [listed.id] },
      first_party_connected_apps_allowed_type: 'NOT_ALLOWED',
    })
    expect((await harness.signInto(listed, session, { scope })).status).toBe(200)
    for (const client of [other, own]) {
      const query = { client_id: client.id, scope, code_challenge: pkcePair().code_challenge }
      const opened = await harness.open({ ...query, redirect_uri: callback, response_type: 'code' }, session)
      expect([opened.status, opened.outcome]).toEqual([403, 'connected_app_not_allowed'])
      const silent = await harness.consent({ ...query, prompt: 'none' }, session)
      expect(silent.query.error).toBe('access_denied')
    }
    const open = await signIn(harness, 'other', { first_party_connected_apps_allowed_type: 'RESTRICTED' })
    expect((await harness.signInto(other, open.session, { scope })).status).toBe(200)
  })

  it.inTurn('ends the grants for an application that the organization no longer allows [B-ORG-21]', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient()
    const { organization, session } = await signIn(harness)
    const { json } = await harness.signInto(client, session, { scope })
    const { code_challenge, code_verifier } = pkcePair()
    const { query } = await harness.consent({ client_id: client.id, scope, code_challenge }, session)
    const settings = { third_party_connected_apps_allowed_type: 'RESTRICTED' }
    const { projectId, id, revision } = organization
    await storage.organizations.update(projectId, id, revision, { settings }, harness.clock.now())
    const redeemed = await harness.token(client, {
      ...{ grant_type: 'authorization_code', code: query.code, redirect_uri: callback, code_verifier },
    })
    expect(redeemed.json.error).toBe('invalid_grant')
    expect((await refresh(harness, client, json.refresh_token)).json.error).toBe('invalid_grant')
  })

  const ends: [string, (harness: BusinessIdpHarness, of: SignedInMember) => Promise<unknown>][] = [
    [
      'the member is removed',
      ({ clock }, { organization, member }) =>
        storage.members.remove(organizationRealm(organization), member.id, clock.now()),
    ],
    [
      'the organization is suspended',
      ({ clock }, { organization }) =>
        storage.organizations.suspend(organization.projectId, organization.id, clock.now(), clock.now()),
    ],
    [
      'the organization is deleted',
      ({ clock }, { organization }) =>
        storage.organizations.remove(organization.projectId, organization.id, clock.now()),
    ],
    [
      'an admin changes the address',
      async (harness, { organization, member }) =>
        harness.call(
          ...(['PUT', `/b2b/organizations/members/${member.id}`, { email_address: 'new@globex.example' }] as const),
          { session: await signInAdmin(harness, organization) },
        ),
    ],
    [
      'an admin ends all sessions of the member',
      async (harness, { organization, member }) =>
        harness.call('POST', `/b2b/sessions/revoke/${member.id}`, undefined, {
          session: await signInAdmin(harness, organization),
        }),
    ],
  ]
  bothEngines.each(ends)('accepts no token of a member after %s', async (_, end) => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient()
    const signedIn = await signIn(harness)
    const { json } = await harness.signInto(client, signedIn.session, { scope })
    const { code_challenge, code_verifier } = pkcePair()
    const { query } = await harness.consent({ client_id: client.id, scope, code_challenge }, signedIn.session)
    await end(harness, signedIn)
    const redeemed = await harness.token(client, {
      ...{ grant_type: 'authorization_code', code: query.code, redirect_uri: callback, code_verifier },
    })
    expect([redeemed.json.error, (await refresh(harness, client, json.refresh_token)).json.error]).toEqual([
      ...['invalid_grant', 'invalid_grant'],
    ])
    expect((await userinfo(harness, json.access_token)).status).toBe(401)
    expect(await introspect(harness, client, json.access_token)).toEqual({ active: false })
    expect(await introspect(harness, client, json.refresh_token)).toEqual({ active: false })
  })

  it.inTurn('ends grants without offline access with the session of the member', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient()
    const { session } = await signIn(harness)
    const { json } = await harness.signInto(client, session, { scope: 'openid' })
    expect((await userinfo(harness, json.access_token)).status).toBe(200)
    await harness.call('POST', '/b2b/sessions/revoke', undefined, { session })
    expect((await userinfo(harness, json.access_token)).status).toBe(401)
  })

  it.inTurn('needs no confirmation of a logout with the ID token of the session [B-OAU-13]', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient()
    const { session } = await signIn(harness)
    const { json } = await harness.signInto(client, session, { scope: 'openid' })
    const logout = { client_id: client.id, post_logout_redirect_uri: loggedOut, state: 's' }
    const start = async (body: object, token: string) =>
      (await harness.call('POST', '/b2b/oauth/logout/start', { ...logout, ...body }, { session: token })).data
    const redirect_uri = `${loggedOut}?state=s`
    expect(await start({ id_token_hint: json.id_token }, session)).toMatchObject({
      redirect_uri,
      consent_required: false,
    })
    expect(await start({}, session)).toMatchObject({ redirect_uri, consent_required: true })
    const other = await signIn(harness, 'other')
    // The ID token names the member of another organization.
    expect(await start({ id_token_hint: json.id_token }, other.session)).toMatchObject({ consent_required: true })
  })

  const everything = {
    client_type: 'first_party' as const,
    scopes: ['openid', 'full_access', 'offline_access'],
  }
  const exchange = (harness: BusinessIdpHarness, access_token = '', session: string | null = null) => {
    const body = { access_token, session_duration_minutes: 30 }
    return harness.call('POST', '/b2b/sessions/exchange_access_token', body, { session })
  }
  const isAlive = async (harness: BusinessIdpHarness, session: string) =>
    (await harness.call('POST', '/b2b/sessions/authenticate', {}, { session })).status === 200

  it.inTurn('starts a session of the member of an access token, which ends with the grant [B-SES-07]', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient(everything)
    const { member, session } = await signIn(harness)
    const { json } = await harness.signInto(client, session, { scope: 'openid full_access' })
    const data = dataOf(await exchange(harness, json.access_token))
    expect(data).toMatchObject({
      ...{ member_id: member.id, member_authenticated: true, organization: { organization_slug: 'globex' } },
      member_session: {
        authentication_factors: [
          { type: 'magic_link' },
          { type: 'oauth', oauth_access_token_exchange_factor: { client_id: client.id } },
        ],
      },
    })
    expect(data.session_token).not.toBe(session)
    const { json: narrow } = await harness.signInto(client, session, { scope: 'openid' })
    for (const token of [narrow.access_token, json.id_token, 'x.y.z', ''])
      expect((await exchange(harness, token)).outcome).toMatch(/^(invalid_access_token|schema_error)$/)
    await harness.post('/oauth2/revoke', { token: json.access_token }, { authorization: asClient(client) })
    expect((await exchange(harness, json.access_token)).outcome).toBe('invalid_access_token')
    expect(await isAlive(harness, data.session_token)).toBe(true)
    await harness.call('POST', '/b2b/sessions/revoke', undefined, { session })
    expect(await isAlive(harness, data.session_token)).toBe(false)
  })

  it.inTurn('exchanges no access token after the session behind it has ended', async () => {
    const harness = await createBusinessIdpHarness(storage)
    const client = await harness.newClient(everything)
    const { session } = await signIn(harness)
    const { json } = await harness.signInto(client, session, { scope: 'openid full_access offline_access' })
    await harness.call('POST', '/b2b/sessions/revoke', undefined, { session })
    const { json: renewed } = await refresh(harness, client, json.refresh_token)
    expect(renewed.scope).toBe('openid full_access offline_access')
    expect((await exchange(harness, renewed.access_token)).outcome).toBe('invalid_access_token')
  })

  const stricter: [string, JsonObject, boolean][] = [
    ['requires a second factor', { mfa_policy: 'REQUIRED_FOR_ALL' }, false],
    ['has enrolled the member', {}, true],
    ['no longer allows the method', { auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] }, false],
    ['accepts only newer factors', { max_factor_age_minutes: 1 }, false],
  ]
  bothEngines.each(stricter)(
    'exchanges no access token if the organization %s (M-1)',
    async (_, settings, mfaEnrolled) => {
      const harness = await createBusinessIdpHarness(storage)
      const client = await harness.newClient(everything)
      const { organization, member, session } = await signIn(harness)
      const { json } = await harness.signInto(client, session, { scope: 'openid full_access' })
      expect((await exchange(harness, json.access_token)).outcome).toBe('200')
      const { projectId, id, revision } = organization
      harness.clock.advance(2 * 60_000)
      const now = harness.clock.now()
      await storage.organizations.update(projectId, id, revision, { settings }, now)
      await storage.members.update(organizationRealm(organization), member.id, { mfaEnrolled }, now)
      const refused = await exchange(harness, json.access_token)
      expect([refused.status, refused.outcome]).toEqual([403, 'operation_restricted_by_organization_auth_methods'])
    },
  )
})
