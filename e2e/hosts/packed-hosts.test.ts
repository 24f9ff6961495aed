// The packages as they are published, installed by npm into applications as developers make them, built for production.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bin, run } from '../../tools/bootstrap/run.mjs'
import { sharedBrowser } from '../browser.ts'
import { newestMessage, type RunningProcess, startDevelopment } from '../provider.ts'
import { applications, type RunningApplication } from './packed/applications.ts'
import { findTarballs } from './packed/tarballs.ts'

const isFull = process.env.TEST_MATRIX === 'full'
/** Only in the full run, because installing and building each of them takes most of the time. */
const onlyInFullRun = ['Vite and React 18', 'Next']
const names = Object.keys(applications).filter((name) => isFull || !onlyInFullRun.includes(name))

let provider: RunningProcess
/** All are installed and built at the same time; the tests of one do not wait for the others. */
const starting = new Map<string, Promise<RunningApplication>>()
const running = new Map<string, RunningApplication>()

beforeAll(async () => {
  const [tarballs, started] = await Promise.all([findTarballs(), startDevelopment()])
  provider = started
  for (const name of names) {
    const start = applications[name]
    if (!start) throw new Error(`no application is called ${name}`)
    const application = start({ tarballs, api: provider.url })
    // Reported by the tests of this application.
    application.catch(() => undefined)
    starting.set(name, application)
  }
}, 600_000)

afterAll(async () => {
  // A running install would outlive the test.
  const results = await Promise.allSettled(starting.values())
  await Promise.all(results.map((result) => (result.status === 'fulfilled' ? result.value.end() : undefined)))
  await provider?.end()
}, 600_000)

async function untilRunning(name: string): Promise<void> {
  const application = await starting.get(name)
  if (application) running.set(name, application)
}

/** Reads computed styles of the first element that a selector finds. */
function styleOf(page: Page, selector: string, ...names: string[]): Promise<Record<string, string>> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, wanted) => {
      const style = getComputedStyle(element)
      return Object.fromEntries(wanted.map((name) => [name, style.getPropertyValue(name)]))
    }, names)
}

/** Drawings without their style sheet fill the widget. */
function widestDrawing(page: Page): Promise<number> {
  return page
    .locator('.latchkey svg')
    .evaluateAll((all) => Math.max(0, ...all.map((one) => one.getBoundingClientRect().width)))
}

const emailField = (page: Page): Locator => page.getByRole('textbox', { name: 'Email', exact: true })
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
const watermark = (page: Page): Locator => page.locator('.latchkey-watermark-text')

/** As the sheet of the watermark says, and not as a link of a page looks. */
const styledWatermark = { 'font-size': '14px', 'line-height': '20px', 'border-radius': '4px' }

describe.each(names)('an application on %s', (name) => {
  let context: BrowserContext
  const complaints: string[] = []

  beforeAll(() => untilRunning(name), 600_000)
  beforeEach(async () => {
    context = await (await sharedBrowser()).newContext({ viewport: { width: 1280, height: 900 } })
    context.setDefaultTimeout(60_000)
  })
  afterEach(async () => {
    await context.close()
    expect(complaints.splice(0)).toEqual([])
  })

  async function open(path = '/'): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
    })
    await page.addInitScript(() => {
      const shifts: unknown[] = []
      Object.assign(globalThis, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          if (!entry.hadRecentInput) shifts.push(entry.value)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(`${running.get(name)?.url}${path}`)
    return page
  }

  /** Shifts that the user did not cause, after the last chunk: the watermark comes with it. */
  async function layoutShifts(page: Page): Promise<unknown> {
    await watermark(page).waitFor()
    return page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      return (globalThis as unknown as { shifts: unknown[] }).shifts
    })
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByRole('tab', { name: 'Email' }).click()
    await emailField(page).fill(email)
    await button(page, 'Continue').click()
    await page.getByRole('textbox', { name: /passcode/i }).waitFor()
    const { codes } = await newestMessage(provider.url, email)
    await page.getByRole('textbox', { name: /passcode/i }).fill(codes[0] ?? '')
    await page.getByText(`Signed in as ${email}`).waitFor()
  }

  it('shows <Login> with all of its styles, and without layout shifts while it loads', async () => {
    const page = await open()
    await button(page, 'Continue with Google').waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.latchkey-method-icon')].every((icon) => icon.firstChild),
    )
    await watermark(page).waitFor()
    expect(await styleOf(page, '.latchkey-choices', 'display', 'flex-direction', 'row-gap')).toEqual({
      display: 'flex',
      'flex-direction': 'column',
      'row-gap': '10px',
    })
    expect(await styleOf(page, '.latchkey-choice', 'display', 'font-weight')).toEqual({
      display: 'flex',
      'font-weight': '700',
    })
    expect(await styleOf(page, '.latchkey-or', 'display')).toEqual({ display: 'flex' })
    expect(await styleOf(page, '.latchkey-country', 'display', 'height')).toEqual({ display: 'flex', height: '47px' })
    expect(await styleOf(page, '.latchkey-country-select', 'position', 'opacity')).toEqual({
      position: 'absolute',
      opacity: '0',
    })
    expect(await styleOf(page, '.latchkey-country-icon', 'width')).toEqual({ width: '12px' })
    expect(await styleOf(page, '.latchkey-watermark-text', ...Object.keys(styledWatermark))).toEqual(styledWatermark)
    expect(await widestDrawing(page)).toBeLessThanOrEqual(60)
    expect(await layoutShifts(page)).toEqual([])
  })

  it('signs in by email code, keeps the session over a reload and signs out', async () => {
    const page = await open()
    const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`
    await signIn(page, email)
    // A refresh that arrives after the sign-out is rejected, and the console shows it.
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/sessions/authenticate'))
    await page.reload()
    await page.getByText(`Signed in as ${email}`).waitFor()
    await refreshed
    await button(page, 'Sign out').click()
    await page.getByRole('tab', { name: 'Email' }).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: 'Email' }).waitFor()
    expect(await button(page, 'Sign out').count()).toBe(0)
  })

  it('shows <PasskeyRegistration> with all of its styles', async () => {
    const home = await open()
    await signIn(home, `passkeys-${name.toLowerCase().replaceAll(' ', '-')}@example.com`)
    const page = await open('/passkeys')
    await button(page, 'Create a Passkey').waitFor()
    expect(await styleOf(page, '.latchkey-passkey-badge', 'width', 'height')).toEqual({ width: '56px', height: '56px' })
    expect(await styleOf(page, '.latchkey-passkey-actions', 'display', 'row-gap')).toEqual({
      display: 'flex',
      'row-gap': '12px',
    })
    expect(await widestDrawing(page)).toBeLessThanOrEqual(60)
    expect(await layoutShifts(page)).toEqual([])
  })

  it.each([
    ['<ResetPassword>', '/reset'],
    ['<IdentityProvider>', '/consent'],
  ])('shows %s with all of its styles', async (_, path) => {
    const page = await open(path)
    expect(await styleOf(page, '.latchkey-watermark-text', ...Object.keys(styledWatermark))).toEqual(styledWatermark)
    expect(await widestDrawing(page)).toBeLessThanOrEqual(60)
    expect(await layoutShifts(page)).toEqual([])
  })

  if (name.startsWith('Vite')) {
    it('compiles the application with the installed types', { timeout: 300_000 }, async () => {
      // Our declarations as a whole, once: the others check only what the application uses.
      const isWhole = name.endsWith('19')
      // Most applications compile with TypeScript; the native compiler finds the same errors in a tenth of the time.
      const compiler = isFull ? 'tsc' : 'tsgo'
      const options = ['--skipLibCheck', String(!isWhole), '--skipDefaultLibCheck', 'true']
      const args = ['-p', running.get(name)?.folder ?? '', ...options]
      const { code, output } = await run(bin(compiler), args, { quiet: true })
      expect([code, output]).toEqual([0, ''])
    })
  }

  if (name === 'plain HTML') {
    it('signs in by an element with attributes, without a script of the page', async () => {
      const context = await (await sharedBrowser()).newContext()
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.addInitScript(() => {
        const types: string[] = []
        Object.assign(globalThis, { types })
        addEventListener('latchkey-event', ({ detail }) => types.push(detail.type))
      })
      await page.goto(`${running.get(name)?.url}/element.html`)
      await button(page, 'Weiter mit Google').waitFor()
      expect(await page.locator('.latchkey').getAttribute('data-scheme')).toBe('dark')
      await page.getByRole('textbox', { name: /Mail-Adresse$/ }).fill('tag@example.com')
      await button(page, 'Weiter').click()
      await page.getByRole('textbox', { name: /code/i }).waitFor()
      const { codes } = await newestMessage(provider.url, 'tag@example.com')
      await page.getByRole('textbox', { name: /code/i }).fill(codes[0] ?? '')
      const types = () => page.evaluate(() => (globalThis as unknown as { types: string[] }).types)
      await expect.poll(types).toContain('AUTHENTICATE_FLOW_COMPLETE')
      // The client that the attributes describe is the element's property.
      const email = () =>
        page.evaluate(() => document.querySelector('latchkey-login')?.client?.user.getSync()?.emails[0]?.email)
      expect(await email()).toBe('tag@example.com')
      await context.close()
      expect(complaints).toEqual([])
    })

    it('installs neither React nor a schema library for a plain HTML page', () => {
      const folder = running.get(name)?.folder ?? ''
      const installed = ['react', 'react-dom', 'zod', 'preact'].filter((one) =>
        existsSync(join(folder, 'node_modules', one)),
      )
      expect(installed).toEqual([])
    })
  }
})
