import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeViolations, openPage, sharedBrowser } from './browser.ts'
import { newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

let provider: RunningProcess
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), sharedBrowser()])
})
afterAll(async () => {
  await provider?.end()
})
beforeEach(async () => {
  context = await browser.newContext()
})
afterEach(() => context.close())

/** Calls the API, as a page of the development project would. */
async function callApi(path: string, body: object): Promise<void> {
  const token = 'public-token-test-11111111-1111-4111-8111-111111111111'
  const response = await fetch(`${provider.url}/sdk/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${token}:${token}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
}

async function requestCode(to: string, channel: 'email' | 'sms' = 'email') {
  await callApi(`/otps/${channel}/login_or_create`, channel === 'email' ? { email: to } : { phone_number: to })
  return newestMessage(provider.url, to)
}

describe('the inbox page', () => {
  it('has an inbox page without axe and CSP violations, empty and full, in light and dark', async () => {
    await fetch(`${provider.url}/dev/inbox`, { method: 'DELETE' })
    const { page, complaints } = await openPage(context, `${provider.url}/inbox`)
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
    const found = [await axeViolations(page)]
    await requestCode('axe@example.com')
    await requestCode('+15005550100', 'sms')
    await page.bringToFront()
    await page.getByRole('listitem').nth(1).waitFor()
    await page.getByText('Show the mail').first().click()
    await page.frameLocator('iframe').getByRole('heading').waitFor()
    found.push(await axeViolations(page))
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(await axeViolations(page))
    expect({ found, complaints }).toEqual({ found: [[], [], []], complaints: [] })
  })

  it('names the two links of a reset mail by their action, the first one as the main action', async () => {
    const to = 'reset@example.com'
    const proof = { email: to, code_challenge: 'c'.repeat(43) }
    await callApi('/magic_links/email/login_or_create', { ...proof, create_user_as_pending: true })
    await callApi('/passwords/email/reset/start', proof)
    const { page } = await openPage(context, `${provider.url}/inbox?to=${to}`)
    const reset = page.getByRole('listitem').filter({ hasText: 'Set a password' })
    await reset.waitFor()
    expect(await reset.getByRole('link').allInnerTexts()).toEqual(['Open password link', 'Open login link'])
    expect(await reset.locator('.button-main').allInnerTexts()).toEqual(['Open password link'])
    const link = page.getByRole('listitem').filter({ hasText: 'signing up' })
    expect(await link.getByRole('link').allInnerTexts()).toEqual(['Open magic link'])
  })

  it('shows new messages in the inbox automatically, filters them by recipient, and deletes them', async () => {
    await requestCode('first@example.com')
    const { page } = await openPage(context, `${provider.url}/inbox`)
    await page.getByRole('listitem').filter({ hasText: 'first@example.com' }).waitFor()
    const { codes } = await requestCode('second@example.com')
    await page.bringToFront()
    await page.getByRole('button', { name: codes[0] ?? '' }).waitFor()
    await page.getByRole('textbox', { name: 'Recipient' }).fill('SECOND')
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('second@example.com')])
    await page.getByRole('textbox', { name: 'Recipient' }).fill('unknown')
    await page.getByRole('heading', { name: 'Nothing for this recipient' }).waitFor()
    await page.getByRole('button', { name: 'Clear inbox' }).click()
    await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor()
  })
})
