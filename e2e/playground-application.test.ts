import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage, sharedBrowser } from './browser.ts'
import { checkLayout } from './page-layout.ts'
import { newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

const isFull = process.env.TEST_MATRIX === 'full'

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

const widget = (page: Page): Locator => page.locator('.latchkey')
const region = (page: Page, name: string): Locator => page.getByRole('region', { name })
const scope = (page: Page, name: string): Locator => page.getByRole('checkbox', { name })
const items = (list: Locator): Promise<string[]> => list.getByRole('listitem').allInnerTexts()

/** The table of a token: the description of each field, by name. */
async function fields(page: Page, name: string): Promise<Record<string, string>> {
  const rows = page.getByRole('table', { name }).getByRole('row')
  return Object.fromEntries(
    await rows.evaluateAll((all) =>
      all.map((row) => [row.querySelector('th code')?.textContent, row.querySelector('td')?.textContent]),
    ),
  )
}

/** Signs in with the code from the inbox next to the consent page. */
async function logIn(page: Page, email: string): Promise<void> {
  await fetch(`${provider.url}/dev/inbox`, { method: 'DELETE' })
  await widget(page).getByRole('textbox', { name: 'Email' }).fill(email)
  await widget(page).getByRole('button', { name: 'Continue' }).click()
  const [code = ''] = (await newestMessage(provider.url, email)).codes
  await region(page, 'Inbox').getByRole('button', { name: code }).waitFor()
  await widget(page).locator('input[autocomplete="one-time-code"]').fill(code)
}

it('shows a project as an identity provider: scopes, consent, tokens and revoked access', async () => {
  const { page, complaints } = await openPage(context, `${provider.url}/`)
  await page.getByRole('link', { name: 'Identity provider' }).click()
  await region(page, 'Connected apps').getByText('Not signed in').waitFor()
  for (const name of ['Offline access', 'Read your notes', 'Change your notes']) await scope(page, name).check()
  await scope(page, 'Name and picture').uncheck()
  await expect
    .poll(async () => (await fields(page, 'Parameters of the request')).scope)
    .toBe('openid email offline_access notes:read notes:write')
  // The page with tokens, which is checked below, has the same form.
  if (isFull) await checkLayout(page)

  // The user denies the request.
  await page.getByRole('button', { name: 'Sign in with Latchkey Demo' }).click()
  await logIn(page, 'ada@example.com')
  await page.getByRole('heading', { name: 'Sample app wants to access your Latchkey Demo account' }).waitFor()
  await page.getByText('You do not have permissions to grant Sample app access').waitFor()
  await checkLayout(page)
  await widget(page).getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('alert').getByText('access_denied').waitFor()
  // The parameters of the response are removed from the URL.
  await page.waitForURL(`${provider.url}/application`)
  expect(await scope(page, 'Read your notes').isChecked()).toBe(true)

  // The user allows the request: tokens with the scopes that the user can grant.
  await page.getByRole('button', { name: 'Sign in with Latchkey Demo' }).click()
  await page.locator('.latchkey[data-screen=idp_consent][data-state=ready]').waitFor()
  await widget(page).getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Signed in as ada@example.com' }).waitFor()
  expect(page.url()).toBe(`${provider.url}/application`)
  const granted = ['openid', 'email', 'offline_access', 'notes:read']
  const connected = page.getByRole('list', { name: 'What Sample app was granted' })
  await connected.waitFor()
  expect([await items(page.getByRole('list', { name: 'Granted scopes' })), await items(connected)]).toEqual([
    granted,
    granted,
  ])
  expect(await fields(page, 'Header of the ID token')).toMatchObject({ alg: 'ES256', typ: 'JWT' })
  expect(await fields(page, 'Claims of the ID token')).toMatchObject({
    iss: expect.stringContaining(provider.url),
    email: 'ada@example.com',
    exp: expect.stringMatching(/^\d{10}.+, in (60:00|59:\d\d)$/),
    auth_time: expect.stringMatching(/^\d{10}.+ ago$/),
  })
  await checkLayout(page)
  await page.getByRole('tab', { name: 'Access token' }).click()
  expect(await fields(page, 'Header of the Access token')).toMatchObject({ typ: 'at+jwt' })
  const before = await fields(page, 'Claims of the Access token')
  await page.getByRole('tab', { name: 'Refresh token' }).click()
  await page.getByText('An opaque token').waitFor()
  await page.getByRole('button', { name: 'Refresh tokens' }).click()
  await page.getByRole('tab', { name: 'Access token' }).click()
  await expect.poll(async () => (await fields(page, 'Claims of the Access token')).jti).not.toBe(before.jti)
  await page.reload()
  await page.getByRole('heading', { name: 'Signed in as ada@example.com' }).waitFor()

  // Revoked tokens are rejected.
  await page.getByRole('tab', { name: 'Userinfo' }).click()
  await expect
    .poll(() => fields(page, 'Response of the userinfo endpoint'))
    .toMatchObject({ email: 'ada@example.com', email_verified: 'true' })
  await page.getByRole('button', { name: 'Revoke the access of Sample app' }).click()
  await page.getByText('The access token is no longer valid.').waitFor()
  await region(page, 'Connected apps').getByText('No application yet').waitFor()
  if (isFull) await checkLayout(page)
  await page.getByRole('button', { name: 'Refresh tokens' }).click()
  await page.getByRole('alert').getByText('invalid_grant').waitFor()

  // prompt=login: the consent page requires a new sign-in.
  await page.getByRole('combobox', { name: 'Prompt' }).selectOption('login')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.waitForURL(/\/consent/)
  await logIn(page, 'ada@example.com')
  await page.locator('.latchkey[data-screen=idp_consent][data-state=ready]').waitFor()
  await widget(page).getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Signed in as ada@example.com' }).waitFor()

  // Logout ends the session of the application and of the provider.
  await page.getByRole('button', { name: 'Log out' }).click()
  await region(page, 'Connected apps').getByText('Not signed in').waitFor()
  await page.getByRole('button', { name: 'Sign in with Latchkey Demo' }).waitFor()

  // A response without a request, and a consent page without a request.
  await page.goto(`${provider.url}/application?code=c&state=s`)
  await page.getByRole('alert').getByText('state_mismatch').waitFor()
  await page.goto(`${provider.url}/consent`)
  await widget(page).getByText('Required parameter is missing: client_id.').waitFor()
  expect(complaints).toEqual([])
}, 180_000)
