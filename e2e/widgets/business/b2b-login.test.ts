import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../browser.ts'
import {
  ada,
  button,
  enrollApp,
  field,
  prepareBusiness,
  prove,
  recorded,
  screen,
  storedOrganization,
} from './b2b-site.ts'

const setup = prepareBusiness()

const discovery = { products: 'emailOtp sso', session: 'tab' }

/** No screen has an accessibility violation. */
async function check(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
}

describe('the business login as an element', () => {
  it('lists two organizations, enrolls a second factor for one, and the other tab stays [B-WID-08] [B-WID-10]', async () => {
    const first = await setup.open(discovery)
    await prove(setup, first)
    await screen(first, 'discovery')
    await check(first)
    expect((await first.getByRole('listitem').allTextContents()).map((text) => text.replace(/\s+/g, ' '))).toEqual(
      expect.arrayContaining(['AAcme', 'GGlobex Asks for a second step']),
    )
    await button(first, /Acme/).click()
    await screen(first, 'logged_in')
    expect(await storedOrganization(first)).toEqual(['acme'])

    const second = await setup.open(discovery)
    await prove(setup, second)
    await button(second, /Globex/).click()
    await enrollApp(second, check)
    const save = button(second, 'I have kept them')
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    expect((await recorded(second)).events).not.toContain('AUTHENTICATE_FLOW_COMPLETE')
    const saved = second.waitForEvent('download')
    await button(second, 'Download').click()
    expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
    await save.click()
    await screen(second, 'logged_in')
    expect((await recorded(second)).events.filter((type) => type === 'AUTHENTICATE_FLOW_COMPLETE')).toHaveLength(1)
    expect([await storedOrganization(first), await storedOrganization(second)]).toEqual([['acme'], ['globex']])
    await first.reload()
    await screen(first, 'logged_in')
    expect(await storedOrganization(first)).toEqual(['acme'])
  })

  it('says Accept invite for an invitation, and signs in with the keyboard only', async () => {
    const page = await setup.open(discovery)
    await field(page, 'Email').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('alan@example.com')
    const code = await setup.codeAfter(() => page.keyboard.press('Enter'), 'alan@example.com')
    await screen(page, 'email_otp_entry')
    await page.keyboard.type(code)
    await screen(page, 'discovery')
    // The heading has the focus; the back arrow is before it.
    const entry = button(page, /Acme.*Accept invite/)
    await entry.waitFor()
    await page.keyboard.press('Tab')
    expect(await entry.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await screen(page, 'logged_in')
    expect(await storedOrganization(page)).toEqual(['acme'])
  })

  it('shows the form before any response, in one form with a divider, and moves nothing [B-WID-07]', async () => {
    const page = await setup.open({
      products: 'sso emailMagicLinks passwords oauth',
      'oauth-providers': 'google hubspot',
    })
    await button(page, 'Continue with HubSpot').waitFor()
    await page.getByText(/Powered by/).waitFor()
    const { callsBefore, answersBefore, shift } = await recorded(page)
    expect([callsBefore.filter((path) => !path.includes('/projects/bootstrap/')), answersBefore, shift]).toEqual([
      [],
      0,
      0,
    ])
    expect([await page.locator('form').count(), await page.getByRole('textbox').count()]).toEqual([1, 1])
    const parts = page.locator('.latchkey [part~=choices], .latchkey [part=divider], .latchkey form')
    expect(await parts.evaluateAll((all) => all.map((one) => one.getAttribute('part') ?? one.localName))).toEqual([
      ...['choices', 'divider', 'form', 'divider', 'choices'],
    ])
    await check(page)
    await button(page, 'Use a password instead').click()
    await screen(page, 'password_email')
    await check(page)
    await field(page, 'Email').fill(ada)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await button(page, 'Continue').click()
    await page.getByRole('alert').filter({ hasText: 'Unauthorized credentials.' }).waitFor()
  })

  it('takes the slug from the attribute or from the URL, and says that it is unknown [B-WID-03] [B-WID-13]', async () => {
    const page = await setup.open({ products: 'emailOtp', 'organization-slug': 'initech' })
    await page.getByRole('heading', { name: 'Organization not found' }).waitFor()
    await check(page)
    await setup.admin('POST', '/organizations', { organization_name: 'Initech', organization_slug: 'initech' })
    await button(page, 'Try again').click()
    await page.getByRole('heading', { name: 'Log in to Initech' }).waitFor()

    await setup.admin('PUT', '/settings', { settings: { slug_pattern: `${setup.url}/{{slug}}` } })
    const acme = await setup.open({ products: 'emailOtp', 'auth-flow-type': 'Organization' }, '/acme')
    await acme.getByRole('heading', { name: 'Log in to Acme' }).waitFor()
    await acme.getByText(/Powered by/).waitFor()
    expect((await recorded(acme)).shift).toBe(0)
    await prove(setup, acme)
    await screen(acme, 'logged_in')
    await setup.context.clearCookies()
    const other = await setup.open({ products: 'emailOtp', 'auth-flow-type': 'Organization' }, '/stark')
    await other.getByRole('heading', { name: 'Organization not found' }).waitFor()
  })

  it('says that requests are blocked, and continues without the blocker [B-WID-13]', async () => {
    await setup.context.route('**/sdk/v1/b2b/**', (route) => route.abort('blockedbyclient'))
    const page = await setup.open({ products: 'emailOtp', 'organization-slug': 'acme' })
    await page.getByRole('heading', { name: 'Something blocks the login' }).waitFor({ timeout: 60_000 })
    await check(page)
    await setup.context.unroute('**/sdk/v1/b2b/**')
    await button(page, 'Try again').click()
    await page.getByRole('heading', { name: 'Log in to Acme' }).waitFor()
  })

  it('reads a link in the URL before anything else, from the first frame on [B-WID-02]', async () => {
    const config = JSON.stringify({ emailMagicLinksOptions: { discoveryRedirectURL: `${setup.url}/back` } })
    const page = await setup.open({ products: 'emailMagicLinks', config })
    await field(page, 'Email').fill(ada)
    const [before] = await messagesOf()
    await button(page, 'Continue').click()
    await screen(page, 'email_confirmation')
    await expect.poll(async () => (await messagesOf())[0]?.id !== before?.id).toBe(true)
    const link = (await messagesOf())[0]?.links[0] ?? ''
    await page.goto(link)
    await setup.land(page, { products: 'emailMagicLinks' })
    await screen(page, 'discovery')
    expect(page.url()).not.toContain('token=')
    expect((await recorded(page)).callsBefore).toBe(null)
  })

  it('signs in with an identity provider, and lists the organizations', async () => {
    const config = JSON.stringify({ oauthOptions: { discoveryRedirectURL: `${setup.url}/back` } })
    const attributes = { products: 'oauth', 'oauth-providers': 'github', session: 'tab', config }
    const page = await setup.open(attributes)
    await button(page, 'Continue with GitHub').click()
    await page.waitForURL((url) => url.pathname.endsWith('/github/authorization'))
    await page.getByRole('button', { name: ada }).click()
    await setup.land(page, attributes)
    await screen(page, 'discovery')
    await button(page, /Acme/).waitFor()
  })

  it('shows an error if nothing is left to sign in with [B-WID-05]', async () => {
    await setup.admin('POST', '/organizations', { organization_name: 'Hooli', organization_slug: 'hooli' })
    await setup.admin('PUT', '/organizations/hooli', { auth_methods: 'RESTRICTED', allowed_auth_methods: ['password'] })
    const page = await setup.open({ products: 'emailOtp', 'organization-slug': 'hooli' })
    await page.getByRole('heading', { name: 'You cannot log in here' }).waitFor()
    await check(page)
  })

  it('speaks Arabic from right to left, in a shadow root and in the dark', async () => {
    const config = JSON.stringify({ enableShadowDOM: true })
    const page = await setup.open({ ...discovery, config, locale: 'ar', theme: 'modern', 'color-scheme': 'dark' })
    await page.locator('.latchkey[dir=rtl]').waitFor()
    await page.getByRole('button', { name: 'المتابعة باستخدام SSO' }).click()
    await page.getByRole('heading', { name: 'تسجيل الدخول باستخدام SSO' }).waitFor()
    await check(page)
  })
})

async function messagesOf(): Promise<{ id: string; links: string[] }[]> {
  const response = await fetch(`${setup.provider.url}/dev/inbox?to=${encodeURIComponent(ada)}`)
  return ((await response.json()) as { messages: { id: string; links: string[] }[] }).messages
}
