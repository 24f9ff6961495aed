import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../browser.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { checkLayout } from '../page-layout.ts'
import { messagesTo, newestMessage, type RunningProcess, runCliCommand, startDevelopment } from '../provider.ts'
import { type RunningExample, startExample } from './start-example.ts'

const project = 'project-test-22222222-2222-4222-8222-222222222222'
const policy = fileURLToPath(new URL('../../examples/business/policy.json', import.meta.url))

let dataDir: string
let provider: RunningProcess
let example: RunningExample
let browser: Browser
const contexts: BrowserContext[] = []
const complaints: string[] = []

beforeAll(async () => {
  dataDir = createMemoryFolder('business-example')
  ;[provider, browser] = await Promise.all([startDevelopment({ dataDir }), sharedBrowser()])
  await runCliCommand(dataDir, 'settings', 'set', `rbac_policy=@${policy}`, '--project', project)
  example = await startExample({
    name: 'business',
    env: { PORT: '0', VITE_LATCHKEY_URL: provider.url },
    printed: /Ledger is at (http:\/\/localhost:\d+)\//,
  })
})
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
  expect(complaints.splice(0)).toEqual([])
})
afterAll(async () => {
  await example?.end()
  await provider?.end()
  await rm(dataDir, { recursive: true, force: true })
})

/** Opens a page in a browser of its own. */
async function openAs(url: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
  contexts.push(context)
  return (await openPage(context, url, complaints)).page
}

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true })
const invoices = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: 'Invoices' }).getByRole('listitem').allInnerTexts()
const forbidden = /^Your roles do not permit invoices\./

/** Proves an address with the code in an email. */
async function prove(page: Page, email: string): Promise<void> {
  const [before] = await messagesTo(provider.url, email)
  await field(page, 'Email').fill(email)
  await button(page, /^Continue/)
    .first()
    .click()
  const { codes } = await newestMessage(provider.url, email, before?.id)
  await page.getByRole('textbox', { name: /passcode/i }).fill(codes[0] ?? '')
}

/** Calls the server as the page does, with the JWT of the page or with another one. */
const answer = (page: Page, authorization?: string): Promise<unknown> =>
  page.evaluate(async (given) => {
    const jwt = /latchkey_session_jwt=([^;]+)/.exec(document.cookie)?.[1]
    const headers = { authorization: given ?? `Bearer ${jwt}` }
    const response = await fetch('/api/invoices', { headers })
    return [response.status, (await response.json()).error_type]
  }, authorization)

/** Moves the focus to the window until the page has read the roles that changed meanwhile. */
async function returnUntil(page: Page, isDone: () => Promise<boolean>): Promise<void> {
  const returned = async (): Promise<boolean> => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    return isDone()
  }
  await expect.poll(returned).toBe(true)
}

it('shows the data of an organization to its members whose roles permit it, and to no others', async () => {
  const admin = await openAs(`${example.url}/members`)
  await admin.waitForURL(`${example.url}/login`)
  await prove(admin, 'peter@initech.example')
  await button(admin, 'Create an organization').click()
  await field(admin, 'Name of the organization').fill('Initech')
  await button(admin, 'Create').click()
  await admin.getByText('There are no invoices yet.').waitFor()
  expect(admin.url()).toBe(`${example.url}/`)
  await field(admin, 'Customer').fill('Chotchkie’s')
  await admin.getByLabel('Amount in euros').fill('1200.5')
  await button(admin, 'Add invoice').click()
  await expect.poll(() => invoices(admin)).toEqual(['Chotchkie’s\n€1,200.50'])
  await checkLayout(admin)
  expect(await answer(admin)).toEqual([200, undefined])
  expect(await answer(admin, 'Bearer e30.e30.e30')).toEqual([401, 'user_unauthenticated'])

  for (const [name, heading] of [
    ['Settings', 'Details'],
    ['Single sign-on', 'Single sign-on'],
  ] as const) {
    await admin.getByRole('link', { name }).click()
    await admin.getByRole('heading', { name: heading }).first().waitFor()
    await checkLayout(admin)
  }
  await button(admin, /Switch organization/).click()
  await admin.getByText('You belong to no other organization.').waitFor()
  await checkLayout(admin)
  await admin.keyboard.press('Escape')

  // An invited member has no role that permits invoices.
  const bob = 'bob@initech.example'
  await admin.getByRole('link', { name: 'Members' }).click()
  await button(admin, 'Invite').click()
  await admin.getByRole('textbox', { name: 'Email address' }).fill(bob)
  await admin.getByRole('textbox', { name: 'Email address' }).press('Enter')
  const [invitation = ''] = (await newestMessage(provider.url, bob)).links
  const member = await openAs(invitation)
  // Chromium may count the opening of the page as an activation by the person: then nothing has to be confirmed.
  const confirm = button(member, 'Sign in')
  await confirm.or(member.getByText(forbidden)).first().waitFor()
  if (await confirm.isVisible()) await confirm.click()
  await member.getByText(forbidden).waitFor()
  expect(member.url()).toBe(`${example.url}/`)
  expect(await answer(member)).toEqual([403, 'unauthorized_action'])
  expect(await invoices(member)).toEqual([])
  await checkLayout(member)

  // The admin gives Bob a role of the policy: the open page of Bob shows the invoices without a reload.
  await admin.reload()
  await button(admin, new RegExp(bob)).click()
  await admin.getByRole('checkbox', { name: /accountant/ }).check()
  // The policy adds permissions to the role of admins, which stays one role.
  expect(await admin.getByRole('checkbox').count()).toBe(2)
  await button(admin, /^Save/).last().click()
  await returnUntil(member, async () => (await invoices(member)).length === 1)
  expect(await answer(member)).toEqual([200, undefined])

  // The admin of another organization sees other data.
  const other = await openAs(example.url)
  await prove(other, 'ada@acme.test')
  await button(other, /Acme/).click()
  await other.getByText('There are no invoices yet.').waitFor()
  await button(other, 'Sign out').click()
  await other.waitForURL(`${example.url}/login`)
})
