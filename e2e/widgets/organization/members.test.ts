import type { MembersConfig } from '@latchkey/widgets/b2b'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { messagesTo } from '../../provider.ts'
import { announced, axeViolations, focused, watchAnnouncements } from '../widget-page.ts'
import type { Shown } from './organization-page.tsx'
import { eventsOf, nameOf, newMember, prepareOrganizations } from './organization-site.ts'

const setup = prepareOrganizations()

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const row = (page: Page, email: string): Locator => page.getByRole('button', { name: email })
/** Screen readers do not read the first letter in the badge. */
const withoutBadge = (text: string): string => text.replace(/^\S /, '')
const rows = (page: Page): Promise<string[]> =>
  page
    .locator('[data-member]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.replace(/\s+/g, ' ').trim()))
    .then((all) => all.map(withoutBadge))
const heading = (page: Page, name: string): Promise<void> => page.getByRole('heading', { name, exact: true }).waitFor()

async function show(page: Page, shown: Shown<MembersConfig> = {}): Promise<void> {
  await page.evaluate((shown) => organizationPage.showMembers(shown), shown)
  await page.locator('.latchkey[data-screen=members]:not([data-state=loading])').waitFor()
}

/** The text that describes a control. */
const reasonOf = (control: Locator): Promise<string> =>
  control.evaluate((one) =>
    (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => (id ? document.getElementById(id)?.textContent : ''))
      .join(' ')
      .trim(),
  )

it('lists members in pages, searches, and says how many there are', async () => {
  const people = ['ada', 'grace', 'alan'].map(newMember)
  const [ada = '', grace = '', alan = ''] = people
  const page = await setup.open(ada, await setup.createOrganization('Aperture', people))
  await show(page, { config: { pageSize: 2 } })
  await heading(page, 'Members')
  await page.getByText('3 members').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const first = await rows(page)
  await button(page, 'Next page').click()
  await page.getByText('3–3 of 3').waitFor()
  const second = await rows(page)
  expect([...first, ...second].sort()).toEqual([`Ada You ${ada} Admin`, `Alan ${alan}`, `Grace ${grace}`])
  await button(page, 'Previous page').click()
  await page.getByText('1–2 of 3').waitFor()

  await watchAnnouncements(page)
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill(grace)
  await expect.poll(() => announced(page)).toContain('1 member')
  expect(await rows(page)).toEqual([`Grace ${grace}`])
  await page.getByRole('searchbox').fill('charles')
  await page.getByText('No member matches “charles”.').waitFor()
  expect(await axeViolations(page)).toEqual([])
})

it('invites a person with the keyboard alone, and keeps what was typed after an error', async () => {
  const ada = newMember('ada')
  const dorothy = newMember('dorothy')
  const page = await setup.open(ada, await setup.createOrganization('Aperture', [ada]))
  await show(page)
  await watchAnnouncements(page)
  await button(page, 'Invite').focus()
  await page.keyboard.press('Enter')
  await heading(page, 'Invite a person')
  expect((await focused(page)).tag).toBe('input')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.type(ada)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect.poll(() => announced(page)).toContain('A member already has this email address.')
  const field = page.getByRole('textbox', { name: 'Email address' })
  expect([await field.inputValue(), await page.getByRole('checkbox', { name: 'Admin' }).isChecked()]).toEqual([
    ada,
    true,
  ])
  await field.fill(dorothy)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText(`We sent an invitation to ${dorothy}.`).waitFor()
  await expect.poll(() => rows(page)).toContain(`${dorothy} Invited Admin`)
  expect(await messagesTo(setup.provider.url, dorothy)).toHaveLength(1)
  expect(await eventsOf(page)).toMatchObject([{ type: 'MEMBER_INVITE' }])
})

it('changes roles and explains each, and removes a member only after a question', async () => {
  const people = ['ada', 'grace'].map(newMember)
  const [ada = '', grace = ''] = people
  const organization = await setup.createOrganization('Aperture', people, {
    custom_roles: [{ role_id: 'auditor', description: 'Reads everything', permissions: [] }],
  })
  const page = await setup.open(ada, organization)
  await show(page)
  await row(page, grace).click()
  await heading(page, nameOf(grace))
  const roles = page.getByRole('region', { name: 'Roles' })
  await roles.getByText('Every member has it').waitFor()
  expect(await button(page, 'Save roles').getAttribute('aria-disabled')).toBe('true')
  await roles.getByRole('checkbox', { name: 'auditor' }).check()
  await button(page, 'Save roles').click()
  await page.getByRole('status').getByText('Saved.').waitFor()
  await roles.getByText('Given to this member').waitFor()
  expect(await axeViolations(page)).toEqual([])

  await button(page, 'Remove from the organization').click()
  await heading(page, `Remove ${nameOf(grace)}?`)
  expect(await axeViolations(page)).toEqual([])
  expect((await focused(page)).text).toBe(`Remove ${nameOf(grace)}?`)
  await button(page, 'Cancel').click()
  await heading(page, nameOf(grace))
  await button(page, 'Remove from the organization').click()
  await button(page, 'Remove from the organization').click()
  await page
    .getByRole('status')
    .getByText(`${nameOf(grace)} was removed.`)
    .waitFor()
  await expect.poll(() => rows(page)).toEqual([`${nameOf(ada)} You ${ada} Admin`])
  await page.getByRole('tab', { name: 'Removed' }).click()
  await row(page, grace).click()
  await button(page, 'Add to the organization again').click()
  await page
    .getByRole('status')
    .getByText(`${nameOf(grace)} is a member again.`)
    .waitFor()
})

it('disables each control without its permission, and says which role permits it', async () => {
  const people = ['ada', 'grace'].map(newMember)
  const [ada = '', grace = ''] = people
  const organization = await setup.createOrganization('Aperture', people, {
    custom_roles: [
      {
        role_id: 'reader',
        description: 'Sees members',
        permissions: [{ resource_id: 'latchkey.member', actions: ['search'] }],
      },
      {
        role_id: 'recruiter',
        description: 'Invites members',
        permissions: [{ resource_id: 'latchkey.member', actions: ['search', 'create'] }],
      },
    ],
  })
  const path = `/organizations/${organization.id}/members`
  const { members } = await setup.admin<{ members: { member_id: string; email_address: string }[] }>('GET', path)
  const id = members.find(({ email_address }) => email_address === grace)?.member_id
  await setup.admin('PUT', `${path}/${id}`, { roles: ['reader'] })
  const page = await setup.open(grace, organization)
  await page.evaluate(() => organizationPage.mountMembers())
  await row(page, ada).waitFor()
  expect(await reasonOf(button(page, 'Invite'))).toBe('Your roles do not allow this. The role recruiter does.')
  await button(page, 'Invite').click({ force: true })
  await heading(page, 'Members')
  expect(await axeViolations(page)).toEqual([])

  await row(page, ada).click()
  await heading(page, nameOf(ada))
  for (const name of ['Save roles', 'Log out everywhere', 'Remove from the organization']) {
    expect([await button(page, name).getAttribute('aria-disabled'), await reasonOf(button(page, name))]).toEqual([
      ...['true', 'Your roles do not allow this. The role Admin does.'],
    ])
  }
  expect(await page.getByRole('textbox').count()).toBe(0)
  for (const box of await page.getByRole('checkbox').all()) {
    expect(await box.getAttribute('aria-disabled')).toBe('true')
    expect(await reasonOf(box)).toContain('Your roles do not allow this.')
  }
  await button(page, 'Back').click()

  // A role that is given while the page is open.
  await setup.admin('PUT', `${path}/${id}`, { roles: ['recruiter'], preserve_existing_sessions: true })
  await page.evaluate(() => organizationPage.client.session.authenticate().then(() => undefined))
  await expect.poll(() => button(page, 'Invite').getAttribute('aria-disabled')).toBe('false')
  await setup.admin('PUT', `${path}/${id}`, { roles: [], preserve_existing_sessions: true })
  await page.evaluate(() => organizationPage.client.session.authenticate().then(() => undefined))
  await page.getByText('You cannot see the members of Aperture.').waitFor()
  expect(await axeViolations(page)).toEqual([])
})

it('is in German, with its plural forms', async () => {
  const ada = newMember('ada')
  const page = await setup.open(ada, await setup.createOrganization('Aperture', [ada]))
  await show(page, { locale: 'de' })
  await page.locator('.latchkey[lang=de]').getByText('1 Mitglied', { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})
