import { describe, expect, it } from 'vitest'
import { clientInternals } from '../context/client-internals.ts'
import { api, createTestSetup, fail, gate, makeBootstrap, publicToken } from '../test-setup.suite.ts'

const path = `/projects/bootstrap/${publicToken}`

const defaults = {
  displayWatermark: false,
  emailDomains: ['latchkey.example'],
  captchaSettings: { enabled: false },
  pkceRequiredForEmailMagicLinks: true,
  pkceRequiredForPasswordResets: true,
  pkceRequiredForOauth: true,
  pkceRequiredForSso: true,
}

const policy = {
  roles: [{ role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['*'] }] }],
  resources: [{ resource_id: 'documents', description: '', actions: ['read'] }],
  scopes: [{ scope: 'documents:read', description: 'Read your documents', permissions: [] }],
}

describe('bootstrap', () => {
  it('fetches the settings without a payload [C-CALL-07]', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await client.bootstrap.get()
    expect(setup.script.to(path).map(({ url, method, body }) => ({ url, method, body }))).toEqual([
      { url: `${api}/sdk/v1${path}`, method: 'GET', body: null },
    ])
  })

  it('reads every field of the settings [C-CFG-17] [C-CFG-18] [C-CFG-19] [C-CFG-20] [C-CFG-21] [C-CFG-22] [C-CFG-23] [C-CFG-24] [C-CFG-25] [C-CFG-26] [C-CFG-27] [C-CFG-28] [C-CFG-29] [C-CFG-30] [C-CFG-31] [C-CFG-32] [C-CFG-33]', async () => {
    const setup = createTestSetup()
    setup.script.on(path, {
      data: makeBootstrap({
        project_name: 'Tea House',
        disable_sdk_watermark: false,
        cname_domain: 'auth.tea.example',
        email_domains: ['tea.example', 'mail.tea.example'],
        captcha_settings: { enabled: true, siteKey: 'site-1' },
        pkce_required_for_email_magic_links: true,
        pkce_required_for_password_resets: false,
        pkce_required_for_oauth: true,
        pkce_required_for_sso: false,
        slug_pattern: 'https://{{slug}}.tea.example',
        create_organization_enabled: true,
        password_config: { luds_complexity: 3, luds_minimum_count: 10 },
        dfp_protected_auth_enabled: true,
        dfp_protected_auth_mode: 'DECISIONING',
        rbac_policy: policy,
        siwe_required_for_crypto_wallets: true,
        vertical: 'CONSUMER',
      }),
    })
    const { client } = setup.open()
    expect(await client.bootstrap.get()).toMatchObject({
      projectName: 'Tea House',
      displayWatermark: true,
      cnameDomain: 'auth.tea.example',
      emailDomains: ['tea.example', 'mail.tea.example'],
      captchaSettings: { enabled: true, siteKey: 'site-1' },
      pkceRequiredForEmailMagicLinks: true,
      pkceRequiredForPasswordResets: false,
      pkceRequiredForOauth: true,
      pkceRequiredForSso: false,
      slugPattern: 'https://{{slug}}.tea.example',
      createOrganizationEnabled: true,
      passwordConfig: { ludsComplexity: 3, ludsMinimumCount: 10 },
      dfpProtectedAuthEnabled: true,
      dfpProtectedAuthMode: 'DECISIONING',
      rbacPolicy: policy,
      siweRequiredForCryptoWallets: true,
      vertical: 'CONSUMER',
    })
  })

  it('reads the other values of the flags in the settings [C-CFG-18] [C-CFG-23] [C-CFG-25] [C-CFG-30]', async () => {
    const setup = createTestSetup()
    setup.script.on(path, {
      data: makeBootstrap({
        disable_sdk_watermark: true,
        pkce_required_for_email_magic_links: false,
        pkce_required_for_password_resets: true,
        pkce_required_for_oauth: false,
        pkce_required_for_sso: true,
        dfp_protected_auth_enabled: true,
        dfp_protected_auth_mode: 'OBSERVATION',
      }),
    })
    expect(await setup.open().client.bootstrap.get()).toMatchObject({
      displayWatermark: false,
      pkceRequiredForEmailMagicLinks: false,
      pkceRequiredForPasswordResets: true,
      pkceRequiredForOauth: false,
      pkceRequiredForSso: true,
      dfpProtectedAuthMode: 'OBSERVATION',
    })
  })

  it('returns defaults first, then the settings of the server, and the stored copy on the next visit [C-CFG-16] [C-CFG-34]', async () => {
    const setup = createTestSetup()
    const answer = gate<{ data: unknown }>()
    setup.script.on(path, () => answer.promise)
    const first = setup.open().client
    expect(first.bootstrap.getSync()).toEqual(defaults)
    let isThere = false
    const waiting = first.bootstrap.get().then((data) => {
      isThere = true
      return data
    })
    await setup.clock.advance(1000)
    expect(isThere).toBe(false)
    answer.open({ data: makeBootstrap({ project_name: 'Tea House' }) })
    expect((await waiting).projectName).toBe('Tea House')
    expect(first.bootstrap.getSync().projectName).toBe('Tea House')
    expect(setup.open().client.bootstrap.getSync().projectName).toBe('Tea House')
  })

  it('waits for the server although there is a stored copy [C-CFG-34]', async () => {
    const setup = createTestSetup()
    await setup.open().client.bootstrap.get()
    const answer = gate<{ data: unknown }>()
    setup.script.on(path, () => answer.promise)
    const { client } = setup.open()
    expect(client.bootstrap.getSync().projectName).toBe('Tea House')
    const names: unknown[] = []
    const waiting = client.bootstrap.get().then(({ projectName }) => names.push(projectName))
    await setup.clock.advance(1000)
    expect(names).toEqual([])
    answer.open({ data: makeBootstrap({ project_name: 'Coffee House' }) })
    await waiting
    expect(names).toEqual(['Coffee House'])
  })

  it('fetches the settings once for all readers', async () => {
    const setup = createTestSetup()
    const { client } = setup.open()
    await Promise.all([client.bootstrap.get(), client.bootstrap.get()])
    await client.bootstrap.get()
    expect(setup.script.to(path)).toHaveLength(1)
  })

  it('falls back to strict defaults, logs an error and retries on the next read', async () => {
    const setup = createTestSetup()
    setup.script.on(path, new TypeError('offline'), fail('service_unavailable', 503), { data: makeBootstrap() })
    const errors: unknown[] = []
    const { client, tab } = setup.open({ callbacks: { onError: (error) => errors.push(error) } })
    expect(await client.bootstrap.get()).toEqual(defaults)
    expect(await client.bootstrap.get()).toEqual(defaults)
    expect((await client.bootstrap.get()).projectName).toBe('Tea House')
    expect(tab.log.filter(({ level }) => level === 'error')).toHaveLength(2)
    expect(errors).toHaveLength(2)
  })

  it('returns the failure until a read succeeds', async () => {
    const setup = createTestSetup()
    setup.script.on(path, fail('invalid_public_token', 401), { data: makeBootstrap() })
    const { bootstrap } = clientInternals(setup.open().client)
    await bootstrap.get()
    expect([bootstrap.failure(), bootstrap.isLoaded()]).toMatchObject([{ error_type: 'invalid_public_token' }, false])
    await bootstrap.get()
    expect([bootstrap.failure(), bootstrap.isLoaded()]).toEqual([undefined, true])
  })

  it('keeps the last good copy when the server is unreachable', async () => {
    const setup = createTestSetup()
    await setup.open().client.bootstrap.get()
    setup.script.on(path, new TypeError('offline'))
    expect((await setup.open().client.bootstrap.get()).projectName).toBe('Tea House')
  })

  it('ignores prototype keys', async () => {
    const setup = createTestSetup()
    setup.script.on(path, {
      text: '{"data":{"__proto__":{"polluted":1},"constructor":{}}}',
      headers: { 'content-type': 'application/json' },
    })
    const data = await setup.open().client.bootstrap.get()
    expect([(data as { polluted?: unknown }).polluted, ({} as { polluted?: unknown }).polluted]).toEqual([
      undefined,
      undefined,
    ])
  })

  it.each(['{', 'null', '7', '"text"', ''])('ignores the stored copy %j', (raw) => {
    const setup = createTestSetup()
    setup.profile.storage.set(`latchkey:${publicToken}:bootstrap`, raw)
    expect(setup.open().client.bootstrap.getSync()).toMatchObject(defaults)
  })

  it('warns about a business project [C-CFG-03]', async () => {
    const setup = createTestSetup()
    setup.script.on(path, { data: makeBootstrap({ vertical: 'B2B' }) })
    const { client, tab } = setup.open()
    await client.bootstrap.get()
    // The text is in a separate chunk.
    await expect.poll(() => tab.log).toEqual([{ level: 'warn', text: expect.stringContaining('business project') }])
  })
})
