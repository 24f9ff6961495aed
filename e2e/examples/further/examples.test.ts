import { rm } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../tools/test/free-port.ts'
import { axeViolations, openPage, sharedBrowser } from '../../browser.ts'
import { createMemoryFolder } from '../../memory-folder.ts'
import { newestMessage, type RunningProcess, runCliCommand, startDevelopment } from '../../provider.ts'
import { askForEmail, signInByPasscode, untilShown } from '../sign-in.ts'
import { type RunningExample, runExample, startExample } from '../start-example.ts'

const project = 'project-test-11111111-1111-4111-8111-111111111111'
const email = 'ada@example.com'
const folders: string[] = []
const running: RunningExample[] = []

let dataDir: string
let provider: RunningProcess
let browser: Browser
let context: BrowserContext
let complaints: string[]

beforeAll(async () => {
  dataDir = createMemoryFolder('examples')
  folders.push(dataDir)
  ;[provider, browser] = await Promise.all([startDevelopment({ dataDir }), sharedBrowser()])
})
afterAll(async () => {
  await provider?.end()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  complaints = []
  context = await browser.newContext({ reducedMotion: 'reduce' })
})
afterEach(async () => {
  await context.close()
  for (const example of running.splice(0)) await example.end()
})

async function open(options: Parameters<typeof startExample>[0]): Promise<{ example: RunningExample; page: Page }> {
  const example = await startExample(options)
  running.push(example)
  const { page } = await openPage(context, example.url, complaints)
  return { example, page }
}

/** The second heading is that of the widget or of the account. */
async function expectNoViolations(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2 }).waitFor()
  expect(await axeViolations(page)).toEqual([])
}

async function startReactVite(script: string): Promise<{ page: Page; url: string }> {
  const { page, example } = await open({
    name: 'react-vite',
    script: [script, '--port', String(await freePort()), '--strictPort'],
    env: { VITE_LATCHKEY_URL: provider.url },
    printed: /(http:\/\/localhost:\d+)\//,
  })
  return { page, url: example.url }
}

describe('react-vite', () => {
  it('signs users in with a link, with Google and with its own form', async () => {
    const { page, url } = await startReactVite('dev')
    await expectNoViolations(page)
    await askForEmail(page, email)
    const { links } = await newestMessage(provider.url, email)
    await page.goto(links[0] ?? '')
    await page.getByText(email).waitFor()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL(({ origin }) => origin === provider.url)
    await page.getByRole('button', { name: /Ada/ }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.goto(`${url}/custom`)
    await expectNoViolations(page)
    const other = 'grace@example.com'
    await page.getByLabel('Email').fill(other)
    await page.getByRole('button', { name: 'Continue' }).click()
    const { codes } = await newestMessage(provider.url, other)
    await page.getByLabel('Passcode').fill(codes[0] === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('This passcode is wrong or has expired.').waitFor()
    await page.getByLabel('Passcode').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(other).waitFor()
    expect(complaints).toEqual([])
  })

  it('signs users in as it is built for production', async () => {
    const built = await runExample('react-vite', ['build'], { VITE_LATCHKEY_URL: provider.url })
    expect([built.code, built.output]).toEqual([0, expect.stringContaining('built in')])
    const { page } = await startReactVite('preview')
    await askForEmail(page, 'alan@example.com')
    const { links } = await newestMessage(provider.url, 'alan@example.com')
    await page.goto(links[0] ?? '')
    await page.getByText('alan@example.com').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('express-api', () => {
  it('lets all users read notes and editors write them, and sends the others to the sign-in page', async () => {
    const { page, example } = await open({
      name: 'express-api',
      env: { PORT: '0', LATCHKEY_URL: provider.url },
      printed: /Notes are at (http:\/\/localhost:\d+)\//,
    })
    const address = 'editor@example.com'
    expect((await fetch(`${example.url}/api/notes`)).status).toBe(401)
    await page.getByRole('link', { name: 'Account' }).click()
    await page.waitForURL(`${example.url}/`)
    await expectNoViolations(page)
    await signInByPasscode(page, provider.url, address)
    await page.getByRole('listitem').getByText('Buy milk').waitFor()
    await expectNoViolations(page)
    const add = async (text: string): Promise<void> => {
      await page.getByLabel('New note').fill(text)
      await page.getByRole('button', { name: 'Add' }).click()
    }
    await add('Feed the cat')
    await page.getByRole('alert').getByText('Only editors may add notes.').waitFor()

    await runCliCommand(dataDir, 'users', 'roles', address, 'editor', '--project', project)
    await page.evaluate(() => document.querySelector('#sign-out')?.dispatchEvent(new MouseEvent('click')))
    await signInByPasscode(page, provider.url, address)
    await page.getByRole('listitem').getByText('Buy milk').waitFor()
    await add('Feed the cat')
    await page.getByRole('listitem').getByText('Feed the cat').waitFor()
    await page.getByRole('link', { name: 'Account' }).click()
    await page.getByText('latchkey_user, editor').waitFor()
    await expectNoViolations(page)
    expect(complaints).toEqual([])
  })
})

describe('embedded-provider', () => {
  it('signs users in with the message that it prints, and keeps them after a restart', async () => {
    const port = String(await freePort())
    const folder = createMemoryFolder('embedded')
    folders.push(folder)
    const options = {
      name: 'embedded-provider',
      env: { PORT: port, DATA_DIR: folder },
      printed: /The application is at (http:\/\/localhost:\d+)\//,
    }
    const { page, example } = await open(options)
    await expectNoViolations(page)
    await askForEmail(page, email)
    await expect.poll(() => example.output()).toContain(`Message to ${email}`)
    const link = /Message to \S+: (http\S+)/.exec(example.output())?.[1] ?? ''
    await page.goto(link)
    await page.getByText(/^user-test-/).waitFor()
    await expectNoViolations(page)
    await example.end()
    running.push(await startExample(options))
    await untilShown(page, 'user-test-')
    expect(complaints).toEqual([])
  })
})
