import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { chooseAtFake } from '../../sso-organization.ts'
import { axeViolations } from '../widget-page.ts'
import { eventsOf, newMember, prepareOrganizations } from './organization-site.ts'

const setup = prepareOrganizations()

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function show(page: Page): Promise<void> {
  await page.evaluate(() => organizationPage.showSso())
  await page.getByRole('heading', { name: 'Single sign-on', exact: true }).waitFor()
}

it('connects an identity provider by its metadata, gives a role to a group, and tests the connection', async () => {
  const ada = newMember('ada')
  const page = await setup.open(ada, await setup.createOrganization('Aperture', [ada]))
  await show(page)
  expect(await axeViolations(page)).toEqual([])
  await button(page, 'Add a SAML connection').click()
  await part(page, 'Enter these values at the identity provider').getByText('/v1/sso/callback/').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Name of the connection' }).fill('Okta')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Okta', exact: true }).waitFor()

  const metadata = await (await fetch(`${setup.provider.url}/dev/enterprise/saml/okta/metadata`)).text()
  await page.getByLabel('Or a file with its metadata').setInputFiles({
    ...{ name: 'metadata.xml', mimeType: 'application/xml', buffer: Buffer.from(metadata) },
  })
  const taken = part(page, 'What the identity provider gives you')
  await expect.poll(() => taken.getByLabel('Or the text of its metadata').inputValue()).toContain('EntityDescriptor')
  await taken.getByRole('button', { name: 'Save' }).click()
  await taken.getByText('Saved.').waitFor()
  await part(page, 'Certificates')
    .getByText(/^Ends on /)
    .first()
    .waitFor()

  const groups = part(page, 'Roles from groups')
  await groups.getByRole('textbox', { name: 'Group at the identity provider' }).fill('Admins')
  await groups.getByRole('combobox', { name: 'Role' }).selectOption('latchkey_admin')
  await groups.getByRole('button', { name: 'Add' }).click()
  await groups.getByRole('button', { name: 'Remove Admin from Admins' }).waitFor()

  await button(page, 'Start a test').click()
  const [test] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the test in a new tab' }).click(),
  ])
  await part(page, 'Test').getByText('The result appears here.').waitFor()
  await chooseAtFake(test, { email: ada, fault: 'Wrong audience' })
  await part(page, 'Test').getByText('The test failed.').waitFor()
  await test.close()
  const check = part(page, 'Test').getByRole('listitem').filter({ hasText: '✗' })
  expect(await check.innerText()).toMatch(/audience\s+Expected: \S+\/v1\/sso\/metadata\/\S+\s+Received: \S+/)
  expect(await axeViolations(page)).toEqual([])

  await button(page, 'Delete the connection').click()
  await page.getByRole('heading', { name: 'Delete Okta?' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await button(page, 'Delete the connection').click()
  await page.getByRole('status').getByText('The connection Okta was deleted.').waitFor()
  expect(await eventsOf(page)).toHaveLength(4)
})

it('disables each control without its permission, and says which role permits it', async () => {
  const people = ['ada', 'grace'].map(newMember)
  const [ada = '', grace = ''] = people
  const organization = await setup.createOrganization('Aperture', people, {
    custom_roles: [
      {
        role_id: 'auditor',
        description: 'Reads connections',
        permissions: [{ resource_id: 'latchkey.sso', actions: ['get'] }],
      },
    ],
  })
  const path = `/organizations/${organization.id}/members`
  const { members } = await setup.admin<{ members: { member_id: string; email_address: string }[] }>('GET', path)
  const id = members.find(({ email_address }) => email_address === grace)?.member_id
  await setup.admin('PUT', `${path}/${id}`, { roles: ['auditor'] })
  const admin = await setup.open(ada, organization)
  await show(admin)
  await button(admin, 'Add a SAML connection').click()
  await button(admin, 'Back').waitFor()

  const context = await admin.context().browser()?.newContext({ reducedMotion: 'reduce' })
  const page = await setup.open(grace, organization, context ? { context } : {})
  await page.evaluate(() => organizationPage.mountSso())
  const reason = 'Your roles do not allow this. The role Admin does.'
  await page.getByText(reason).waitFor()
  expect(await button(page, 'Add a SAML connection').getAttribute('aria-disabled')).toBe('true')
  await page.getByRole('button', { name: /^Unnamed connection/ }).click()
  await button(page, 'Delete the connection').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  for (const control of await page.getByRole('button', { name: /^(Save|Start a test|Delete)/ }).all()) {
    const found = await control.evaluate((one) => [
      one.getAttribute('aria-disabled'),
      document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent,
    ])
    expect(found).toEqual(['true', reason])
  }
  expect(await axeViolations(page)).toEqual([])
  await context?.close()
})
