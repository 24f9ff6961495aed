import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeViolations, openPage, sharedBrowser } from '../browser.ts'
import { createMemoryFolder } from '../memory-folder.ts'
import { newestMessage, type RunningProcess, runCliCommand, startDevelopment } from '../provider.ts'
import { type RunningExample, startExample } from './start-example.ts'
import { statusOf } from './status-of.ts'

const project = 'project-test-11111111-1111-4111-8111-111111111111'
const clientId = 'oauth-client-test-44444444-4444-4444-8444-444444444444'
const email = 'ada@example.com'

let dataDir: string
let provider: RunningProcess
let example: RunningExample
let browser: Browser
let context: BrowserContext
const complaints: string[] = []

beforeAll(async () => {
  dataDir = createMemoryFolder('example')
  ;[provider, browser] = await Promise.all([startDevelopment({ dataDir }), sharedBrowser()])
  example = await startExample({
    name: 'relying-party',
    env: { ISSUER: `${provider.url}/v1/public/${project}`, PORT: '0' },
    printed: /Notebook is at (http:\/\/localhost:\d+)\//,
  })
  // The application of a development provider has a fixed port; here it has a free one.
  await runCliCommand(
    dataDir,
    ...['clients', 'update', clientId, '--project', project],
    ...['--redirect', `${example.url}/callback`, '--post-logout-redirect', `${example.url}/`],
    ...['--backchannel-logout', `${example.url}/backchannel-logout`],
  )
  context = await browser.newContext({ reducedMotion: 'reduce' })
})
afterAll(async () => {
  await context?.close()
  await example?.end()
  await provider?.end()
  await rm(dataDir, { recursive: true, force: true })
})

const widget = (page: Page): Locator => page.locator('.latchkey')
const isFull = process.env.TEST_MATRIX === 'full'
const noViolations = async (page: Page): Promise<void> => expect(await axeViolations(page)).toEqual([])
const listed = (page: Page, name: string): Promise<string[]> =>
  page.getByRole('region', { name }).getByRole('listitem').allInnerTexts()

/** Starts a sign-in at the application and waits for the consent page of the project. */
async function signIn(page: Page, button = 'Sign in with Latchkey'): Promise<void> {
  await page.getByRole('link', { name: button }).click()
  await page.waitForURL(({ origin, pathname }) => origin + pathname === `${provider.url}/consent`)
}

async function logIn(page: Page): Promise<void> {
  await fetch(`${provider.url}/dev/inbox`, { method: 'DELETE' })
  await widget(page).getByRole('textbox', { name: 'Email' }).fill(email)
  await widget(page).getByRole('button', { name: 'Continue' }).click()
  const { codes } = await newestMessage(provider.url, email)
  await widget(page)
    .locator('input[autocomplete="one-time-code"]')
    .fill(codes[0] ?? '')
}

it('answers requests that no browser sends with an error, and continues', async () => {
  const { url } = example
  expect([await statusOf(url, '//'), await statusOf(url, '/', 'TRACE'), await statusOf(url, '/')]).toEqual([
    400, 400, 200,
  ])
})

it('signs users in through the project with consent, and out on both sides from either side', async () => {
  const { page } = await openPage(context, example.url, complaints)
  await page.getByRole('heading', { name: 'A quiet place for your notes' }).waitFor()
  await noViolations(page)

  // No session at the provider: sign in first, then consent. Denied consent is reported.
  await signIn(page)
  await logIn(page)
  await page.getByRole('heading', { name: 'Notebook wants to access your Latchkey Demo account' }).waitFor()
  expect(await widget(page).getByRole('listitem').allInnerTexts()).toEqual([
    'See your name, your picture and your email address',
    'Read your notes',
  ])
  // The consent page belongs to the playground, whose tests check it too.
  if (isFull) await noViolations(page)
  await widget(page).getByRole('button', { name: 'Deny' }).click()
  await page.getByRole('alert').getByText('You denied access. Nothing was shared with Notebook.').waitFor()
  expect(new URL(page.url()).origin).toBe(example.url)
  await noViolations(page)

  // The user has a session at the provider: only consent is missing.
  await signIn(page, 'Try again')
  await page.locator('.latchkey[data-screen=idp_consent][data-state=ready]').waitFor()
  await widget(page).getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: email }).waitFor()
  expect(page.url()).toBe(`${example.url}/`)
  expect(await listed(page, 'What you have allowed')).toEqual([
    'Recognizes you openid',
    'Sees your name and picture profile',
    'Sees your email address email',
    'Reads your notes notes:read',
  ])
  await noViolations(page)
  const kept = (await context.cookies(example.url)).filter(({ name }) => name.startsWith('notebook_'))
  expect(kept).toMatchObject([{ name: 'notebook_session', httpOnly: true, sameSite: 'Lax' }])

  // Logout by the application: ends its session, then that of the provider, without confirmation.
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(`${example.url}/`)
  await page.getByRole('heading', { name: 'A quiet place for your notes' }).waitFor()
  const playground = await openPage(context, `${provider.url}/`, complaints)
  await playground.page.getByRole('heading', { name: 'Sign up or log in' }).waitFor()
  expect(await playground.page.getByText('Signed in as').count()).toBe(0)

  // Sign in again: the consent is stored.
  await signIn(page)
  await logIn(page)
  await page.getByRole('heading', { name: email }).waitFor()

  // Logout at the provider: the application receives a back-channel logout, and rejects forged ones.
  const forged = await fetch(`${example.url}/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: 'e30.e30.' }),
  })
  expect(forged.status).toBe(400)
  await page.reload()
  await page.getByRole('heading', { name: email }).waitFor()
  await playground.page.getByRole('button', { name: 'Log out' }).click()
  await playground.page.getByRole('heading', { name: 'Sign up or log in' }).waitFor()
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('heading').first().innerText()
    })
    .toBe('A quiet place for your notes')
  await page.goto(example.url)
  expect(complaints).toEqual([])
}, 180_000)
