import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../browser.ts'
import { sharedContexts } from '../contexts.ts'
import type { HooksPage } from './hooks-page.tsx'
import { type HooksSite, reactVersions, signedIn, startHooksSite } from './hooks-site.ts'

declare global {
  /** Only inside the page. */
  var hooks: HooksPage
}

const signedOut = { user: null, session: null, mayWrite: false, fromCache: false, isInitialized: true }
const ada = { user: 'user-test-ada', session: 'session-test-1', mayWrite: true, fromCache: false, isInitialized: true }

const textOfGates = (html: string): string | undefined =>
  /<p id="gates">(.*?)<\/p>/.exec(html)?.[1]?.replaceAll('<!-- -->', '')

const isFull = process.env.TEST_MATRIX === 'full'
const contexts = sharedContexts()

describe.each(reactVersions)('hooks on React %s', (version) => {
  let site: HooksSite
  let context: BrowserContext
  let complaints: string[][]

  beforeAll(async () => {
    site = await startHooksSite(version)
  })
  afterAll(async () => {
    await site?.close()
  })
  beforeEach(async () => {
    site.answers['/otps/authenticate'] = signedIn()
    site.answers['/sessions/authenticate'] = signedIn()
    context = await contexts.take()
    complaints = []
  })
  afterEach(async () => {
    await contexts.release()
    expect(complaints.flat()).toEqual([])
  })

  async function open(path = ''): Promise<Page> {
    const opened = await openPage(context, site.url + path)
    complaints.push(opened.complaints)
    return opened.page
  }

  const signIn = (page: Page): Promise<void> =>
    page.evaluate(() =>
      hooks.client.otps.authenticate('123456', 'method-1', { session_duration_minutes: 30 }).then(() => undefined),
    )
  const shows = (page: Page, facts: object): Promise<void> =>
    page.locator('output', { hasText: JSON.stringify(facts) }).waitFor()

  it('hooks render without a user on a server, hydrate without a warning, then show the stored user', async () => {
    const html = await (await fetch(site.url)).text()
    expect(html).toContain('&quot;isInitialized&quot;:false')
    const first = await open()
    await shows(first, { ...signedOut, fromCache: true })
    await signIn(first)
    site.answers['/sessions/authenticate'] = {}
    const second = await open()
    await shows(second, { ...ada, fromCache: true })
    expect((await second.evaluate(() => hooks.seen))[0]).toEqual({ ...signedOut, isInitialized: false })
  })

  it('gates show what the server knows in the first HTML and hydrate without a warning', async () => {
    expect(textOfGates(await (await fetch(`${site.url}/known`)).text())).toBe('signed in, may write')
    expect(textOfGates(await (await fetch(site.url)).text())).toBe('loadingloading, loading')
    const first = await open()
    await signIn(first)
    await first.getByText('signed in, may write').waitFor()
    const second = await open('/known')
    await shows(second, ada)
    // The session, with and without confirmation; never a render without it.
    expect(new Set((await second.evaluate(() => hooks.seen)).map(({ session }) => session))).toEqual(
      new Set([ada.session]),
    )
    await second.getByRole('button', { name: 'Sign out' }).click()
    await first.getByText('signed out, may not write').waitFor()
    await second.getByText('signed out, may not write').waitFor()
  })

  it('hooks render again when a user signs in or out in this tab, and only then', async () => {
    const page = await open()
    await shows(page, { ...signedOut, fromCache: true })
    const before = await page.evaluate(() => hooks.draws())
    await signIn(page)
    await shows(page, ada)
    // StrictMode renders twice.
    expect((await page.evaluate(() => hooks.draws())) - before).toBe(2)
    await page.getByText('Hello, user-test-ada').waitFor()
    // The same session, used again.
    await page.evaluate(() => hooks.client.session.authenticate().then(() => undefined))
    expect((await page.evaluate(() => hooks.draws())) - before).toBe(2)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await shows(page, signedOut)
    await page.getByText('Hello, guest').waitFor()
  })

  // The full run repeats these on React 18: they depend on the client, not on React.
  if (version === '18' && !isFull) return

  it('hooks render again when a user signs in or out in another tab', async () => {
    const here = await open()
    const there = await open()
    await signIn(there)
    await shows(here, ada)
    await there.getByRole('button', { name: 'Sign out' }).click()
    await shows(here, signedOut)
  })

  it('hooks follow the roles of the user', async () => {
    const page = await open()
    await signIn(page)
    await shows(page, ada)
    site.answers['/sessions/authenticate'] = signedIn(['reader'])
    await page.evaluate(() => hooks.client.session.authenticate().then(() => undefined))
    await shows(page, { ...ada, mayWrite: false })
  })

  it('unmounted hooks get no further updates', async () => {
    const page = await open()
    await shows(page, { ...signedOut, fromCache: true })
    await page.evaluate(() => hooks.unmount())
    const drawn = await page.evaluate(() => hooks.seen.length)
    await signIn(page)
    expect(await page.evaluate(() => hooks.seen.length)).toBe(drawn)
  })
})
