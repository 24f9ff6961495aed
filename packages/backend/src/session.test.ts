import { projectsBootstrap, type RbacPolicy, sdkPath } from '@latchkey/contract'
import { createBusinessTestkit } from '@latchkey/testkit'
import { describe, expect, it } from 'vitest'
import { baseUrl, bearer, cookies, minute, setUp } from './backend.suite.ts'
import { createBackend } from './index.ts'

const rbacPolicy: RbacPolicy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [{ resource_id: 'documents', actions: ['read'] }] },
    { role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'documents', description: '', actions: ['read', 'write'] }],
  scopes: [],
}

describe('permissions of a session', () => {
  it('decides by the roles of the user and the policy of the project', async () => {
    const { backend, admin, user, kit, requests } = await setUp({ settings: { rbacPolicy } })
    const session = await backend.verifyJwt(user.jwt)
    expect([
      await session?.can('documents', 'read'),
      await session?.can('documents', 'write'),
      await session?.can('bills', 'read'),
    ]).toEqual([true, false, false])
    await expect(session?.requirePermission('documents', 'write')).rejects.toMatchObject({
      ...{ name: 'ForbiddenError', status: 403, error_type: 'unauthorized_action' },
      message: 'No role of the user permits documents: write.',
    })
    const path = sdkPath + projectsBootstrap.path.replace('{public_token}', kit.project.publicToken)
    expect(requests.filter((one) => one === path)).toHaveLength(1)
    await (await admin()).users.update({ user_id: user.userId, roles: ['editor'] })
    const renewed = await backend.authenticateSession(user.token)
    await renewed?.requirePermission('documents', 'write')
    expect([renewed?.roles, renewed?.user.roles]).toEqual([
      ['latchkey_user', 'editor'],
      ['latchkey_user', 'editor'],
    ])
  })

  it('reads the policy again after a minute, and uses it for five if the provider does not respond', async () => {
    const setup = await setUp({ settings: { rbacPolicy } })
    const { backend, admin, user, kit } = setup
    const api = await admin()
    const session = await backend.verifyJwt(user.jwt)
    expect(await session?.can('documents', 'read')).toBe(true)
    const { settings } = await api.settings.get()
    const [, editor] = settings.rbac_policy.roles
    await api.settings.update({ settings: { rbac_policy: { ...settings.rbac_policy, roles: editor ? [editor] : [] } } })
    expect(await session?.can('documents', 'read')).toBe(true)
    await kit.clock.advance(minute + 5_000)
    expect(await session?.can('documents', 'read')).toBe(false)
    setup.connection = () => Promise.reject(new TypeError('fetch failed'))
    await kit.clock.advance(4 * minute)
    expect(await session?.can('documents', 'read')).toBe(false)
    await kit.clock.advance(minute)
    await expect(session?.can('documents', 'read')).rejects.toMatchObject({ name: 'UnreachableError' })
  })

  it('names the impersonator and the custom claims', async () => {
    const { backend, admin, user, kit } = await setUp()
    const { impersonation_token } = await (await admin()).impersonationTokens.create({
      user_id: user.userId,
      impersonator: 'grace',
    })
    const answer = await kit.call('POST', '/impersonation/authenticate', { impersonation_token })
    const session = await backend.verifyJwt(String(answer.body.data?.session_jwt))
    expect([session?.userId, session?.impersonator]).toEqual([user.userId, 'grace'])
  })

  it('names the organization of a member, and decides by the roles of the member', async () => {
    const kit = await createBusinessTestkit()
    try {
      const { organization_id, members } = kit.acme
      const email_address = members[0]?.email_address ?? ''
      await kit.client.otps.email.loginOrSignup({ organization_id, email_address })
      const code = kit.inbox.lastCode(email_address)
      await kit.client.otps.email.authenticate({ organization_id, email_address, code, session_duration_minutes: 30 })
      const { id: projectId, publicToken } = kit.project
      const backend = createBackend({
        ...{ baseUrl, projectId, publicToken, now: kit.clock.now },
        fetch: (url, init) => kit.provider.fetch(new Request(url, init), { peerAddress: '203.0.113.9' }),
      })
      const session = await backend.verifyJwt(kit.client.session.getTokens()?.session_jwt ?? '')
      expect([session?.userId, session?.organizationId, session?.roles]).toEqual([
        ...[members[0]?.member_id, organization_id],
        ['latchkey_member', 'latchkey_admin'],
      ])
      expect(await session?.can('latchkey.member', 'create')).toBe(true)
      expect(await session?.can('invoices', 'read')).toBe(false)
    } finally {
      await kit.close()
    }
  })
})

describe('authenticateSession', () => {
  it('returns a new JWT, the user and the cookie that the client would write', async () => {
    const { backend, user, kit } = await setUp()
    await kit.clock.advance(6 * minute)
    const session = await backend.authenticateSession(user.token)
    expect([session?.userId, session?.user.emails[0]?.email]).toEqual([user.userId, 'ada@example.com'])
    expect(await backend.verifyRequest(bearer(session?.jwt ?? ''))).not.toBeNull()
    expect(session?.setCookies).toEqual([
      `latchkey_session_jwt=${session?.jwt}; Path=/; Max-Age=1440; Secure; SameSite=Lax`,
    ])
    expect(await backend.authenticateSession('unknown')).toBeNull()
  })

  it('extends the session only if it is asked to', async () => {
    const { backend, user, kit } = await setUp()
    const end = kit.clock.now() + 30 * minute
    await kit.clock.advance(minute)
    expect((await backend.authenticateSession(user.token))?.expiresAt.getTime()).toBe(end)
    const extended = await backend.authenticateSession(user.token, { session_duration_minutes: 60 })
    expect(extended?.expiresAt.getTime()).toBe(kit.clock.now() + 60 * minute)
  })

  it.each([
    ['__Host-latchkey_session', null],
    ['__Secure-latchkey_session', 'example.com'],
  ])('sets the cookie %s with the attributes of the provider', async (cookieName, domain) => {
    const httpOnlyCookies = { enabled: true, domain, name: 'latchkey_session' }
    const settings = { cnameDomain: 'auth.example.com', httpOnlyCookies, authorizedOrigins: [baseUrl] }
    const { create, kit, fetch } = await setUp()
    const project = await kit.addProject(settings)
    const { publicToken } = project
    const call = async (path: string, body: object): Promise<Response> =>
      fetch(`${baseUrl}${sdkPath}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${publicToken}:${publicToken}`)}`,
          'content-type': 'application/json',
          origin: baseUrl,
        },
        body: JSON.stringify(body),
      })
    const { data } = await (await call('/otps/email/login_or_create', { email: 'eve@example.com' })).json()
    await kit.provider.outbox.drain()
    const token = kit.inbox.lastCode('eve@example.com')
    const body = { token, method_id: data.method_id, session_duration_minutes: 30 }
    const set = (await call('/otps/authenticate', body)).headers.getSetCookie()
    const header = set.map((cookie) => cookie.split(';')[0]).join('; ')
    const sessionToken = new RegExp(`${cookieName}=([^;]+)`).exec(header)?.[1] ?? ''
    const backend = create({
      ...{ projectId: project.id, publicToken, cookieName, cookieDomain: domain ?? undefined },
      trustSiblingHosts: true,
    })
    const session = await backend.authenticateSession(sessionToken)
    const attributesOf = (cookie = ''): string[] => cookie.split('; ').slice(1).sort()
    const theirs = set.find((cookie) => cookie.startsWith(`${cookieName}_jwt=`))
    expect(session?.setCookies).toHaveLength(1)
    expect(attributesOf(session?.setCookies[0])).toEqual(attributesOf(theirs))
    expect((await backend.verifyRequest(cookies(header)))?.userId).toBe(session?.userId)
    // Without the domain, the cookie would be stored next to the one of the provider.
    const unknown = create({ projectId: project.id, publicToken, cookieName })
    const withoutDomain = (await unknown.authenticateSession(sessionToken))?.setCookies
    expect(withoutDomain).toHaveLength(domain === null ? 1 : 0)
  })
})
