import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, sharedBrowser } from './browser.ts'
import { checkLayout } from './page-layout.ts'
import { messagesTo, newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

let provider: RunningProcess
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), sharedBrowser()])
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
})
afterAll(async () => {
  await context?.close()
  await provider?.end()
})

const phone = '+15005550006'

const region = (page: Page, name: string): Locator => page.getByRole('region', { name })
const items = (list: Locator): Promise<string[]> =>
  list.getByRole('listitem').evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' ')))

/** The settings of an organization, as the provider has them. */
async function settingsOf(slug: string): Promise<unknown[]> {
  const project = 'project-test-22222222-2222-4222-8222-222222222222'
  const response = await fetch(`${provider.url}/dev/admin/${project}/organizations/${slug}`)
  const { organization } = (await response.json()).data
  return [organization.mfa_policy, organization.email_jit_provisioning, organization.email_allowed_domains]
}

/** Submits a form with one field. */
async function submit(page: Page, label: string, value: string, button: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: label, exact: true }) })
  await form.getByRole('textbox').fill(value)
  await form.getByRole('button', { name: button, exact: true }).click()
}

/** Proves an address on the page. */
async function codeTo(page: Page, email: string): Promise<void> {
  const [before] = await messagesTo(provider.url, email)
  await submit(page, 'Your email address', email, 'Send code')
  const [code = ''] = (await newestMessage(provider.url, email, before?.id)).codes
  await submit(page, 'Code', code, 'Continue')
}

/** Moves the focus to the window again and again, until the page has read what changed meanwhile. */
async function returnUntil(page: Page, isDone: () => Promise<boolean>): Promise<void> {
  const returned = async (): Promise<boolean> => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    return isDone()
  }
  await expect.poll(returned, { timeout: 30_000 }).toBe(true)
}

it('shows the sample organizations, and creates, changes and deletes one', async () => {
  const { page, complaints } = await openPage(context, `${provider.url}/`)
  await page.getByRole('link', { name: 'Business' }).click()
  const organizations = region(page, 'Organizations')
  await organizations.getByRole('button', { name: 'Acme acme' }).click()
  const acme = region(page, 'Acme')
  await acme.waitFor()
  const domains = region(page, 'Email domains')
  expect([(await items(region(page, 'Members'))).sort(), await items(domains)]).toEqual([
    [
      'Ada Lovelace ada@acme.test admin active Remove admin',
      'Alan Turing alan@example.com invited Make admin',
      'Grace Hopper grace@acme.test active Make admin',
    ],
    ['acme.test verified'],
  ])

  await submit(page, 'Name', 'Initech', 'Create organization')
  await region(page, 'Initech').waitFor()
  await submit(page, 'Email address', 'milton@initech.test', 'Add member')
  await expect.poll(() => items(region(page, 'Members'))).toEqual(['milton@initech.test active Make admin'])
  await submit(page, 'Email address', 'MILTON@initech.test', 'Add member')
  await page.getByRole('alert').waitFor()

  await submit(page, 'Domain', 'initech.example', 'Add domain')
  await domains.getByText('_latchkey-challenge.initech.example').waitFor()
  await page.getByRole('button', { name: 'Add the record of initech.example and check it' }).click()
  await expect.poll(() => items(domains)).toEqual(['initech.example verified'])
  await page.getByRole('alert').waitFor({ state: 'detached' })
  expect(await organizations.getByRole('button', { name: 'Initech initech' }).getAttribute('aria-current')).toBe('true')

  // The samples and what the page changes are the settings that the provider has.
  const setting = (name: string): Locator => page.getByRole('combobox', { name })
  expect([await setting('Second factor').inputValue(), await setting('Joining').inputValue()]).toEqual([
    ...['OPTIONAL', 'NOT_ALLOWED'],
  ])
  await setting('Joining').selectOption('RESTRICTED')
  await setting('Second factor').selectOption('REQUIRED_FOR_ALL')
  await expect.poll(() => settingsOf('initech')).toEqual(['REQUIRED_FOR_ALL', 'RESTRICTED', ['initech.example']])
  expect([await settingsOf('acme'), await settingsOf('globex')]).toEqual([
    ['OPTIONAL', 'RESTRICTED', ['acme.test']],
    ['REQUIRED_FOR_ALL', 'NOT_ALLOWED', []],
  ])
  await page.getByRole('button', { name: 'Suspend' }).click()
  await organizations.getByText('suspended').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await organizations.getByText('suspended').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => items(organizations)).toEqual(['Globex globex', 'Acme acme'])
  expect(complaints).toEqual([])
  await page.close()
})

it('shows the business page on all widths, in light and dark', async () => {
  const { page, complaints } = await openPage(context, `${provider.url}/business`)
  await region(page, 'Members').waitFor()
  await checkLayout(page)
  const [panel, button] = await Promise.all(
    [region(page, 'Organizations'), page.getByRole('button', { name: 'Create organization' })].map((shown) =>
      shown.boundingBox(),
    ),
  )
  // The last width of the layout check, where each column scrolls.
  const endOf = (box: typeof panel): number => (box?.y ?? 0) + (box?.height ?? 0)
  expect(endOf(button ?? null)).toBeLessThanOrEqual(endOf(panel ?? null))
  expect(complaints).toEqual([])
  await page.close()
})

it('switches a member to another organization, which requires a second factor: enrolls an app, a phone number and recovery codes', async () => {
  const { page, complaints } = await openPage(context, `${provider.url}/business`)
  const panel = region(page, 'Your application')
  const switchTo = async (name: string): Promise<void> => {
    await panel.getByRole('button', { name: 'Switch organization' }).click()
    await panel.getByRole('button', { name: `Enter ${name}` }).click()
  }
  await submit(page, 'Name', 'Hooli', 'Create organization')
  await region(page, 'Hooli').waitFor()
  await submit(page, 'Email address', 'ada@acme.test', 'Add member')
  await expect.poll(() => items(region(page, 'Members'))).toEqual(['ada@acme.test active Make admin'])
  await codeTo(page, 'ada@acme.test')
  await panel.getByRole('button', { name: 'Enter Acme' }).click()
  await panel.getByRole('heading', { name: 'Acme' }).waitFor()
  await switchTo('Hooli')
  await panel.getByRole('heading', { name: 'Hooli' }).waitFor()
  expect(await items(panel)).toEqual(['latchkey_member'])
  await panel.getByRole('button', { name: 'Switch organization' }).click()
  await panel.getByRole('button', { name: 'Enter Acme' }).waitFor()
  await checkLayout(page)
  await panel.getByRole('button', { name: 'Enter Globex' }).click()
  await panel.getByRole('heading', { name: 'Globex requires a second factor' }).waitFor()
  await panel.getByRole('button', { name: 'Add an authenticator app' }).click()
  await panel.getByRole('button', { name: /Fill in/ }).click()
  await checkLayout(page)
  await panel.getByRole('button', { name: 'Verify' }).click()
  await panel.getByRole('heading', { name: 'Globex', exact: true }).waitFor()
  const codes = panel.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)

  await submit(page, 'Phone number', phone, 'Send a text message')
  const text = (await newestMessage(provider.url, phone)).codes[0] ?? ''
  await submit(page, 'Code of the text message', text, 'Verify')
  await panel.getByRole('button', { name: 'Remove the number' }).waitFor()
  await checkLayout(page)

  // The next sign-in needs a second factor: a recovery code is one.
  const [recoveryCode = ''] = await codes.allInnerTexts()
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await codeTo(page, 'ada@acme.test')
  await panel.getByRole('button', { name: 'Enter Globex' }).click()
  await panel.getByText(phone).waitFor()
  await submit(page, 'Recovery code', recoveryCode, 'Use')
  await panel.getByRole('heading', { name: 'Globex', exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Second factors' }).click()
  await panel.getByRole('button', { name: 'Show recovery codes' }).click()
  await expect.poll(() => codes.count()).toBe(9)
  await panel.getByRole('button', { name: 'Remove the app' }).click()
  await panel.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
  await panel.getByRole('button', { name: 'Sign out' }).click()
  expect(complaints).toEqual([])
  await page.close()
})

it('signs a person in by code, creates an organization and invites a second person, who accepts in another browser, and gets and loses a role without a reload', async () => {
  const first = await openPage(context, `${provider.url}/business`)
  const panel = (page: Page): Locator => region(page, 'Your application')
  await codeTo(first.page, 'peter@initrode.example')
  await submit(first.page, 'New organization', 'Initrode', 'Create and enter')
  await panel(first.page).getByRole('heading', { name: 'Initrode' }).waitFor()
  expect(await items(panel(first.page))).toEqual(['latchkey_member', 'latchkey_admin'])
  await checkLayout(first.page)

  await submit(first.page, 'Invite a person', 'bob@initrode.example', 'Send invitation')
  const { links } = await newestMessage(provider.url, 'bob@initrode.example')
  const other = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const second = await openPage(other, links[0] ?? '')
  await panel(second.page).getByRole('button', { name: 'Accept' }).click()
  await panel(second.page).getByText('Signed in as bob@initrode.example').waitFor()
  expect(new URL(second.page.url()).search).toBe('')

  // The admin changes the role of the second person, whose session continues with its permissions.
  const bob = 'bob@initrode.example'
  const role = (change: string): Locator => panel(first.page).getByRole('button', { name: `${change} admin: ${bob}` })
  const invite = panel(second.page).getByRole('button', { name: 'Send invitation' })
  await panel(second.page).getByText('Your roles do not permit invitations.').waitFor()
  expect(await panel(second.page).getByRole('button', { name: 'Colleagues' }).count()).toBe(0)
  await panel(first.page).getByRole('button', { name: 'Colleagues' }).click()
  await role('Make').click()
  await role('Remove').waitFor()
  await checkLayout(first.page)
  await returnUntil(second.page, () => invite.isVisible())
  await role('Remove').click()
  await role('Make').waitFor()
  await returnUntil(second.page, () =>
    panel(second.page).getByText('Your roles do not permit invitations.').isVisible(),
  )
  expect(await invite.count()).toBe(0)

  // The operator can do the same. A page that shows the form for a removed role is rejected once, and then shows the
  // form no longer.
  await first.page.reload()
  const ofOperator = (change: string): Locator =>
    region(first.page, 'Members').getByRole('button', { name: `${change} admin: ${bob}` })
  await ofOperator('Make').click()
  await ofOperator('Remove').waitFor()
  await returnUntil(second.page, () => invite.isVisible())
  await ofOperator('Remove').click()
  await ofOperator('Make').waitFor()
  await submit(second.page, 'Invite a person', 'milton@initrode.example', 'Send invitation')
  await panel(second.page).getByRole('alert').waitFor()
  await panel(second.page).getByText('Your roles do not permit invitations.').waitFor()
  expect(await invite.count()).toBe(0)

  await second.page.getByRole('button', { name: 'Sign out' }).click()
  await panel(second.page).getByRole('heading', { name: 'Sign in to your organization' }).waitFor()
  expect([first.complaints, second.complaints]).toEqual([[], []])
  await other.close()
  await first.page.close()
})

it('shows both addresses when an invitation is opened while another account is signed in, and how to continue [B-INV-13]', async () => {
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const { page, complaints } = await openPage(own, `${provider.url}/business`)
  const panel = region(page, 'Your application')
  const [bill, carol, dora] = ['bill@initech.example', 'carol@initrode.example', 'dora@initrode.example']
  await codeTo(page, bill)
  await submit(page, 'New organization', 'Inveterate', 'Create and enter')
  await submit(page, 'Invite a person', carol, 'Send invitation')
  const [link = ''] = (await newestMessage(provider.url, carol)).links

  await page.goto(link)
  await panel.getByRole('heading', { name: 'Link of Inveterate' }).waitFor()
  for (const address of [bill, carol]) await panel.getByText(address, { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await checkLayout(page)
  await panel.getByRole('button', { name: 'Stay signed in' }).click()
  await panel.getByText(`Signed in as ${bill}`).waitFor()

  // The link still works, because nothing has redeemed it.
  await page.goto(link)
  await panel.getByRole('button', { name: 'Accept' }).click()
  await panel.getByText(`Signed in as ${carol}`).waitFor()
  // A used link says so, and the session continues.
  await page.goto(link)
  await panel.getByRole('alert').waitFor()
  await panel.getByText(`Signed in as ${carol}`).waitFor()

  // Carol has no roles to invite, so Bill invites another person, who declines.
  await panel.getByRole('button', { name: 'Sign out' }).click()
  await codeTo(page, bill)
  await panel.getByRole('button', { name: 'Enter Inveterate' }).click()
  await submit(page, 'Invite a person', dora, 'Send invitation')
  const [declined = ''] = (await newestMessage(provider.url, dora)).links
  await page.goto(declined)
  await panel.getByRole('button', { name: 'Decline' }).click()
  await panel.getByText(`Signed in as ${bill}`).waitFor()
  await page.goto(declined)
  await panel.getByRole('alert').waitFor()
  expect(complaints).toEqual([])
  await own.close()
})

it.each(['any', 'Acme'])('signs a person in with an identity provider, to %s organization', async (choice) => {
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const { page, complaints } = await openPage(own, `${provider.url}/business`)
  const panel = region(page, 'Your application')
  if (choice === 'Acme') await panel.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Acme' })
  await panel.getByRole('button', { name: 'Continue with Microsoft' }).click()
  await page.getByRole('button', { name: 'mary@example.org' }).click()
  if (choice === 'any') {
    await panel.getByText('may join by the tenant').waitFor()
    await checkLayout(page)
    await panel.getByRole('button', { name: 'Enter Acme' }).click()
  }
  await panel.getByText(/Signed in as .*mary@example\.org/).waitFor()
  expect(complaints).toEqual([])
  await own.close()
})

it('asks for another method after a provider that has no verified address', async () => {
  const own = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const { page, complaints } = await openPage(own, `${provider.url}/business`)
  const panel = region(page, 'Your application')
  await panel.getByRole('combobox', { name: 'Organization' }).selectOption({ label: 'Acme' })
  await panel.getByRole('button', { name: 'Continue with HubSpot' }).click()
  await page.getByRole('button', { name: 'ada@acme.test' }).click()
  await panel.getByRole('heading', { name: 'Acme requires another sign-in method' }).waitFor()
  await checkLayout(page)
  await codeTo(page, 'ada@acme.test')
  await panel.getByText('Signed in as Ada Lovelace, ada@acme.test').waitFor()
  expect(complaints).toEqual([])
  await own.close()
})
