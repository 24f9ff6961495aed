import type { B2bClientOptions } from '@latchkey/client/b2b'
import { type B2bOAuthProvider, b2bOAuthProviders } from '@latchkey/contract'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { messagesTo, newestMessage } from '../provider.ts'
import { prepareClient } from './client-setup.ts'

/** The business project of the development provider, where Ada is a member of Acme. */
const publicToken = 'public-token-test-22222222-2222-4222-8222-222222222222'
const email = 'ada@acme.test'

const setup = prepareClient()

type Flow = 'organization' | 'discovery'
const tokenTypes = { organization: 'oauth', discovery: 'discovery_oauth' } as const

async function startClient(page: Page, options: B2bClientOptions = {}): Promise<void> {
  await page.evaluate(
    ([token, testApi, more]) => {
      const client = host.createB2bClient(token, { domains: { testApi }, ...JSON.parse(more) })
      Object.assign(host, { business: client })
    },
    [publicToken, setup.provider.url, JSON.stringify(options)] as const,
  )
}

/** Goes to the identity provider, and chooses an account by its address. */
async function goTo(page: Page, provider: B2bOAuthProvider, flow: Flow, account = email): Promise<void> {
  await page.evaluate(
    ([name, kind]) => {
      const { href } = location
      const { start, discovery } = (host.business as NonNullable<typeof host.business>).oauth[name]
      return kind === 'organization'
        ? start({ organization_slug: 'acme', login_redirect_url: href, signup_redirect_url: href })
        : discovery.start({ discovery_redirect_url: href })
    },
    [provider, flow] as const,
  )
  await page.waitForURL((url) => url.pathname.endsWith(`/${provider}/authorization`))
  await page.getByRole('button', { name: account }).click()
}

/** Redeems the token at the landing page: the organization of the session, or what is missing. */
async function land(page: Page, flow: Flow, options: B2bClientOptions = {}): Promise<string> {
  const isLanding = (url: URL): boolean => url.searchParams.get('latchkey_token_type') === tokenTypes[flow]
  await page.waitForURL((url) => url.origin === setup.site.url && isLanding(url))
  await startClient(page, options)
  return page.evaluate(async () => {
    const client = host.business as NonNullable<typeof host.business>
    const minutes = { session_duration_minutes: 30 }
    const found = await client.authenticateByUrl(minutes)
    if (found === null) return 'no token'
    if (!('discovered_organizations' in found.data)) {
      const { organization, member, primary_required } = found.data
      return primary_required
        ? `primary required: ${primary_required.allowed_auth_methods.includes('email_otp')}`
        : `${organization.organization_slug} ${member?.email_address}`
    }
    const acme = found.data.discovered_organizations.find(
      ({ organization }) => organization.organization_slug === 'acme',
    )
    if (!acme) return `not found: ${found.data.discovered_organizations.length}`
    if (acme.membership.type !== 'active_member') return acme.membership.type
    const { organization_id } = acme.organization
    const data = await client.discovery.intermediateSessions.exchange({ organization_id, ...minutes })
    return `${data.organization.organization_slug} ${data.member?.email_address}`
  })
}

/** Continues an unfinished sign-in to Acme with a code by email. */
async function proveAddress(page: Page): Promise<void> {
  const [before] = await messagesTo(setup.provider.url, email)
  const organization_id = await page.evaluate(async (email_address) => {
    const client = host.business as NonNullable<typeof host.business>
    const { organization } = await client.organization.getBySlug({ organization_slug: 'acme' })
    const organization_id = organization?.organization_id ?? ''
    await client.otps.email.loginOrSignup({ email_address, organization_id })
    return organization_id
  }, email)
  const [code = ''] = (await newestMessage(setup.provider.url, email, before?.id)).codes
  await page.evaluate(
    ([email_address, organization_id, code]) =>
      host.business?.otps.email.authenticate({ email_address, organization_id, code, session_duration_minutes: 30 }),
    [email, organization_id, code] as const,
  )
}

const sessionOn = (page: Page) =>
  page.evaluate(() => host.business?.session.getSync()?.authentication_factors.map((factor) => factor.delivery_method))

const flows = ['organization', 'discovery'] as const
const rows = b2bOAuthProviders
  .filter((name) => name !== 'hubspot')
  .flatMap((name) => flows.map((flow) => [name, flow] as const))

describe('OAuth of members in a real browser, with no network', () => {
  it.each(rows)('signs a member in with %s, %s flow [B-OAU-01] [B-OAU-02]', async (provider, flow) => {
    const page = await setup.open()
    await startClient(page)
    await goTo(page, provider, flow)
    expect(await land(page, flow)).toBe(`acme ${email}`)
    expect(await sessionOn(page)).toEqual([`oauth_${provider}`])
    expect([...new URL(page.url()).searchParams.keys()]).not.toContain('token')
  })

  it('finds no organization and asks for a proof of the address after HubSpot, then signs in with it [B-OAU-01] [B-OAU-02] [B-OAU-08]', async () => {
    const page = await setup.open()
    await startClient(page)
    await goTo(page, 'hubspot', 'discovery')
    expect(await land(page, 'discovery')).toBe('not found: 0')
    await goTo(page, 'hubspot', 'organization')
    expect(await land(page, 'organization')).toBe('primary required: true')
    await proveAddress(page)
    await page.evaluate(() => host.business?.session.revoke())
    await goTo(page, 'hubspot', 'organization')
    expect(await land(page, 'organization')).toBe(`acme ${email}`)
    expect(await sessionOn(page)).toEqual(['oauth_hubspot'])
  })

  it('joins an organization by the tenant that the provider asserts [B-DISC-16]', async () => {
    const page = await setup.open()
    await startClient(page)
    await goTo(page, 'slack', 'discovery', 'mary@example.org')
    expect(await land(page, 'discovery')).toBe('eligible_to_join_by_oauth_tenant')
  })

  it('keeps the session in its tab, and writes no cookie [B-SES-14]', async () => {
    const page = await setup.open()
    await startClient(page, { session: 'tab' })
    await goTo(page, 'github', 'discovery')
    expect(await land(page, 'discovery', { session: 'tab' })).toBe(`acme ${email}`)
    const ofHost = (await setup.context.cookies(setup.site.url)).map(({ name }) => name)
    expect([ofHost.filter((name) => name.includes('session')), await sessionOn(page)]).toEqual([[], ['oauth_github']])
  })

  it.each(flows)('signs a member in with One Tap, %s flow [B-OAU-09] [B-OAU-10]', async (flow) => {
    // The CSP of a page with One Tap is tested for consumer projects.
    await setup.browse({ bypassCSP: true })
    const page = await setup.open()
    await startClient(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/onetap\/|\/v1\/frame/.test(request.url()))
        asked.push(new URL(request.url()).pathname.replace(/^.*\/onetap\//, ''))
    })
    await page.evaluate(async (kind) => {
      const { href } = location
      const client = host.business as NonNullable<typeof host.business>
      const organization = await client.organization.getBySlug({ organization_slug: 'acme' })
      const organization_id = organization.organization?.organization_id ?? ''
      void (kind === 'organization'
        ? client.oauth.googleOneTap.start({ organization_id, login_redirect_url: href, signup_redirect_url: href })
        : client.oauth.googleOneTap.discovery.start({ discovery_redirect_url: href }))
    }, flow)
    await page.frameLocator('iframe[title="Sign in with Google"]').getByRole('button', { name: email }).click()
    expect(await land(page, flow)).toBe(`acme ${email}`)
    expect([asked, await sessionOn(page)]).toEqual([
      ['start', flow === 'organization' ? 'submit' : 'discovery/submit'],
      ['oauth_google'],
    ])
  })
})
