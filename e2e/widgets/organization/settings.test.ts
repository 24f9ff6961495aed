import type { OrganizationSettingsConfig } from '@latchkey/widgets/b2b'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { announced, axeViolations, watchAnnouncements } from '../widget-page.ts'
import type { Shown } from './organization-page.tsx'
import { eventsOf, newMember, organizationOf, prepareOrganizations } from './organization-site.ts'

const setup = prepareOrganizations()

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const save = (page: Page, name: string): Locator => part(page, name).getByRole('button', { name: 'Save changes' })

async function show(page: Page, shown: Shown<OrganizationSettingsConfig> = {}): Promise<void> {
  await page.evaluate((shown) => organizationPage.showSettings(shown), shown)
  await page.locator('.latchkey[data-screen=organization_settings][data-state=viewing]').waitFor()
}

it('stores the name, the domains and the second step with the keyboard alone, and says so', async () => {
  const ada = newMember('ada')
  const page = await setup.open(ada, await setup.createOrganization('Aperture', [ada]))
  await show(page)
  expect(await axeViolations(page)).toEqual([])
  await watchAnnouncements(page)
  const name = page.getByRole('textbox', { name: 'Name of the organization' })
  expect(await save(page, 'Details').getAttribute('aria-disabled')).toBe('true')
  await name.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' Science')
  await page.keyboard.press('Enter')
  await expect.poll(() => organizationOf(page)).toBe('Aperture Science')
  await expect.poll(() => announced(page)).toContain('Saved.')

  await page.getByRole('textbox', { name: 'Another email domain' }).fill('aperture.example')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove aperture.example' }).waitFor()
  await part(page, 'Who can join').getByText('Saved.').waitFor()
  await page.getByRole('radio', { name: 'Required for all members' }).focus()
  await page.keyboard.press('Space')
  await save(page, 'Second step').focus()
  await page.keyboard.press('Enter')
  await part(page, 'Second step').getByText('Saved.').waitFor()
  const stored = await page.evaluate(() => organizationPage.client.organization.get())
  expect([stored.email_allowed_domains, stored.mfa_policy]).toEqual([['aperture.example'], 'REQUIRED_FOR_ALL'])
  expect(await eventsOf(page)).toHaveLength(3)
})

it('explains what single sign-on only needs, and keeps the choice after a rejection', async () => {
  const ada = newMember('ada')
  const page = await setup.open(ada, await setup.createOrganization('Aperture', [ada]))
  await show(page, { config: { allowedAuthMethods: ['sso', 'password'] } })
  const methods = part(page, 'How members log in')
  await methods.getByRole('radio', { name: 'Only the chosen ways' }).check()
  expect(await methods.getByRole('checkbox').count()).toBe(2)
  await methods.getByRole('checkbox', { name: 'Password' }).uncheck()
  await methods.getByText('the organization needs a way back in.').waitFor()
  await save(page, 'How members log in').click()
  await methods
    .getByRole('alert')
    .getByText('This change is not possible: must not be sso only, without an active connection')
    .waitFor()
  expect(await methods.getByRole('checkbox', { name: 'Password' }).isChecked()).toBe(false)
  expect(await axeViolations(page)).toEqual([])
})

it('disables each control without its permission, and says which role permits it', async () => {
  const people = ['ada', 'grace'].map(newMember)
  const [, grace = ''] = people
  const page = await setup.open(grace, await setup.createOrganization('Aperture', people))
  await page.evaluate(() => organizationPage.mountSettings())
  await part(page, 'Second step').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  const reason = 'Your roles do not allow this. The role Admin does.'
  const controls = [
    ...(await page.getByRole('radio').all()),
    ...(await page.getByRole('checkbox').all()),
    ...(await page.getByRole('button', { name: 'Save changes' }).all()),
  ]
  expect(controls.length).toBeGreaterThan(10)
  for (const control of controls) {
    const found = await control.evaluate((one) => [
      one.getAttribute('aria-disabled'),
      (one.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .at(-1),
    ])
    expect(found).toEqual(['true', reason])
  }
  await page.getByRole('radio', { name: 'Required for all members' }).click({ force: true })
  expect(await page.getByRole('radio', { name: 'Required for all members' }).isChecked()).toBe(false)
  expect(await axeViolations(page)).toEqual([])
})
