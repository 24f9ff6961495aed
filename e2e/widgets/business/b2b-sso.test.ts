import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
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

interface Created {
  connection: { connection_id: string }
}

/** A connection by SAML of an organization to a fake identity provider. */
async function connect(slug: string, idp: 'okta' | 'entra', name: string): Promise<string> {
  const path = `/organizations/${slug}/sso/saml`
  const { connection } = await setup.admin<Created>('POST', path, { display_name: name, identity_provider: 'generic' })
  const metadata = await fetch(`${setup.provider.url}/dev/enterprise/saml/${idp}/metadata`)
  await setup.admin('PUT', `${path}/${connection.connection_id}`, { metadata_xml: await metadata.text() })
  return connection.connection_id
}

/** An organization that allows nothing but single sign-on needs a member for emergencies, with a second factor. */
async function signInBreakGlass(): Promise<void> {
  const email_address = 'root@umbrella.test'
  await setup.admin('POST', '/organizations/umbrella/members', { email_address, is_breakglass: true })
  const page = await setup.open({ products: 'emailOtp', session: 'tab', 'organization-slug': 'umbrella' })
  await prove(setup, page, email_address)
  await enrollApp(page)
  await page.close()
}

/** And a connection that has passed a test. */
async function passTest(connection: string): Promise<void> {
  const path = `/organizations/umbrella/sso/${connection}/tests`
  const { test_url } = await setup.admin<{ test_url: string }>('POST', path)
  const page = await setup.context.newPage()
  await page.goto(test_url)
  await page.getByRole('radio', { name: 'Ada Lovelace' }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${setup.provider.url}/v1/sso/**`)
  await page.close()
}

beforeAll(async () => {
  const okta = await connect('acme', 'okta', 'Okta of Acme')
  await connect('acme', 'entra', 'Entra ID of Acme')
  await setup.admin('PUT', '/organizations/acme', { sso_default_connection_id: okta })
  await setup.admin('POST', '/organizations', { organization_name: 'Umbrella', organization_slug: 'umbrella' })
  await setup.admin('POST', '/organizations/umbrella/members', { email_address: ada, status: 'invited' })
  const only = await connect('umbrella', 'okta', 'Okta of Umbrella')
  await signInBreakGlass()
  await passTest(only)
  await setup.admin('PUT', '/organizations/umbrella', {
    ...{ sso_default_connection_id: only, sso_jit_provisioning: 'ALL_ALLOWED' },
    ...{ auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'] },
  })
})

/** The identity provider redirects to the same page. */
function element(more: Record<string, string> = {}): Record<string, string> {
  const attributes = { products: 'emailOtp sso', session: 'tab', ...more }
  const back = { loginRedirectURL: `${setup.url}/back`, signupRedirectURL: `${setup.url}/back` }
  return { ...attributes, config: JSON.stringify({ ssoOptions: back }) }
}

/** Signs in at the fake identity provider, and opens the landing page with the element. */
async function comeBack(page: Page, attributes = element(), fault?: string): Promise<void> {
  await page.waitForURL(`${setup.provider.url}/dev/enterprise/saml/**`)
  if (fault) await page.getByRole('radio', { name: fault }).check()
  await page.getByRole('radio', { name: 'Ada Lovelace' }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await setup.land(page, attributes)
}

describe('single sign-on in the business login', () => {
  it('finds the connections by the domain of the address, shows a menu, and lands in the widget', async () => {
    const page = await setup.open(element())
    await button(page, 'Continue with SSO').click()
    await screen(page, 'sso_discovery_email')
    expect(await axeViolations(page)).toEqual([])
    await field(page, 'Email').fill(ada)
    await page.keyboard.press('Enter')
    await screen(page, 'sso_discovery_menu')
    expect(await axeViolations(page)).toEqual([])
    const choices = page.locator('.latchkey-choice')
    // The default connection of the organization is not known here: the order is that of the provider.
    expect((await choices.allTextContents()).sort()).toEqual([
      ...['Continue with Entra ID of Acme', 'Continue with Okta of Acme'],
    ])
    await button(page, 'Continue with Okta of Acme').click()
    await comeBack(page)
    await screen(page, 'logged_in')
    expect(await storedOrganization(page)).toEqual(['acme'])
    expect((await recorded(page)).events).toEqual(['AUTHENTICATE_FLOW_COMPLETE'])
  })

  it('asks for the slug if the domain is not known, and says that the slug is unknown', async () => {
    const page = await setup.open(element())
    await button(page, 'Continue with SSO').click()
    await field(page, 'Email').fill('someone@nowhere.test')
    await page.keyboard.press('Enter')
    await screen(page, 'sso_discovery_fallback')
    expect(await axeViolations(page)).toEqual([])
    const slug = field(page, 'Short name of the organization')
    await slug.fill('acmee')
    await page.keyboard.press('Enter')
    await page.getByText('We do not know this organization. Check the spelling, or ask your admin.').waitFor()
    await slug.fill('globex')
    await page.keyboard.press('Enter')
    await page.getByText('This organization has no SSO. Go back and choose another way.').waitFor()
    await slug.fill(' Umbrella ')
    await page.keyboard.press('Enter')
    // There is only one connection.
    await comeBack(page)
    await screen(page, 'logged_in')
    expect(await storedOrganization(page)).toEqual(['umbrella'])
  })

  it('starts at once for an organization of the list that allows nothing else [B-WID-08]', async () => {
    const page = await setup.open(element())
    await prove(setup, page)
    await screen(page, 'discovery')
    const { calls } = await recorded(page)
    await button(page, /Umbrella/).click()
    await page.waitForURL(`${setup.provider.url}/dev/enterprise/saml/okta/**`)
    expect(calls.filter((path) => path.includes('/exchange'))).toEqual([])
    await comeBack(page)
    await screen(page, 'logged_in')
    expect(await storedOrganization(page)).toEqual(['umbrella'])
  })

  it('shows a button per connection on the page of an organization, the default one first', async () => {
    const page = await setup.open(element({ 'organization-slug': 'acme', products: 'sso emailOtp' }))
    await page.getByRole('heading', { name: 'Log in to Acme' }).waitFor()
    expect(await page.locator('.latchkey-choice').allTextContents()).toEqual([
      ...['Continue with Okta of Acme', 'Continue with Entra ID of Acme'],
    ])
    const umbrella = await setup.open(element({ 'organization-slug': 'umbrella' }))
    await button(umbrella, 'Continue with Okta of Umbrella').waitFor()
    expect(await umbrella.getByRole('textbox').count()).toBe(0)
    expect(await axeViolations(umbrella)).toEqual([])
  })

  it('asks for the second factor after the identity provider', async () => {
    await setup.admin('PUT', '/organizations/acme', { mfa_policy: 'REQUIRED_FOR_ALL' })
    const attributes = element({ 'organization-slug': 'acme' })
    const page = await setup.open(attributes)
    await button(page, 'Continue with Okta of Acme').click()
    await comeBack(page, attributes)
    await screen(page, 'mfa_enrollment_selection')
    await setup.admin('PUT', '/organizations/acme', { mfa_policy: 'OPTIONAL' })
  })

  it('says that the sign-in failed, and starts again', async () => {
    const attributes = element({ 'organization-slug': 'acme' })
    const page = await setup.open(attributes)
    await button(page, 'Continue with Okta of Acme').click()
    await comeBack(page, attributes, 'Wrong audience')
    await page.getByRole('heading', { name: 'SSO did not work' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await button(page, 'Start over').click()
    await page.getByRole('heading', { name: 'Log in to Acme' }).waitFor()
  })

  it('is ready again when the person goes back in the browser', async () => {
    const page = await setup.open(element({ 'organization-slug': 'acme' }))
    await button(page, 'Continue with Okta of Acme').click()
    await page.waitForURL(`${setup.provider.url}/dev/enterprise/saml/**`)
    await page.goBack()
    await button(page, 'Continue with Okta of Acme').waitFor()
    await expect
      .poll(() => button(page, 'Continue with Okta of Acme').getAttribute('aria-disabled'), { timeout: 15_000 })
      .toBe('false')
  })
})
