import type { OrganizationSwitcherConfig } from '@latchkey/widgets/b2b'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newestMessage } from '../../provider.ts'
import { announced, axeViolations, newPhone, watchAnnouncements } from '../widget-page.ts'
import type { Shown } from './organization-page.tsx'
import { eventsOf, newMember, organizationOf, prepareOrganizations } from './organization-site.ts'

const setup = prepareOrganizations()

const trigger = (page: Page): Locator => page.getByRole('button', { name: /, Switch organization$/ })
const panel = (page: Page): Locator => page.getByRole('region', { name: 'Your organizations' })
const entry = (page: Page, name: string): Locator => panel(page).getByRole('button', { name: new RegExp(`^${name}`) })
const entries = (page: Page): Promise<string[]> =>
  panel(page)
    .getByRole('listitem')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' ').trim()))
    // Screen readers do not read the first letter in the badge.
    .then((all) => all.map((text) => text.replace(/^\S /, '')))

async function show(page: Page, shown: Shown<OrganizationSwitcherConfig> = {}): Promise<void> {
  await page.evaluate((shown) => organizationPage.showSwitcher(shown), shown)
}

it('lists the memberships with what each organization requires, and switches with the keyboard alone [B-WID-14]', async () => {
  const ada = newMember('ada')
  const [home, open] = await Promise.all(['Aperture', 'Cyberdyne'].map((name) => setup.createOrganization(name, [ada])))
  if (!home || !open) throw new Error('two organizations were created')
  await setup.createOrganization('Initech', [ada], { mfa_policy: 'REQUIRED_FOR_ALL' })
  await setup.createOrganization('Hooli', [ada], {
    auth_methods: 'RESTRICTED',
    allowed_auth_methods: ['password', 'google_oauth'],
  })
  const page = await setup.open(ada, home)
  await show(page)
  await trigger(page).focus()
  await watchAnnouncements(page)
  await page.keyboard.press('Enter')
  await entry(page, 'Hooli').waitFor()
  expect(await entries(page)).toEqual([
    'Aperture You are here',
    'Cyberdyne',
    'Hooli Asks for a password or Google',
    'Initech Asks for a second step',
  ])
  expect(await axeViolations(page)).toEqual([])
  expect([
    await trigger(page).getAttribute('aria-expanded'),
    await entry(page, 'Aperture').getAttribute('aria-current'),
  ]).toEqual([...['true', 'true']])
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  expect(await trigger(page).evaluate((one) => one === document.activeElement)).toBe(true)

  await page.keyboard.press('Enter')
  await entry(page, 'Cyberdyne').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await entry(page, 'Cyberdyne').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await panel(page).waitFor({ state: 'detached' })
  expect([await organizationOf(page), await trigger(page).innerText()]).toEqual([
    'Cyberdyne',
    expect.stringContaining('Cyberdyne'),
  ])
  expect(await eventsOf(page)).toEqual([{ type: 'ORGANIZATION_SWITCH', data: { organization_id: open.id } }])
  await expect.poll(() => announced(page)).toContain('You are in Cyberdyne now.')
})

it('asks before the session ends, then for the second factor that the organization requires', async () => {
  const ada = newMember('ada')
  const home = await setup.createOrganization('Aperture', [ada])
  const strict = await setup.createOrganization('Initech', [ada], { mfa_policy: 'REQUIRED_FOR_ALL' })
  const page = await setup.open(ada, home)
  await show(page)
  await trigger(page).click()
  await entry(page, 'Initech').click()
  await page.getByRole('heading', { name: 'Switch to Initech?' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Stay in Aperture' }).click()
  expect(await organizationOf(page)).toBe('Aperture')
  await entry(page, 'Initech').click()
  await page.getByRole('button', { name: 'Switch', exact: true }).click()

  await page.getByRole('heading', { name: 'Protect your account' }).waitFor()
  expect(await eventsOf(page)).toEqual([
    {
      type: 'ORGANIZATION_FACTOR_REQUIRED',
      data: { organization_id: strict.id, organization_slug: strict.slug },
    },
  ])
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Text message/ }).click()
  const phone = newPhone()
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone.slice(2))
  await page.getByRole('button', { name: 'Send the code' }).click()
  const [code = ''] = (await newestMessage(setup.provider.url, phone)).codes
  await page.getByRole('textbox', { name: /passcode/i }).fill(code)
  await expect.poll(() => organizationOf(page)).toBe('Initech')
  await panel(page).waitFor({ state: 'detached' })
  expect(await trigger(page).innerText()).toContain('Initech')
  expect((await eventsOf(page)).slice(1)).toEqual([
    { type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} },
    { type: 'ORGANIZATION_SWITCH', data: { organization_id: strict.id } },
  ])
})

it('asks for another login, if the organization accepts no other', async () => {
  const ada = newMember('ada')
  const home = await setup.createOrganization('Aperture', [ada])
  await setup.createOrganization('Hooli', [ada], {
    auth_methods: 'RESTRICTED',
    allowed_auth_methods: ['password', 'google_oauth'],
  })
  const page = await setup.open(ada, home)
  await show(page)
  await trigger(page).click()
  await entry(page, 'Hooli').click()
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await page.getByText('Hooli needs one more step before it lets you in.').waitFor()
  await page.getByRole('button', { name: /Google/ }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(ada)
  expect(await axeViolations(page)).toEqual([])
})

it('switches its tab only, if the client keeps the session in the tab', async () => {
  const ada = newMember('ada')
  const home = await setup.createOrganization('Aperture', [ada])
  await setup.createOrganization('Cyberdyne', [ada])
  const client = { session: 'tab' } as const
  const first = await setup.open(ada, home, { client })
  const second = await setup.open(ada, home, { client, context: first.context() })
  await show(first)
  await show(second)
  await trigger(first).click()
  await panel(first).getByText('Only this tab switches.').waitFor()
  await entry(first, 'Cyberdyne').click()
  await expect.poll(() => organizationOf(first)).toBe('Cyberdyne')
  expect([await organizationOf(second), await first.context().cookies()]).toEqual(['Aperture', []])
})

it('closes when the person presses outside, and keeps the choice after an error', async () => {
  const ada = newMember('ada')
  const home = await setup.createOrganization('Aperture', [ada])
  const other = await setup.createOrganization('Cyberdyne', [ada])
  const page = await setup.open(ada, home)
  await show(page)
  await trigger(page).click()
  await entry(page, 'Cyberdyne').waitFor()
  await page.getByRole('heading', { name: 'Host application' }).click()
  await panel(page).waitFor({ state: 'detached' })
  await trigger(page).click()
  await entry(page, 'Cyberdyne').waitFor()
  await setup.admin('DELETE', `/organizations/${other.id}`)
  await entry(page, 'Cyberdyne').click()
  await page.getByRole('alert').getByText(/\S/).waitFor()
  expect(await organizationOf(page)).toBe('Aperture')
  expect(await axeViolations(page)).toEqual([])
})

it('is written from right to left in Arabic', async () => {
  const ada = newMember('ada')
  const page = await setup.open(ada, await setup.createOrganization('Aperture', [ada]))
  await show(page, { config: { layout: 'list' }, locale: 'ar' })
  await page.locator('.latchkey[dir=rtl] [data-requires=here]').waitFor()
  expect(await axeViolations(page)).toEqual([])
})
