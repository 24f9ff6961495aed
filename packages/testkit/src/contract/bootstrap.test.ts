import { createClient } from '@latchkey/client'
import type { ProjectSettings } from '@latchkey/server'
import { expect } from 'vitest'
import { ada, errorAnswer, halfHour, onBothEngines, rejection, sentTo } from './contract.suite.ts'

const fields: Partial<ProjectSettings> = {
  disableWatermark: true,
  cnameDomain: 'auth.example.com',
  emailDomains: ['mail.example.com', 'post.example.com'],
  captcha: { enabled: true, siteKey: 'site-1', secretSealed: 'sealed' },
  pkceRequired: { emailMagicLinks: true, passwordResets: false, oauth: true, sso: false },
  slugPattern: 'https://app.example.com/org/{{slug}}',
  createOrganizationEnabled: true,
  passwordPolicy: {
    strength: 'luds',
    minimumLength: 8,
    ludsComplexity: 3,
    ludsMinimumCount: 10,
    breachDetectionOnCreate: true,
    breachDetectionOnAuthentication: true,
  },
  dfp: { enabled: true, mode: 'DECISIONING' },
  siweRequired: true,
  rbacPolicy: {
    roles: [{ role_id: 'editor', description: 'Writes', permissions: [{ resource_id: 'pages', actions: ['*'] }] }],
    resources: [{ resource_id: 'pages', description: 'Pages', actions: ['read', 'write'] }],
    scopes: [{ scope: 'pages', description: 'Your pages', permissions: [{ resource_id: 'pages', actions: ['read'] }] }],
  },
}

onBothEngines('bootstrap', (open, _engine, it) => {
  it.inTurn(
    'returns every field of the settings [C-CFG-17] [C-CFG-18] [C-CFG-19] [C-CFG-20] [C-CFG-21] [C-CFG-22] [C-CFG-23] [C-CFG-24] [C-CFG-25] [C-CFG-26] [C-CFG-27] [C-CFG-28] [C-CFG-29] [C-CFG-30] [C-CFG-31] [C-CFG-32] [C-CFG-33]',
    async () => {
      const { client } = await open({ settings: fields })
      expect(await client.bootstrap.get()).toMatchObject({
        projectName: 'Testkit',
        displayWatermark: false,
        captchaSettings: { enabled: true, siteKey: 'site-1' },
        cnameDomain: 'auth.example.com',
        emailDomains: ['mail.example.com', 'post.example.com'],
        pkceRequiredForEmailMagicLinks: true,
        pkceRequiredForPasswordResets: false,
        pkceRequiredForOauth: true,
        pkceRequiredForSso: false,
        slugPattern: 'https://app.example.com/org/{{slug}}',
        createOrganizationEnabled: true,
        passwordConfig: { ludsComplexity: 3, ludsMinimumCount: 10 },
        dfpProtectedAuthEnabled: true,
        dfpProtectedAuthMode: 'DECISIONING',
        rbacPolicy: fields.rbacPolicy,
        siweRequiredForCryptoWallets: true,
        vertical: 'CONSUMER',
      })
      expect(client.bootstrap.getSync()).toEqual(await client.bootstrap.get())
      expect(client.bootstrap.getSync().captchaSettings).toEqual({ enabled: true, siteKey: 'site-1' })
    },
  )

  it.inTurn(
    'returns the other value of each field of the settings [C-CFG-18] [C-CFG-19] [C-CFG-20] [C-CFG-22] [C-CFG-23] [C-CFG-24] [C-CFG-25] [C-CFG-26] [C-CFG-27] [C-CFG-28] [C-CFG-29] [C-CFG-30] [C-CFG-32] [C-CFG-33]',
    async () => {
      const { client } = await open({
        vertical: 'B2B',
        settings: { pkceRequired: { emailMagicLinks: true, passwordResets: true, oauth: false, sso: false } },
      })
      expect(await client.bootstrap.get()).toMatchObject({
        displayWatermark: true,
        captchaSettings: { enabled: false },
        cnameDomain: null,
        pkceRequiredForEmailMagicLinks: true,
        pkceRequiredForPasswordResets: true,
        pkceRequiredForOauth: false,
        pkceRequiredForSso: false,
        slugPattern: null,
        createOrganizationEnabled: false,
        passwordConfig: null,
        dfpProtectedAuthEnabled: false,
        dfpProtectedAuthMode: 'OBSERVATION',
        siweRequiredForCryptoWallets: false,
        vertical: 'B2B',
      })
    },
  )

  it.inTurn('names one vendor domain, before the response and after [C-CFG-16] [C-CFG-21]', async () => {
    const { client } = await open()
    expect(client.bootstrap.getSync().emailDomains).toEqual(['latchkey.example'])
    expect((await client.bootstrap.get()).emailDomains).toEqual(['latchkey.example'])
  })

  it.inTurn('returns the last known settings at once, or waits for the provider [C-CFG-34]', async () => {
    const kit = await open({ settings: { emailDomains: ['mail.example.com'] } })
    expect(kit.client.bootstrap.getSync()).toMatchObject({ emailDomains: ['latchkey.example'] })
    expect(await kit.client.bootstrap.get()).toMatchObject({ emailDomains: ['mail.example.com'] })
    expect(kit.client.bootstrap.getSync()).toMatchObject({ emailDomains: ['mail.example.com'] })
    kit.network.isDown = true
    const next = kit.openTab().client
    expect(next.bootstrap.getSync()).toMatchObject({ emailDomains: ['mail.example.com'] })
    expect(await next.bootstrap.get()).toMatchObject({ emailDomains: ['mail.example.com'] })
  })

  it.inTurn('warns once of a business project, and the client continues [C-CFG-03]', async () => {
    const kit = await open({ vertical: 'B2B' })
    await kit.client.bootstrap.get()
    // The text is in a separate chunk.
    await expect.poll(() => kit.tab.log).toEqual([{ level: 'warn', text: expect.stringContaining('business project') }])
    expect((await rejection(kit.client.otps.email.loginOrCreate(ada))).error_type).toBe('wrong_vertical')
  })

  it.inTurn('keeps PKCE on if the settings cannot be read', async () => {
    const kit = await open()
    kit.network.intercept = ({ path }) => (path.includes('/bootstrap/') ? errorAnswer('x', 503) : undefined)
    const { client, tab } = kit.openBrowser()
    await client.magicLinks.email.loginOrCreate(ada)
    expect(sentTo(kit, '/magic_links/email/login_or_create')[0]?.body).toMatchObject({
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(tab.log).toContainEqual({ level: 'error', text: expect.stringContaining('[503] x') })
    await client.magicLinks.authenticate(kit.inbox.lastToken(ada), halfHour)
    expect(client.session.getSync()).not.toBeNull()
    kit.network.intercept = undefined
    expect((await client.bootstrap.get()).projectName).toBe('Testkit')
  })

  it.inTurn('rejects an unknown public token with an error', async () => {
    const kit = await open()
    const errors: unknown[] = []
    const client = createClient('public-token-test-unknown', {
      domains: { testApi: 'https://auth.example.com' },
      callbacks: { onError: (error) => errors.push(error) },
      platform: kit.browser.openTab().platform,
    })
    await client.bootstrap.get()
    expect(errors).toMatchObject([{ error_type: 'invalid_public_token', status_code: 401 }])
    client.dispose()
  })

  it.inTurn('makes no response readable for an unauthorized origin', async () => {
    const kit = await open({ environment: 'live' })
    expect((await kit.client.bootstrap.get()).projectName).toBe('Testkit')
    const { client } = kit.openBrowser({}, 'https://evil.example/')
    const error = await rejection(client.otps.email.loginOrCreate(ada))
    expect([error.message, kit.inbox.messages()]).toEqual(['Unable to contact our servers.', []])
    expect(client.bootstrap.getSync().projectName).toBeUndefined()
  })

  it.inTurn('names the command that registers an unauthorized origin in a test project, and nothing else', async () => {
    const kit = await open()
    const origin = 'https://evil.example'
    const { client } = kit.openBrowser({}, `${origin}/`)
    const error = await rejection(client.otps.email.loginOrCreate(ada))
    const command = `latchkey origins add ${origin} --project ${kit.project.id}`
    expect(error).toMatchObject({
      name: 'ApiError',
      status_code: 403,
      error_type: 'unauthorized_origin',
      error_message: `The origin ${origin} is not authorized for this project. Run: ${command}`,
      error_url: 'https://auth.example.com/docs/errors/unauthorized_origin',
      error_details: { origin, command },
    })
    expect(kit.inbox.messages()).toEqual([])
    expect((await client.bootstrap.get()).projectName).toBeUndefined()
  })
})
