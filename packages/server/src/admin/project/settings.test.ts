import { adminEndpoints } from '@latchkey/contract/admin'
import { adminEndpointSchemas } from '@latchkey/contract/schemas'
import { expect } from 'vitest'
import { type AdminHarness, onBothEngines } from '../admin.suite.ts'

const { adminSettingsGet, adminSettingsUpdate } = adminEndpoints

const policy = {
  roles: [
    { role_id: 'latchkey_user', description: '', permissions: [{ resource_id: 'pages', actions: ['read'] }] },
    { role_id: 'editor', description: 'Writes', permissions: [{ resource_id: 'pages', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'pages', description: '', actions: ['read', 'write'] }],
  scopes: [{ scope: 'pages', description: '', permissions: [{ resource_id: 'pages', actions: ['read'] }] }],
}

const profile = {
  profile_id: 'partner',
  issuer: 'https://partner.example.com',
  audience: 'acme',
  keys: { url: 'https://partner.example.com/jwks' },
  trusts_email: true,
  creates_users: false,
}

/** Every setting with a value other than its default. */
const everything = {
  project_name: 'Renamed',
  authorized_origins: ['https://app.example.com', 'https://*.example.com'],
  passkey_rp_ids: ['example.com'],
  pkce_required_for_email_magic_links: true,
  pkce_required_for_password_resets: true,
  pkce_required_for_oauth: true,
  pkce_required_for_sso: true,
  captcha_settings: { enabled: true as const, siteKey: 'site', secret: 'captcha secret' },
  dfp_protected_auth_enabled: true,
  dfp_protected_auth_mode: 'DECISIONING' as const,
  enumeration: 'strict' as const,
  step_up_minutes: 10,
  jwt_algorithm: 'RS256' as const,
  rbac_policy: policy,
  disable_sdk_watermark: true,
  email_domains: ['mail.example.com'],
  logo_url: 'https://acme.example/logo.png',
  brand_color: '#5b5bd6',
  support_email: 'help@acme.example',
  default_locale: 'de',
  cname_domain: 'auth.example.com',
  default_templates: {},
  allowed_calling_codes: ['49', '1'],
  sms_country_codes: ['DE', 'US'],
  attestation_profiles: [profile],
  siwe_required_for_crypto_wallets: true,
  slug_pattern: 'https://app.example.com/{{slug}}',
  create_organization_enabled: true,
  domain_proof: 'required' as const,
  cross_organization_passwords: false,
  impersonation_excluded_roles: ['latchkey_admin'],
  max_session_minutes: 60,
  max_link_minutes: 10,
  limits: { sends_per_ip: { limit: 7, window_ms: 60_000 } },
}

const update = (harness: AdminHarness, settings: object, revision?: number) =>
  harness.admin(adminSettingsUpdate, { request: { settings, ...(revision === undefined ? {} : { revision }) } })

onBothEngines('settings by secret key', (open, it) => {
  it.inTurn('returns and updates every setting', async () => {
    const harness = await open()
    const before = await harness.admin(adminSettingsGet)
    expect(adminEndpointSchemas.adminSettingsGet.response.safeParse(before.data).success).toBe(true)
    const groups = {
      redirect_urls: { login: ['https://app.example.com/*'] },
      enabled_methods: { passwords: false },
      password_policy: { strength: 'luds', luds_minimum_count: 12 },
      identity_provider: {
        consent_page_url: 'https://app.example.com/consent',
        resources: ['https://api.example.com/'],
      },
      http_only_cookies: { enabled: true, domain: 'example.com' },
    }
    const changed = await update(harness, { ...everything, ...groups })
    expect(changed.outcome).toBe('200')
    const { settings } = changed.data
    expect(settings).toEqual({
      ...everything,
      captcha_settings: { enabled: true, siteKey: 'site' },
      redirect_urls: { ...before.data.settings.redirect_urls, ...groups.redirect_urls },
      enabled_methods: { ...before.data.settings.enabled_methods, ...groups.enabled_methods },
      password_policy: { ...before.data.settings.password_policy, ...groups.password_policy },
      identity_provider: { ...before.data.settings.identity_provider, ...groups.identity_provider },
      http_only_cookies: { enabled: true, domain: 'example.com', name: 'latchkey_session' },
    })
    expect(changed.data.revision).toBe(before.data.revision + 1)
    expect((await harness.admin(adminSettingsGet)).data).toMatchObject({ settings, revision: changed.data.revision })
    expect(Object.keys(settings).sort()).toEqual([...Object.keys(everything), ...Object.keys(groups)].sort())
    const page = await harness.call('GET', `/projects/bootstrap/${harness.project.publicToken}`)
    expect(page.data).toMatchObject({
      project_name: 'Renamed',
      disable_sdk_watermark: true,
      cname_domain: 'auth.example.com',
      captcha_settings: { enabled: true, siteKey: 'site' },
      password_config: { luds_complexity: 3, luds_minimum_count: 12 },
      rbac_policy: policy,
    })
  })

  it.inTurn('never returns a secret, and keeps it when other fields change', async () => {
    const harness = await open()
    const vendor = { enabled: true, provider: 'turnstile' }
    const on = { ...vendor, siteKey: 'one', secret: 'captcha secret' }
    const missing = await update(harness, { captcha_settings: { ...vendor, siteKey: 'one' } })
    expect(missing.json.body).toMatchObject([{ dataPath: '.settings.captcha_settings.secret', keyword: 'required' }])
    const first = await update(harness, { captcha_settings: on })
    const sealed = async () => (await harness.storage.projects.get(harness.project.id))?.settings.captcha
    const stored = await sealed()
    const second = await update(harness, { captcha_settings: { enabled: true, siteKey: 'two' } })
    expect([first, second].map(({ text }) => text.includes('captcha secret'))).toEqual([false, false])
    expect(JSON.stringify(stored)).not.toContain('captcha secret')
    expect(await sealed()).toEqual({ ...stored, siteKey: 'two' })
    expect((await update(harness, { captcha_settings: { enabled: false } })).data.settings.captcha_settings).toEqual({
      enabled: false,
    })
  })

  it.each([
    [{ allowed_origins: [] }, ''],
    [{ password_policy: { minimumLength: 9 } }, '.password_policy'],
    [{ authorized_origins: ['http://app.example.com'] }, '.authorized_origins'],
    [{ redirect_urls: { login: ['javascript:alert(1)'] } }, '.redirect_urls.login'],
    [{ passkey_rp_ids: ['com'] }, '.passkey_rp_ids'],
    [{ max_session_minutes: 1 }, '.max_session_minutes'],
    [{ max_link_minutes: 4 }, '.max_link_minutes'],
    [{ max_link_minutes: 10_081 }, '.max_link_minutes'],
    [{ step_up_minutes: -1 }, '.step_up_minutes'],
    [{ step_up_minutes: '5' }, '.step_up_minutes'],
    [{ identity_provider: { consent_page_url: 'http://app.example.com/*' } }, '.identity_provider.consent_page_url'],
    [{ identity_provider: { resources: ['/relative'] } }, '.identity_provider.resources'],
    [{ email_domains: ['nodot'] }, '.email_domains'],
    [{ logo_url: 'http://acme.example/logo.png' }, '.logo_url'],
    [{ logo_url: 'https://user:secret@acme.example/logo.png' }, '.logo_url'],
    [{ logo_url: 'data:image/png;base64,AAAA' }, '.logo_url'],
    [{ logo_url: 'javascript:alert(1)' }, '.logo_url'],
    [{ logo_url: 'https://acme.example/a b.png' }, '.logo_url'],
    [{ brand_color: 'red' }, '.brand_color'],
    [{ brand_color: '#fff' }, '.brand_color'],
    [{ brand_color: '#ffffff;background:url(//x)' }, '.brand_color'],
    [{ support_email: 'Acme <help@acme.example>' }, '.support_email'],
    [{ support_email: 'a@x.example,b@x.example' }, '.support_email'],
    [{ default_locale: 'tlh' }, '.default_locale'],
    [{ default_locale: 'german' }, '.default_locale'],
    [{ cname_domain: 'https://x.example' }, '.cname_domain'],
    [{ cname_domain: 'localhost:4000' }, '.cname_domain'],
    [{ http_only_cookies: { enabled: true } }, '.http_only_cookies.enabled'],
    [{ cname_domain: 'auth.example.com', http_only_cookies: { enabled: true } }, '.http_only_cookies.domain'],
    [
      { cname_domain: 'auth.example.org', http_only_cookies: { enabled: true, domain: 'example.org' } },
      '.http_only_cookies.enabled',
    ],
    [{ password_policy: { minimum_length: 3 } }, '.password_policy.minimum_length'],
    [{ limits: { nothing: { limit: 1, window_ms: 1 } } }, '.limits'],
    [{ limits: { sends_per_ip: { limit: 0, window_ms: 1 } } }, '.limits.sends_per_ip'],
    [{ limits: { requests_per_ip: { limit: 9, window_ms: 1 } } }, '.limits.requests_per_ip'],
    [{ limits: { refreshes_per_session: { limit: 9, window_ms: 1 } } }, '.limits.refreshes_per_session'],
    [{ limits: { event_batches_per_ip: { limit: 9, window_ms: 1 } } }, '.limits.event_batches_per_ip'],
    [{ limits: { secret_attempts_per_ip: { limit: 9, window_ms: 1 } } }, '.limits.secret_attempts_per_ip'],
    [{ limits: { requests_per_secret_key: { limit: 9, window_ms: 1 } } }, '.limits.requests_per_secret_key'],
    [{ limits: { requests_per_oauth_client: { limit: 9, window_ms: 1 } } }, '.limits.requests_per_oauth_client'],
    [{ rbac_policy: { ...policy, roles: [...policy.roles, policy.roles[0]] } }, '.rbac_policy'],
    [{ rbac_policy: { ...policy, resources: [] } }, '.rbac_policy'],
    [{ project_name: ' ' }, '.project_name'],
    [{ enumeration: 'off' }, '.enumeration'],
    [{ captcha_settings: { enabled: true, siteKey: 'x', difficulty: 1 } }, '.captcha_settings.difficulty'],
    [{ captcha_settings: { enabled: true, siteKey: 'x', minimum_score: 2 } }, '.captcha_settings.minimum_score'],
    [{ allowed_calling_codes: ['999'] }, '.allowed_calling_codes'],
    [{ sms_country_codes: ['XX'] }, '.sms_country_codes'],
    [{ sms_country_codes: ['de'] }, '.sms_country_codes'],
    [{ attestation_profiles: [profile, profile] }, '.attestation_profiles'],
    [{ attestation_profiles: [{ ...profile, keys: { url: 'http://x.example' } }] }, '.attestation_profiles'],
  ])('rejects %j with the name of the field and changes nothing', async (settings, path) => {
    const harness = await open()
    const answer = await update(harness, settings)
    expect([answer.outcome, answer.json.body?.[0]?.dataPath]).toEqual(['schema_error', `.settings${path}`])
    expect((await harness.admin(adminSettingsGet)).data.revision).toBe(1)
  })

  it.inTurn('removes a limit with null', async () => {
    const harness = await open()
    const bounds = { max_link_minutes: 10, allowed_calling_codes: ['49'], sms_country_codes: ['DE'] }
    expect((await update(harness, bounds)).data.settings).toMatchObject(bounds)
    const none = { max_link_minutes: null, allowed_calling_codes: null, sms_country_codes: null }
    expect((await update(harness, none)).data.settings).toMatchObject(none)
    const settings = (await harness.storage.projects.get(harness.project.id))?.settings
    expect([settings?.maxLinkMinutes, settings?.allowedCallingCodes, settings?.smsCountryCodes]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it.inTurn('rejects an update with an outdated revision', async () => {
    const harness = await open()
    expect((await update(harness, { step_up_minutes: 1 }, 1)).outcome).toBe('200')
    expect((await update(harness, { step_up_minutes: 2 }, 1)).outcome).toBe('settings_conflict')
    expect((await update(harness, { step_up_minutes: 3 })).data).toMatchObject({ revision: 3 })
    const rows = (await harness.storage.audit.listUnsealed(10_000)).filter(
      ({ projectId }) => projectId === harness.project.id,
    )
    expect(rows.filter(({ event }) => event === 'settings_update').map(({ actorKind }) => actorKind)).toEqual([
      'admin',
      'admin',
    ])
  })
})
