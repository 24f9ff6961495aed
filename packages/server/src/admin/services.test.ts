import { generateKeyPairSync } from 'node:crypto'
import { adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect, it } from 'vitest'
import { sha256Hex } from '../core/hash.ts'
import { openOAuthSecret } from '../social-login/credentials.ts'
import { adminRoutes } from './admin.routes.ts'
import { onBothEngines } from './admin.suite.ts'

const endpoints = adminEndpoints

it('has a route for every endpoint of the contract', () => {
  const built = adminRoutes.map(({ endpoint }) => endpoint)
  const missing = Object.entries(endpoints).filter(([, endpoint]) => !built.some((one) => one === endpoint))
  expect(missing.map(([name]) => name)).toEqual([])
})

onBothEngines('signing keys by secret key', (open, it) => {
  it('lists signing keys without private keys, and rotates them when the next key is old enough or by force', async () => {
    const harness = await open()
    const list = () => harness.admin(endpoints.adminSigningKeysList)
    const rotate = (request = {}) => harness.admin(endpoints.adminSigningKeysRotate, { request })
    const before = await list()
    expect(before.data.signing_keys.map(({ state }) => state).sort()).toEqual(['active', 'next'])
    expect(before.text).not.toMatch(/private|sealed/)
    const next = before.data.signing_keys.find(({ state }) => state === 'next')?.kid
    expect((await rotate()).outcome).toBe('signing_key_too_young')
    harness.clock.advance(24 * 60 * 60_000)
    const after = (await rotate()).data.signing_keys
    expect(after.find(({ state }) => state === 'active')?.kid).toBe(next)
    expect((await rotate({ force: true })).data.signing_keys.map(({ state }) => state).sort()).toEqual([
      ...['active', 'next', 'retiring', 'retiring'],
    ])
  })
})

onBothEngines('OAuth credentials by secret key', (open, it) => {
  const { adminOAuthCredentialsList, adminOAuthCredentialsSet, adminOAuthCredentialsDelete } = endpoints

  it.inTurn(
    'seals OAuth credentials, never returns the secret, and keeps the redirect URI after a change',
    async () => {
      const harness = await open()
      const params = { provider: 'google' }
      const set = (client_secret: string) =>
        harness.admin(adminOAuthCredentialsSet, { params, request: { client_id: 'client-1', client_secret } })
      const first = await set('first secret'.replace(' ', '-'))
      const second = await set('second-secret')
      expect(second.data.oauth_credentials).toEqual({
        ...first.data.oauth_credentials,
        provider: 'google',
        client_id: 'client-1',
        options: {},
        redirect_uri: expect.stringMatching(/^https:\/\/auth\.example\.com\/v1\/oauth\/callback\/oauth-callback-test-/),
      })
      const listed = await harness.admin(adminOAuthCredentialsList)
      expect(listed.data.oauth_credentials).toEqual([second.data.oauth_credentials])
      expect(adminEndpointSchemas.adminOAuthCredentialsList.response.safeParse(listed.data).success).toBe(true)
      expect([first.text, second.text, listed.text].some((text) => text.includes('secret'))).toBe(false)
      const record = await harness.storage.oauthCredentials.get(harness.project.id, 'google')
      expect(record && openOAuthSecret(harness.vault, record)).toEqual({ clientSecret: 'second-secret' })
      expect((await harness.admin(adminOAuthCredentialsDelete, { params })).status).toBe(200)
      expect((await harness.admin(adminOAuthCredentialsDelete, { params })).outcome).toBe('oauth_config_not_found')
    },
  )

  it.inTurn('accepts a key for Apple and rejects invalid OAuth credentials with the name of the field', async () => {
    const harness = await open()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const apple = { client_id: 'com.example.app', team_id: 'ABCDE12345', key_id: 'ABCDE12345', private_key }
    const set = async (provider: string, request: { client_id: string }) => {
      const answer = await harness.admin(adminOAuthCredentialsSet, { params: { provider }, request })
      return answer.json.body?.[0]?.dataPath ?? answer.outcome
    }
    expect([
      await set('apple', apple),
      await set('apple', { ...apple, team_id: 'short' } as { client_id: string }),
      await set('apple', { client_id: 'x' }),
      await set('google', { client_id: 'x' }),
      await set('google', { client_id: 'x', client_secret: 'y', tenant: 'common' } as { client_id: string }),
      await set('myspace', { client_id: 'x' }),
    ]).toEqual(['200', '.team_id', '.client_secret', '.client_secret', '.tenant', 'oauth_config_not_found'])
  })
})

onBothEngines('templates by secret key', (open, it) => {
  const { adminTemplatesList, adminTemplatesGet, adminTemplatesSet, adminTemplatesDelete } = endpoints

  it.inTurn('sets, reads, replaces and deletes templates', async () => {
    const harness = await open()
    const params = { template_id: 'welcome' }
    const words = { en: { subject: 'Come in', body: 'Hello from {{project}}' }, 'pt-BR': { subject: 'Entre' } }
    const set = await harness.admin(adminTemplatesSet, { params, request: { kind: 'magic_link', words } })
    expect(set.data.template).toMatchObject({
      template_id: 'welcome',
      kind: 'magic_link',
      words: { en: words.en, 'pt-br': words['pt-BR'] },
    })
    expect((await harness.admin(adminTemplatesGet, { params })).data.template).toEqual(set.data.template)
    expect((await harness.admin(adminTemplatesList)).data.templates).toEqual([set.data.template])
    expect((await harness.admin(adminTemplatesDelete, { params })).status).toBe(200)
    expect((await harness.admin(adminTemplatesGet, { params })).outcome).toBe('template_not_found')
    const invite = { kind: 'invite', words: { en: { subject: '{{inviter}}: {{organization}}' } } } as const
    expect((await harness.admin(adminTemplatesSet, { params, request: invite })).status).toBe(200)
    expect((await harness.admin(adminTemplatesDelete, { params })).status).toBe(200)
    expect((await harness.admin(adminTemplatesDelete, { params })).outcome).toBe('template_not_found')
  })

  it.each([
    ['welcome', { kind: 'magic_link', words: {} }],
    ['wel come', { kind: 'magic_link', words: { en: {} } }],
    ['welcome', { kind: 'letter', words: { en: {} } }],
    ['welcome', { kind: 'magic_link', words: { english: {} } }],
    ['welcome', { kind: 'magic_link', words: { en: { subjet: 'x' } } }],
    ['welcome', { kind: 'magic_link', words: { en: { body: '{{token}}' } } }],
    ['welcome', { kind: 'magic_link', words: { en: { subject: 'a\r\nBcc: x@y.zz' } } }],
    ['welcome', { kind: 'magic_link', words: { en: { body: '{{organization}}' } } }],
    ['welcome', { kind: 'invite', words: { en: { body: '{{code}}' } } }],
    ['welcome', { kind: 'passcode_text', words: { en: { text: 'Your code' } } }],
  ])('rejects the template %s with %j', async (template_id, request) => {
    const harness = await open()
    const answer = await harness.admin(adminTemplatesSet, { params: { template_id }, request: request as never })
    expect(answer.outcome).toBe('schema_error')
  })
})

onBothEngines('impersonation by secret key', (open, it) => {
  it('issues an impersonation token that works once and names the impersonator', async () => {
    const harness = await open()
    const { accountId: user_id } = await harness.signIn('watched@example.com')
    const create = (request: { user_id: string; impersonator: string }) =>
      harness.admin(endpoints.adminImpersonationTokensCreate, { request })
    const { data } = await create({ user_id, impersonator: 'ops@example.com' })
    expect(data.expires_at).toBe('2027-01-15T08:05:00.000Z')
    harness.clock.advance(1_000)
    const redeem = async () =>
      (await harness.call('POST', '/impersonation/authenticate', { impersonation_token: data.impersonation_token }))
        .status
    expect([await redeem(), (await redeem()) >= 400]).toEqual([200, true])
    expect((await create({ user_id: 'unknown', impersonator: 'x' })).outcome).toBe('user_not_found')
    expect((await create({ user_id, impersonator: ' ' })).outcome).toBe('schema_error')
    const [session] = (await harness.admin(endpoints.adminSessionsList, { request: { user_id } })).data.sessions
    expect(session?.authentication_factors.map(({ type }) => type)).toEqual(['impersonated'])
  })
})

onBothEngines('attach tokens by secret key', (open, it) => {
  it('issues an attach token for a user and an identity provider', async () => {
    const harness = await open()
    const { accountId: user_id } = await harness.signIn('ada@example.com')
    const create = (request: { user_id: string; provider: 'github' }) =>
      harness.admin(endpoints.adminOAuthAttachTokensCreate, { request })
    const { data } = await create({ user_id, provider: 'github' })
    expect(data).toMatchObject({
      oauth_attach_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: '2027-01-15T08:10:00.000Z',
    })
    const row = await harness.storage.oneTime.findByTokenHash(harness.project.id, sha256Hex(data.oauth_attach_token))
    expect([row?.accountId, row?.identifier]).toEqual([user_id, 'oauth:github'])
    expect((await create({ user_id: 'unknown', provider: 'github' })).outcome).toBe('user_not_found')
  })
})

onBothEngines('organizations by secret key', (open, it) => {
  const { adminOrganizationsList, adminOrganizationsCreate, adminMembersList, adminMembersCreate } = endpoints

  it.inTurn('creates organizations and members, and finds the members by search', async () => {
    const harness = await open({ vertical: 'B2B' })
    const made = await harness.admin(adminOrganizationsCreate, { request: { organization_name: 'Ácme & Söhne' } })
    const { organization } = made.data
    expect(organization).toMatchObject({ organization_name: 'Ácme & Söhne', organization_slug: 'acme-sohne' })
    expect((await harness.admin(adminOrganizationsList)).data.organizations).toEqual([organization])
    const params = { organization_id: organization.organization_id }
    const request = { email_address: 'Ada@Example.com', name: 'Ada' }
    const { data } = await harness.admin(adminMembersCreate, { params, request })
    expect(data.member).toMatchObject({ email_address: 'ada@example.com', name: 'Ada', status: 'active' })
    expect((await harness.admin(adminMembersList, { params: { organization_id: 'acme-sohne' } })).data.members).toEqual(
      [data.member],
    )
    const search = { organization_id: organization.organization_id, email_address: 'ada@example.com' }
    const found = await harness.call('POST', '/b2b/organizations/members/search', search)
    expect(JSON.parse(found.text).data.member).toEqual({ status: 'active', name: '', member_password_id: '' })
    const outcomes = [
      await harness.admin(adminMembersCreate, { params, request }),
      await harness.admin(adminMembersCreate, { params: { organization_id: 'unknown' }, request }),
    ]
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['duplicate_member_email', 'organization_not_found'])
  })

  it.inTurn('rejects invalid slugs with 400, and taken and reserved ones with 409 [B-ORG-09]', async () => {
    const harness = await open({ vertical: 'B2B' })
    const create = async (organization_slug: string) => {
      const request = { organization_name: 'Acme', organization_slug }
      const { outcome, status } = await harness.admin(adminOrganizationsCreate, { request })
      return outcome === '200' ? outcome : `${status} ${outcome}`
    }
    for (const slug of ['A b', 'a', 'a/b', 'é1', 'a'.repeat(129)]) expect(await create(slug)).toBe('400 schema_error')
    expect([await create('acme'), await create('a.b_c~d-9'), await create('a'.repeat(128))]).toEqual([
      '200',
      '200',
      '200',
    ])
    for (const slug of ['acme', 'admin', 'adm1n', 'www', 'api', 'sso', 'setup', 'console', '..'])
      expect(await create(slug)).toBe('409 organization_slug_already_used')
  })

  it.inTurn('makes a slug from the name, with the first free suffix [B-ORG-13]', async () => {
    const harness = await open({ vertical: 'B2B' })
    const slugs: string[] = []
    for (const organization_name of ['Acme Söhne', 'Acme Sohne', 'acme, sohne', 'Admin', '東京', '!!']) {
      const { data } = await harness.admin(adminOrganizationsCreate, { request: { organization_name } })
      slugs.push(data.organization.organization_slug)
    }
    expect(slugs).toEqual(['acme-sohne', 'acme-sohne-2', 'acme-sohne-3', 'admin-2', 'org-2', 'org-3'])
  })

  it.inTurn('rejects organizations in a consumer project', async () => {
    const harness = await open()
    const made = await harness.admin(adminOrganizationsCreate, { request: { organization_name: 'Acme' } })
    expect(made.outcome).toBe('wrong_vertical')
  })
})
