import { generateKeyPairSync } from 'node:crypto'
import { type AdminEndpointName, adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { createTestkit } from '@latchkey/testkit'
import { describe, expect, it } from 'vitest'
import { createAdmin } from './admin.ts'
import { baseUrl, createSecretKey, setUp } from './backend.suite.ts'
import { isLatchkeyError } from './index.ts'

type Outcome = object | string

describe('the client of the admin API', () => {
  it('has a method for every endpoint of the contract', async () => {
    const admin = createAdmin({ baseUrl, projectId: 'p', secretKey: 's' })
    const methods = Object.values(admin).flatMap((area) => Object.keys(area))
    expect(methods).toHaveLength(Object.keys(adminEndpoints).length)
    expect(Object.keys(admin.oauthClients)).toEqual([
      ...['list', 'create', 'get', 'update', 'delete', 'admit', 'rotateSecret'],
    ])
  })

  it('calls every endpoint of a provider and returns its typed response or error', async () => {
    const { admin: create, user } = await setUp()
    const admin = await create()
    const { userId: user_id } = user
    const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? ''
    const public_key = Buffer.from(key, 'base64url').toString('base64')
    const application = { client_type: 'first_party', client_name: 'Notes', redirect_uris: ['https://rp.example.net/'] }
    const created = await admin.oauthClients.create({ ...application, client_type: 'first_party' })
    const { client_id } = created.oauth_client
    const google = { provider: 'google', client_id: 'x', client_secret: 'y' }
    const template = { template_id: 'welcome', kind: 'magic_link' as const, words: { en: { subject: 'Hello' } } }
    const { sessions } = await admin.sessions.list({ user_id })
    const { secret_keys } = await admin.secretKeys.list()
    const acme = { organization_id: 'o', domain: 'acme.example' }
    const ofMember = { organization_id: 'o', member_id: 'm' }
    const connection = { organization_id: 'o', connection_id: 'c' }
    // In this order: later calls need what earlier ones have created.
    const calls: [AdminEndpointName, () => Promise<object>, 'ok' | string][] = [
      ['adminProjectGet', () => admin.project.get(), 'ok'],
      ['adminSettingsGet', () => admin.settings.get(), 'ok'],
      ['adminSettingsUpdate', () => admin.settings.update({ settings: { project_name: 'Notes' } }), 'ok'],
      ['adminSettingsUpdate', () => admin.settings.update({ settings: {}, revision: 1 }), 'settings_conflict'],
      ['adminUsersList', () => admin.users.list({ query: 'ada@', limit: 1 }), 'ok'],
      ['adminUsersList', () => admin.users.list({ limit: 1_000 }), 'schema_error'],
      ['adminUsersCreate', () => admin.users.create({ email: 'bob@example.com' }), 'ok'],
      ['adminUsersCreate', () => admin.users.create({ email: 'bob@example.com' }), 'duplicate_email'],
      ['adminUsersImport', () => admin.users.import({ users: [{ email: 'eve@example.com' }] }), 'ok'],
      ['adminUsersPrune', () => admin.users.prune({ older_than_days: 30 }), 'ok'],
      ['adminUsersGet', () => admin.users.get({ user_id }), 'ok'],
      ['adminUsersGet', () => admin.users.get({ user_id: 'a/b?c' }), 'user_not_found'],
      ['adminUsersUpdate', () => admin.users.update({ user_id, name: { first_name: 'Ada' } }), 'ok'],
      [
        'adminUsersCreateBiometricRegistration',
        () => admin.users.createBiometricRegistration({ user_id, public_key }),
        'ok',
      ],
      [
        'adminUsersDeleteRegistration',
        () => admin.users.deleteRegistration({ user_id, registration_id: 'unknown' }),
        'registration_not_found',
      ],
      ['adminUsersUnlock', () => admin.users.unlock({ user_id }), 'ok'],
      ['adminSessionsList', () => admin.sessions.list({ user_id }), 'ok'],
      ['adminSessionsRevoke', () => admin.sessions.revoke({ session_id: sessions[0]?.session_id ?? '' }), 'ok'],
      [
        'adminImpersonationTokensCreate',
        () => admin.impersonationTokens.create({ user_id, impersonator: 'grace' }),
        'ok',
      ],
      ['adminImpersonationsRevoke', () => admin.impersonations.revoke({ impersonator: 'grace' }), 'ok'],
      ['adminOAuthCredentialsSet', () => admin.oauthCredentials.set(google), 'ok'],
      ['adminOAuthCredentialsList', () => admin.oauthCredentials.list(), 'ok'],
      ['adminOAuthAttachTokensCreate', () => admin.oauthAttachTokens.create({ user_id, provider: 'google' }), 'ok'],
      ['adminOAuthCredentialsDelete', () => admin.oauthCredentials.delete({ provider: 'google' }), 'ok'],
      ['adminOAuthClientsCreate', async () => created, 'ok'],
      ['adminOAuthClientsList', () => admin.oauthClients.list(), 'ok'],
      ['adminOAuthClientsGet', () => admin.oauthClients.get({ client_id }), 'ok'],
      ['adminOAuthClientsUpdate', () => admin.oauthClients.update({ client_id, client_name: 'Papers' }), 'ok'],
      ['adminOAuthClientsRotateSecret', () => admin.oauthClients.rotateSecret({ client_id, keep_minutes: 5 }), 'ok'],
      ['adminOAuthClientsDelete', () => admin.oauthClients.delete({ client_id }), 'ok'],
      ['adminOAuthClientsAdmit', () => admin.oauthClients.admit({ client_id }), 'oauth_client_not_found'],
      ['adminTemplatesSet', () => admin.templates.set(template), 'ok'],
      ['adminTemplatesGet', () => admin.templates.get({ template_id: 'welcome' }), 'ok'],
      ['adminTemplatesList', () => admin.templates.list(), 'ok'],
      ['adminTemplatesDelete', () => admin.templates.delete({ template_id: 'welcome' }), 'ok'],
      ['adminSigningKeysList', () => admin.signingKeys.list(), 'ok'],
      ['adminSigningKeysRotate', () => admin.signingKeys.rotate(), 'signing_key_too_young'],
      ['adminSigningKeysRotate', () => admin.signingKeys.rotate({ force: true }), 'ok'],
      ['adminUsersDisable', () => admin.users.disable({ user_id }), 'ok'],
      ['adminUsersEnable', () => admin.users.enable({ user_id }), 'ok'],
      ['adminUsersDelete', () => admin.users.delete({ user_id }), 'ok'],
      ['adminOrganizationsList', () => admin.organizations.list(), 'ok'],
      ['adminOrganizationsCreate', () => admin.organizations.create({ organization_name: 'Acme' }), 'wrong_vertical'],
      ['adminOrganizationsGet', () => admin.organizations.get({ organization_id: 'o' }), 'organization_not_found'],
      [
        'adminOrganizationsUpdate',
        () => admin.organizations.update({ organization_id: 'o' }),
        'organization_not_found',
      ],
      [
        'adminOrganizationsSuspend',
        () => admin.organizations.suspend({ organization_id: 'o' }),
        'organization_not_found',
      ],
      [
        'adminOrganizationsResume',
        () => admin.organizations.resume({ organization_id: 'o' }),
        'organization_not_found',
      ],
      [
        'adminOrganizationsSimulate',
        () => admin.organizations.simulate({ organization_id: 'o', email_address: 'ada@example.com' }),
        'organization_not_found',
      ],
      [
        'adminOrganizationsDelete',
        () => admin.organizations.delete({ organization_id: 'o' }),
        'organization_not_found',
      ],
      ['adminMembersList', () => admin.members.list({ organization_id: 'o' }), 'organization_not_found'],
      [
        'adminMembersCreate',
        () => admin.members.create({ organization_id: 'o', email_address: 'ada@example.com' }),
        'wrong_vertical',
      ],
      ['adminMembersGet', () => admin.members.get({ organization_id: 'o', member_id: 'm' }), 'organization_not_found'],
      [
        'adminMembersUpdate',
        () => admin.members.update({ organization_id: 'o', member_id: 'm' }),
        'organization_not_found',
      ],
      [
        'adminMembersDelete',
        () => admin.members.delete({ organization_id: 'o', member_id: 'm' }),
        'organization_not_found',
      ],
      [
        'adminMembersReactivate',
        () => admin.members.reactivate({ organization_id: 'o', member_id: 'm' }),
        'organization_not_found',
      ],
      [
        'adminMembersSearch',
        () => admin.members.search({ organization_id: 'o', query: { operator: 'AND', operands: [] } }),
        'organization_not_found',
      ],
      [
        'adminMembersDeleteFactor',
        () => admin.members.deleteFactor({ ...ofMember, factor: 'totp' }),
        'organization_not_found',
      ],
      [
        'adminMembersUnlinkRetiredEmail',
        () => admin.members.unlinkRetiredEmail({ ...ofMember, email_address: 'ada@example.com' }),
        'organization_not_found',
      ],
      [
        'adminMembersStartEmailUpdate',
        () => admin.members.startEmailUpdate({ ...ofMember, email_address: 'ada@example.com' }),
        'organization_not_found',
      ],
      ['adminInvitationsList', () => admin.invitations.list({ organization_id: 'o' }), 'organization_not_found'],
      [
        'adminInvitationsCreate',
        () => admin.invitations.create({ organization_id: 'o', email_address: 'ada@example.com' }),
        'wrong_vertical',
      ],
      ['adminInvitationsResend', () => admin.invitations.resend(ofMember), 'organization_not_found'],
      ['adminInvitationsRevoke', () => admin.invitations.revoke(ofMember), 'organization_not_found'],
      [
        'adminOrganizationsGetConnectedApps',
        () => admin.organizations.getConnectedApps({ organization_id: 'o' }),
        'organization_not_found',
      ],
      [
        'adminOrganizationsGetConnectedApp',
        () => admin.organizations.getConnectedApp({ organization_id: 'o', connected_app_id: 'a' }),
        'organization_not_found',
      ],
      [
        'adminOrganizationsRevokeConnectedApp',
        () => admin.organizations.revokeConnectedApp({ organization_id: 'o', connected_app_id: 'a' }),
        'organization_not_found',
      ],
      ['adminMembersGetConnectedApps', () => admin.members.getConnectedApps(ofMember), 'organization_not_found'],
      [
        'adminMembersRevokeConnectedApp',
        () => admin.members.revokeConnectedApp({ ...ofMember, connected_app_id: 'a' }),
        'organization_not_found',
      ],
      ['adminOrganizationDomainsList', () => admin.organizationDomains.list(acme), 'organization_not_found'],
      ['adminOrganizationDomainsCreate', () => admin.organizationDomains.create(acme), 'organization_not_found'],
      ['adminOrganizationDomainsCheck', () => admin.organizationDomains.check(acme), 'organization_not_found'],
      ['adminOrganizationDomainsDelete', () => admin.organizationDomains.delete(acme), 'organization_not_found'],
      ['adminSsoList', () => admin.sso.list(acme), 'organization_not_found'],
      ['adminSsoDelete', () => admin.sso.delete(connection), 'organization_not_found'],
      ['adminSsoListAttempts', () => admin.sso.listAttempts(connection), 'organization_not_found'],
      ['adminSsoStartTest', () => admin.sso.startTest(connection), 'organization_not_found'],
      ['adminSsoGetTest', () => admin.sso.getTest({ ...connection, test_id: 't' }), 'organization_not_found'],
      ['adminSsoCreateSaml', () => admin.sso.createSaml(acme), 'organization_not_found'],
      ['adminSsoUpdateSaml', () => admin.sso.updateSaml(connection), 'organization_not_found'],
      [
        'adminSsoUpdateSamlByUrl',
        () => admin.sso.updateSamlByUrl({ ...connection, metadata_url: 'https://idp.example' }),
        'organization_not_found',
      ],
      [
        'adminSsoDeleteSamlCertificate',
        () => admin.sso.deleteSamlCertificate({ ...connection, certificate_id: 'c' }),
        'organization_not_found',
      ],
      ['adminSsoCreateOidc', () => admin.sso.createOidc(acme), 'organization_not_found'],
      ['adminSsoUpdateOidc', () => admin.sso.updateOidc(connection), 'organization_not_found'],
      [
        'adminSsoCreateExternal',
        () => admin.sso.createExternal({ ...acme, external_organization_id: 'o', external_connection_id: 'c' }),
        'organization_not_found',
      ],
      ['adminSsoUpdateExternal', () => admin.sso.updateExternal(connection), 'organization_not_found'],
      ['adminSecretKeysList', () => admin.secretKeys.list(), 'ok'],
      // The key of this client: further calls are rejected.
      [
        'adminSecretKeysRevoke',
        () => admin.secretKeys.revoke({ secret_key_id: secret_keys[0]?.secret_key_id ?? '' }),
        'ok',
      ],
      ['adminProjectGet', () => admin.project.get(), 'invalid_secret_authentication'],
    ]
    const outcomes: unknown[] = []
    for (const [name, call] of calls) {
      const outcome: Outcome = await call().catch((error: unknown) => {
        if (isLatchkeyError(error) && error.name === 'ApiError' && error.request_id) return error.error_type
        throw error
      })
      const { response } = adminEndpointSchemas[name]
      outcomes.push([name, typeof outcome === 'string' ? outcome : response.safeParse(outcome).success && 'ok'])
    }
    expect(outcomes).toEqual(calls.map(([name, , expected]) => [name, expected]))
    expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(Object.keys(adminEndpoints).sort())
  })

  it('manages the organizations of a business project', async () => {
    const kit = await createTestkit({ vertical: 'B2B' })
    const connect = (url: string, init: RequestInit) =>
      kit.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.9' })
    const secretKey = await createSecretKey(kit)
    const admin = createAdmin({ baseUrl, projectId: kit.project.id, secretKey, fetch: connect })
    const { organization } = await admin.organizations.create({ organization_name: 'Acme' })
    const { organization_id } = organization
    const { member } = await admin.members.create({ organization_id, email_address: 'ada@example.com' })
    expect((await admin.organizations.list()).organizations).toEqual([organization])
    expect((await admin.members.list({ organization_id, limit: 1 })).members).toEqual([member])
    const invited = await admin.invitations.create({ organization_id, email_address: 'bob@example.com' })
    const { member_id } = invited.member
    await kit.provider.outbox.drain()
    expect(kit.inbox.lastLink('bob@example.com')).toContain('https://')
    expect((await admin.invitations.list({ organization_id, state: 'sent' })).members).toEqual([invited.member])
    await admin.invitations.revoke({ organization_id, member_id })
    expect((await admin.invitations.list({ organization_id, state: 'sent' })).members).toEqual([])
    const { domain } = await admin.organizationDomains.create({ organization_id, domain: 'Acme.Example' })
    expect(domain).toMatchObject({ domain: 'acme.example', state: 'pending' })
    expect((await admin.organizationDomains.list({ organization_id })).domains).toEqual([domain])
    await admin.organizationDomains.delete({ organization_id, domain: 'acme.example' })
    expect((await admin.organizationDomains.list({ organization_id })).domains).toEqual([])
    await kit.close()
  })

  it('throws errors with type, status, request id, issues and delay', async () => {
    const setup = await setUp({ config: { limits: { requests_per_secret_key: { limit: 2, windowMs: 60_000 } } } })
    const admin = await setup.admin()
    await expect(admin.users.list({ limit: 0 })).rejects.toMatchObject({
      ...{ name: 'ApiError', error_type: 'schema_error', status_code: 400, request_id: expect.stringMatching(/./) },
      issues: [expect.objectContaining({ dataPath: '.limit' })],
      message: expect.stringContaining('.limit'),
    })
    await admin.project.get()
    await expect(admin.project.get()).rejects.toMatchObject({
      ...{ name: 'ApiError', error_type: 'too_many_requests', status_code: 429, retryAfterMs: expect.any(Number) },
    })
    setup.connection = () => Promise.reject(new TypeError('fetch failed'))
    await expect(admin.project.get()).rejects.toMatchObject({ name: 'UnreachableError', cause: expect.any(TypeError) })
  })

  it('rejects path parameters that would name another endpoint', async () => {
    const { admin: create, requests } = await setUp()
    const admin = await create()
    requests.length = 0
    for (const registration_id of ['', '.', '..', undefined as unknown as string])
      await expect(admin.users.deleteRegistration({ user_id: 'u', registration_id })).rejects.toMatchObject({
        ...{ name: 'UsageError', message: expect.stringContaining('registration_id is missing or invalid') },
      })
    expect(requests).toEqual([])
    expect(() => createAdmin({ baseUrl, projectId: 'p', secretKey: '' })).toThrow('projectId or secretKey is missing.')
  })
})
