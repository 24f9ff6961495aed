import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { axeViolations, openPage } from './browser.ts'
import { sharedContexts } from './contexts.ts'
import { checkLayout } from './page-layout.ts'
import { serveHtml } from './playground-page.ts'
import { messagesTo, sharedDevelopment } from './provider.ts'
import { chooseAtFake, createSsoOrganization, enterCode, submitField } from './sso-organization.ts'

let url: string
let context: BrowserContext
let complaints: string[]
const contexts = sharedContexts()

beforeAll(async () => {
  url = (await sharedDevelopment()).url
})
beforeEach(async () => {
  complaints = []
  context = await contexts.take({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
})
afterEach(async () => {
  await contexts.release()
  expect(complaints).toEqual([])
})

const open = async (address: string): Promise<Page> => (await openPage(context, address, complaints)).page
const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Your application' })
const heading = (page: Page, name: string): Locator => panelOf(page).getByRole('heading', { name, exact: true })
const shown = (page: Page, text: string): Promise<void> => panelOf(page).getByText(text).first().waitFor()

it('connects an identity provider in one click, tests it, gives a group a role, and allows nothing but single sign-on, except to the break-glass member', async () => {
  const { slug, admin } = await createSsoOrganization(url, 'umbrella', { isConnected: false })
  const [ada, grace] = [`ada@${slug}.test`, `grace@${slug}.test`]
  await admin('POST', '/members', { email_address: grace, name: 'Grace' })
  const page = await open(`${url}/business`)
  const panel = panelOf(page)
  const button = (name: string): Locator => panel.getByRole('button', { name, exact: true })
  await enterCode(page, url, ada)
  await button('Enter Umbrella').click()
  await button('Single sign-on').click()
  await button('Connect Okta (SAML)').click()
  const okta = panel.getByRole('region', { name: 'Okta', exact: true })
  await okta.getByText('SAML, not tested').waitFor()

  // The test opens in a window of its own, and its result appears here without a reload.
  const opened = page.waitForEvent('popup')
  await okta.getByRole('button', { name: 'Test connection' }).click()
  const test = await opened
  await chooseAtFake(test, { email: ada, groups: 'Admins' })
  await test.getByRole('heading', { name: 'The test of the connection passed' }).waitFor()
  await checkLayout(test)
  await test.close()
  await okta.getByText('Test passed').waitFor()
  await okta.getByText(`${ada} would sign in (email).`).waitFor()
  await okta.getByRole('combobox', { name: 'Group' }).fill('Admins')
  await okta.getByRole('button', { name: 'Add role' }).click()
  await okta.getByRole('button', { name: 'Remove latchkey_admin from Admins' }).waitFor()
  await okta.getByRole('list', { name: 'Attempts' }).getByText('admitted').click()
  await okta.getByText('Passed: document, response').last().waitFor()

  // The page shows the conditions of "single sign-on only", and the provider enforces them.
  const conditions = panel.getByRole('list', { name: 'Conditions of single sign-on only' }).getByRole('listitem')
  const states = (): Promise<(string | undefined)[]> =>
    conditions.allInnerTexts().then((texts) => texts.map((text) => /(Met|Not met)/.exec(text)?.[0]))
  expect(await states()).toEqual(['Met', 'Not met'])
  await panel.getByRole('checkbox', { name: 'Single sign-on only' }).click()
  await panel.getByRole('alert').getByText('without a break-glass member').waitFor()
  await button('Second factors').click()
  await button('Add an authenticator app').click()
  await panel.getByRole('button', { name: /Fill in/ }).click()
  await button('Verify').click()
  const codes = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const recoveryCode = await codes.first().innerText()
  await panel.getByRole('checkbox', { name: 'I am a break-glass member' }).click()
  await expect.poll(states).toEqual(['Met', 'Met'])
  await panel.getByRole('checkbox', { name: 'Single sign-on only' }).click()
  await expect
    .poll(async () => ((await admin('GET', '')).organization as Record<string, unknown>).allowed_auth_methods)
    .toEqual(['sso'])
  expect(await panel.getByRole('alert').count()).toBe(0)
  await checkLayout(page)

  // An ordinary member does not get in by a code, and gets the role of the group by single sign-on.
  await button('Sign out').click()
  await enterCode(page, url, grace)
  await button('Enter Umbrella').click()
  await heading(page, 'Umbrella requires another sign-in method').waitFor()
  expect(await page.getByRole('textbox', { name: 'Your email address' }).count()).toBe(0)
  await checkLayout(page)
  await button('Continue with Okta').click()
  await chooseAtFake(page, { email: grace, groups: 'Admins' })
  await shown(page, `Signed in as Grace, ${grace}`)
  await panel.getByText('Where the roles come from').click()
  await shown(page, 'group Admins of Okta')
  const { connection_id } = ((await admin('GET', '/sso')).saml_connections as { connection_id: string }[])[0] ?? {
    connection_id: '',
  }
  const sources = [{ type: 'sso_connection_group', details: { connection_id, group: 'Admins' } }]
  expect(
    await admin('POST', '/simulate', {
      ...{ email_address: grace, method: 'sso', sso_connection_id: connection_id, sso_groups: ['Admins'] },
      permission: { resource_id: 'latchkey.member', action: 'create' },
    }),
  ).toMatchObject({ permission: { allowed: true, roles: [{ role_id: 'latchkey_admin', sources }] } })

  // The break-glass member does, with a second factor.
  await button('Sign out').click()
  const [before] = await messagesTo(url, ada)
  await enterCode(page, url, ada, before?.id)
  await button('Enter Umbrella').click()
  await heading(page, 'Umbrella requires a second factor').waitFor()
  await submitField(page, 'Recovery code', recoveryCode, 'Use')
  await shown(page, `Signed in as Ada, ${ada}`)
})

it('signs a person in with the slug and with the email domain, by SAML and by OpenID Connect, and shows the diagnosis of a failure', async () => {
  const { slug } = await createSsoOrganization(url, 'soylent', { isConnected: true })
  const page = await open(`${url}/business`)
  const panel = panelOf(page)
  const button = (name: string): Locator => panel.getByRole('button', { name, exact: true })
  const find = (text: string): Promise<void> => submitField(page, 'Slug or email address', text, 'Sign in with SSO')
  await find('unknown-slug')
  await panel.getByRole('alert').getByText('No organization with single sign-on').waitFor()
  await find(slug)
  await heading(page, 'Choose how to sign in').waitFor()
  await checkLayout(page)
  await button('Continue with Microsoft Entra ID').click()
  await chooseAtFake(page, { email: `eve@${slug}.test` })
  await shown(page, `eve@${slug}.test`)
  await heading(page, 'Soylent').waitFor()
  expect(new URL(page.url()).search).toBe('')

  await button('Sign out').click()
  await find(`ada@${slug}.test`)
  await button('Continue with Okta').click()
  await chooseAtFake(page, { email: `ada@${slug}.test`, fault: 'Wrong audience' })
  const alert = panel.getByRole('alert')
  expect(await alert.getByRole('link').getAttribute('href')).toBe('/docs/business/sso#diagnosis-codes')
  expect(await alert.innerText()).toMatch(/Diagnosis: audience$/)
  expect(await axeViolations(page)).toEqual([])
  await find(slug)
  await button('Continue with Okta').click()
  await chooseAtFake(page, { email: `ada@${slug}.test` })
  await shown(page, `Signed in as Ada, ada@${slug}.test`)
})

it('asks for a confirmation after the application tile of an identity provider on another site [B-SAML-13]', async () => {
  const { slug, okta, name } = await createSsoOrganization(url, 'tyrell', { isConnected: true })
  const email = `zora@${slug}.test`
  // What the fake posts after its tile, from another site and without a click there.
  const tile = `${url}/dev/enterprise/tile/okta?acs=${url}/v1/sso/callback/${okta}`
  const response = await fetch(tile, {
    method: 'POST',
    body: new URLSearchParams({ person: 'other', email, name: 'Zora' }),
  })
  const [, cookieName = '', value = ''] = /^([^=]+)=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  await context.addCookies([{ name: cookieName, value, url: `${url}/dev/enterprise/saml/`, sameSite: 'Lax' }])
  const [, saml = ''] = /name="SAMLResponse" value="([^"]*)"/.exec(await response.text()) ?? []
  const site = await serveHtml(
    `<form method="post" action="${url}/v1/sso/callback/${okta}"><input type="hidden" name="SAMLResponse" value="${saml}"></form><script>document.forms[0].submit()</script>`,
  )
  const page = await open(site.url)
  await heading(page, 'Continue with single sign-on').waitFor()
  expect([new URL(page.url()).origin, new URL(page.url()).search]).toEqual([url, ''])
  await checkLayout(page)
  await panelOf(page).getByRole('button', { name: 'Continue', exact: true }).click()
  await shown(page, `Signed in as Zora, ${email}`)

  // The tile of the fake, which the page links to. It is on the same site, where the click may count as a confirmation.
  await panelOf(page).getByRole('button', { name: 'Sign out' }).click()
  await panelOf(page)
    .getByRole('link', { name: `Okta of ${name}` })
    .click()
  await chooseAtFake(page, { email })
  const signedIn = panelOf(page).getByText(`Signed in as`).first()
  const confirm = panelOf(page).getByRole('button', { name: 'Continue', exact: true })
  await signedIn.or(confirm).waitFor()
  if (await confirm.isVisible()) await confirm.click()
  await signedIn.waitFor()
  await site.close()
})
