import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeViolations, openPage, sharedBrowser } from '../browser.ts'
import { sharedDevelopment } from '../provider.ts'
import { signInByPasscode } from './sign-in.ts'
import { type RunningExample, startExample } from './start-example.ts'
import { statusOf } from './status-of.ts'

let provider: { url: string }
let example: RunningExample
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([sharedDevelopment(), sharedBrowser()])
  const env = { PORT: '0', LATCHKEY_URL: provider.url }
  example = await startExample({ name: 'html', env, printed: /The page is at (http:\/\/localhost:\d+)\// })
  context = await browser.newContext({ reducedMotion: 'reduce' })
})
afterAll(async () => {
  await context?.close()
  await example?.end()
})

it('answers a request that no browser sends with an error, and continues', async () => {
  expect([await statusOf(example.url, '//'), await statusOf(example.url, '/')]).toEqual([400, 200])
})

it('signs users in and out on a page without a bundler, under a strict policy', async () => {
  const email = `html-${Date.now()}@example.com`
  const { page, complaints } = await openPage(context, example.url)
  await signInByPasscode(page, provider.url, email)
  await page.getByText(`Signed in as ${email}`).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.reload()
  await page.getByText(`Signed in as ${email}`).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Continue with Google' }).waitFor()
  expect(complaints).toEqual([])
})
