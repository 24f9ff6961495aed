import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { axeViolations, contrastViolations, openPage } from './browser.ts'
import { sharedContexts } from './contexts.ts'
import { newestMessage, type RunningProcess, startDevelopment } from './provider.ts'

/** A development provider and its playground, opened again for each test. Each test must end without complaints. */
export interface Playground {
  provider: RunningProcess
  context: BrowserContext
  page: Page
  complaints: string[]
  /** The email address and the phone number of the user of this test. */
  email: string
  phone: string
  widget(on?: Page): Locator
  inbox(): Locator
  /** The list of events, newest first. */
  events(): Locator
  passcodeField(): Locator
  mainScreen(on?: Page): Promise<void>
  signedInAs(name: string, on?: Page): Promise<void>
  /** Submits the email form. Returns the message in the inbox. */
  askForLink(to?: string): Promise<Locator>
  askForCode(tab?: 'Text' | 'WhatsApp'): Promise<Locator>
  /** Copies the code with the button of the inbox and pastes it into the widget. */
  pasteCode(message: Locator): Promise<void>
  /** The inbox polls every second. This asks it to poll now. */
  pollInbox(): Promise<void>
  openAllSettings(): Promise<void>
  /** Opens a group of the configuration. */
  openGroup(name: string): Promise<void>
  /** Shows a tab with code. */
  showCode(name: string): Promise<Locator>
  /** Applies settings as a shared URL does. */
  share(hash: string): Promise<void>
  /** Horizontal overflow of the page, in pixels. */
  overflow(): Promise<number>
  /** Violations that axe finds in light and dark. In dark only colors differ. */
  violations(state: string, ...parts: string[]): Promise<string[]>
}

export function preparePlayground(): Playground {
  let users = 0
  const playground = {} as Playground
  const contexts = sharedContexts()

  beforeAll(async () => {
    playground.provider = await startDevelopment()
  })
  afterAll(async () => {
    await playground.provider?.end()
  })
  beforeEach(async () => {
    users += 1
    playground.email = `person-${users}@example.com`
    playground.phone = `+1500555${String(users).padStart(4, '0')}`
    playground.context = await contexts.take({
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
      // Otherwise each click waits for the animations of the screen.
      reducedMotion: 'reduce',
    })
    Object.assign(playground, await openPage(playground.context, `${playground.provider.url}/`))
    await playground.mainScreen()
  })
  afterEach(async () => {
    await contexts.release()
    expect(playground.complaints).toEqual([])
  })

  async function messageTo(to: string): Promise<Locator> {
    await newestMessage(playground.provider.url, to)
    await playground.pollInbox()
    const message = playground.inbox().getByRole('listitem').filter({ hasText: to }).first()
    await message.waitFor()
    return message
  }

  return Object.assign(playground, {
    widget: (on = playground.page) => on.getByRole('region', { name: 'Widget' }),
    inbox: () => playground.page.getByRole('region', { name: 'Inbox' }),
    events: () => playground.page.getByRole('list', { name: 'Events, newest first' }),
    passcodeField: () => playground.widget().locator('input[autocomplete="one-time-code"]'),
    mainScreen: (on) => playground.widget(on).getByRole('heading', { name: 'Sign up or log in' }).waitFor(),
    signedInAs: (name, on = playground.page) => on.getByRole('heading', { name: `Signed in as ${name}` }).waitFor(),
    async askForLink(to = playground.email) {
      await playground.widget().getByRole('textbox', { name: 'Email' }).fill(to)
      await playground.widget().getByRole('button', { name: 'Continue' }).click()
      return messageTo(to)
    },
    async askForCode(tab = 'Text') {
      await playground.widget().getByRole('tab', { name: tab }).click()
      await playground.widget().getByRole('textbox', { name: 'Phone number' }).fill(playground.phone)
      await playground.widget().getByRole('button', { name: 'Continue' }).click()
      await playground.passcodeField().waitFor()
      return messageTo(playground.phone)
    },
    async pasteCode(message) {
      await message.getByRole('button', { name: /^\d{6}/ }).click()
      await message.getByRole('button', { name: 'Copied' }).waitFor()
      await playground.passcodeField().focus()
      await playground.page.keyboard.press('ControlOrMeta+V')
    },
    pollInbox: () => playground.page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
    openAllSettings: () =>
      playground.page.locator('details').evaluateAll((all) => {
        for (const details of all) details.setAttribute('open', '')
      }),
    openGroup: (name) => playground.page.locator('summary', { hasText: name }).click(),
    async showCode(name) {
      await playground.page.getByRole('tab', { name: 'Code' }).click()
      await playground.page.getByRole('tab', { name, exact: true }).click()
      return playground.page.getByRole('tabpanel', { name, exact: true })
    },
    share: (hash) =>
      playground.page.evaluate((text) => {
        location.hash = text
      }, hash),
    overflow: () =>
      playground.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    async violations(state, ...parts) {
      const found: string[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        await playground.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const judge = colorScheme === 'light' ? axeViolations : contrastViolations
        found.push(...(await judge(playground.page, ...parts)).map((one) => `${state}, ${colorScheme}: ${one}`))
      }
      return found
    },
  } satisfies Partial<Playground>)
}

/** Serves a page on another origin. */
export async function serveHtml(html: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Own page</title>${html}</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
