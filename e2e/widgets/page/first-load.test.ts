import type { LoginConfig } from '@latchkey/widgets'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleStandalone, type Chunks } from '../../../tools/build/bundle-standalone.ts'
import { sharedBrowser } from '../../browser.ts'
import { itInFullRun } from '../matrix.ts'
import { type StandaloneSite, startStandaloneSite, strikeKeys, watched } from '../standalone-site.ts'

/** The widget that the URL selects. */
const widgetScript = `
import * as latchkey from '/files/latchkey.js'
const { mount, config } = Object.fromEntries(new URLSearchParams(location.search))
const errors = globalThis.errors = []
const client = latchkey.createClient('public-token-test-1', { domains: { testApi: location.origin } })
const callbacks = { onError: ({ message }) => errors.push(message) }
latchkey[mount]({ client, elementId: '#login', config: JSON.parse(config), callbacks })`

let browser: Browser
let bundle: Chunks
let site: StandaloneSite
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[browser, bundle] = await Promise.all([sharedBrowser(), bundleStandalone('standalone', { write: false })])
})
beforeEach(async () => {
  const files = new Map([...bundle.chunks].map(([name, { code }]) => [name, code]))
  site = await startStandaloneSite(files, { widget: widgetScript })
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(async () => {
  await context?.close()
  await site?.close()
})

const links: LoginConfig = { products: ['emailMagicLinks'] }
const textsAndButtons: LoginConfig = {
  products: ['otp', 'oauth'],
  otpOptions: { methods: ['sms'] },
  oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }] },
}
const linksAndTexts: LoginConfig = { products: ['emailMagicLinks', 'otp'], otpOptions: { methods: ['sms'] } }

/**
 * The files of the bundle that a page has fetched before its form was shown, and at the end. A quiet network is not the
 * end: lazy chunks load when the browser is idle, which can be later on a busy machine. So the end is when the chunk has
 * loaded that the configuration needs last.
 */
async function filesFor(config: LoginConfig, lastToCome: RegExp[]): Promise<{ before: string[]; atRest: string[] }> {
  const visit = await context.newPage()
  const fetched = new Set<string>()
  visit.on('request', (request) => fetched.add(new URL(request.url()).pathname))
  await visit.goto(site.login(config), { waitUntil: 'networkidle' })
  const { filesBefore } = await watched(visit)
  const ours = (paths: Iterable<string>): string[] =>
    [...new Set(paths)].flatMap((path) => (path.startsWith('/files/') ? [path.replace('/files/', '')] : [])).sort()
  for (const source of lastToCome)
    await expect.poll(() => sourcesOf(ours(fetched)).some((path) => source.test(path))).toBe(true)
  // The chunks that those import.
  const isWhole = (name: string): boolean =>
    (bundle.chunks.get(name)?.imports ?? []).every((one) => fetched.has(`/files/${one}`) || !bundle.chunks.has(one))
  await expect.poll(() => ours(fetched).every(isWhole)).toBe(true)
  await visit.waitForLoadState('networkidle')
  return { before: ours(filesBefore), atRest: ours(fetched) }
}

/** The source files in files of the bundle. */
function sourcesOf(files: string[]): string[] {
  return files.flatMap((name) => bundle.chunks.get(name)?.moduleIds ?? [])
}

describe('the stand-alone login as it is published', () => {
  it('shows its form without waiting for an answer', async () => {
    site.silence()
    await page.goto(site.login())
    const { answersBefore } = await watched(page)
    expect(answersBefore).toBe(0)
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.locator('.latchkey[data-screen=main]').waitFor()
  })

  it('sends no request before the form is shown, except that the client reads its project', async () => {
    await page.goto(site.login(), { waitUntil: 'networkidle' })
    const { callsBefore, answersBefore } = await watched(page)
    expect({ callsBefore, answersBefore }).toEqual({
      callsBefore: ['/sdk/v1/projects/bootstrap/public-token-test-1'],
      answersBefore: 0,
    })
  })

  itInFullRun.each([
    ['one product', links],
    ['two products', linksAndTexts],
    ['a country list and buttons', textsAndButtons],
  ])('has no layout shift after the first paint, with %s', async (_name, config) => {
    await page.goto(site.login(config), { waitUntil: 'networkidle' })
    await watched(page)
    // The watermark appears with the response of the provider.
    await page.getByText(/Powered by/).waitFor()
    expect(await page.evaluate(() => watch.layoutShift)).toBe(0)
  })

  itInFullRun('has no layout shift for wallets that are detected early or late', async () => {
    await page.addInitScript(() => {
      const announce = (uuid: string): void => {
        const info = { uuid, name: `Wallet ${uuid}`, icon: '', rdns: `example.wallet.${uuid}` }
        const detail = { info, provider: { request: () => Promise.resolve([]) } }
        dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
      addEventListener('eip6963:requestProvider', () => ['a', 'b'].forEach(announce))
      Object.assign(globalThis, { announce })
    })
    const config: LoginConfig = {
      products: ['crypto', 'oauth', 'emailMagicLinks'],
      oauthOptions: { providers: [{ type: 'google' }] },
    }
    await page.goto(site.login(config))
    await watched(page)
    const names = (): Promise<string[]> => page.locator('.latchkey-choice').allTextContents()
    await expect.poll(names).toEqual(['Continue with Wallet a', 'Continue with Wallet b', 'Continue with Google'])
    // The third wallet has no button of its own: it is in the list of further wallets.
    await page.evaluate(() => (globalThis as unknown as { announce(uuid: string): void }).announce('c'))
    await expect.poll(names).toEqual(['Continue with Wallet a', 'Continue with other wallet', 'Continue with Google'])
    await page.getByText(/Powered by/).waitFor()
    expect(await page.evaluate(() => watch.layoutShift)).toBe(0)
    await page.getByRole('button', { name: 'Continue with other wallet' }).click()
    await expect.poll(names).toEqual(['Continue with Wallet b', 'Continue with Wallet c'])
  })

  itInFullRun('keeps every key that is typed once its input is shown', async () => {
    const { struck, kept } = await strikeKeys(page, site.login({}, { focus: true }), 60)
    expect(kept).toBe(struck)
  })

  it('loads the same files first for every configuration, and later only the code of the configured products', async () => {
    const flow = /\/login\/login\.flow\.ts$/
    const numbers = /\/methods\/phone\/phone\.method\.ts$/
    const one = await filesFor(links, [flow])
    const two = await filesFor(linksAndTexts, [flow, numbers])
    expect(one.before).toEqual([...bundle.firstLoad].sort())
    expect(two.before).toEqual(one.before)
    const more = sourcesOf(two.atRest.filter((name) => !one.atRest.includes(name)))
    expect(more.filter((path) => /\/methods\//.test(path) && !/\/methods\/phone\//.test(path))).toEqual([])
    expect(more.some((path) => numbers.test(path))).toBe(true)
    // Code that every page needs is in one file. The buttons of Main and rarely used code have separate files.
    const later = sourcesOf(one.atRest.filter((name) => !one.before.includes(name)))
    expect(
      later.filter((path) => /\/(main-choices\.tsx|methods\/(crypto|one-tap|passkeys|phone)\/)/.test(path)),
    ).toEqual([])
  })
})

describe('a file of the stand-alone build', () => {
  const notLoaded = 'The next step could not be loaded. Please try again, or reload the page.'
  const heading = (on: Page) => on.getByRole('heading', { name: 'Looks like there was an error!', exact: true })
  const tryAgain = (on: Page) => on.getByRole('button', { name: 'Try again', exact: true })
  /** The number of errors that the host page received for a file. */
  const told = (on: Page): Promise<number> =>
    on.evaluate(() => {
      const { errors } = globalThis as unknown as { errors: string[] }
      return errors.filter((message) => message.includes('imported module')).length
    })

  /** A page with a widget whose files are blocked until they are released. */
  async function visit(mount: string, config: LoginConfig, isMissing: (file: string) => boolean, query = '') {
    const own = await context.newPage()
    const broken: string[] = []
    const failed: string[] = []
    own.on('pageerror', (error) => broken.push(error.message))
    own.on('requestfailed', (request) => failed.push(request.url().slice(site.url.length)))
    const theirs = (url: URL): boolean => url.pathname.startsWith('/files/') && isMissing(url.pathname.slice(7))
    await own.route(theirs, (route) => route.abort('connectionreset'))
    await own.goto(`${site.page('widget')}?${new URLSearchParams({ mount, config: JSON.stringify(config) })}${query}`)
    return { own, broken, failed, letThrough: () => own.unroute(theirs) }
  }

  /** The one file that contains a source. It is not in the first load. */
  function fileOf(source: RegExp): string {
    const names = [...bundle.chunks.keys()].filter((name) => sourcesOf([name]).some((path) => source.test(path)))
    expect([names.length, bundle.firstLoad.includes(names[0] ?? '')], String(source)).toEqual([1, false])
    return names[0] ?? ''
  }

  const buttonsAndLinks: LoginConfig = { ...textsAndButtons, products: ['oauth', 'emailMagicLinks'] }
  const onlyButtons: LoginConfig = { ...textsAndButtons, products: ['oauth'] }

  itInFullRun.each<[string, LoginConfig, RegExp]>([
    ['what comes behind Main', links, /\/login\/login-runtime\.ts$/],
    ['another product', linksAndTexts, /\/phone\/phone\.method\.ts$/],
  ])(
    'that does not come at first is said under the form, and comes with the next press: %s',
    async (_, config, source) => {
      const file = fileOf(source)
      const { own, broken, failed, letThrough } = await visit('mountLogin', config, (name) => name === file)
      const email = own.getByRole('textbox', { name: 'Email', exact: true })
      const next = own.getByRole('button', { name: 'Continue', exact: true })
      const sent: string[] = []
      own.on('request', (request) => request.url().includes('/magic_links/') && sent.push(request.method()))
      await email.fill('ada@example.com')
      // It is requested while the browser is idle, before it is needed.
      await expect.poll(() => failed.length).toBeGreaterThan(0)
      expect([await own.getByText(notLoaded).count(), await told(own)]).toEqual([0, 0])
      // It is requested on each press until it is loaded.
      for (const presses of [1, 2]) {
        await next.click()
        await own.getByRole('alert').getByText(notLoaded, { exact: true }).waitFor()
        await expect.poll(() => told(own)).toBe(presses)
        expect([await email.inputValue(), await next.isEnabled()]).toEqual(['ada@example.com', true])
      }
      expect(new Set(failed)).toEqual(new Set([`/files/${file}`]))
      await letThrough()
      await next.click()
      await own.locator('.latchkey[data-screen=email_confirmation]').waitFor()
      expect([sent, broken]).toEqual([['POST'], []])
    },
  )

  itInFullRun.each<[string, string, LoginConfig, RegExp, (on: Page) => Promise<unknown>, string?]>([
    [
      'wallets without a form',
      ...(['mountLogin', { products: ['crypto'] }, /\/login\/login-runtime\.ts$/] as const),
      (on) => on.locator('.latchkey-choice').waitFor(),
    ],
    [
      'buttons without a form',
      ...(['mountLogin', onlyButtons, /\/main-choices\.tsx$/] as const),
      (on) => on.getByRole('button', { name: 'Continue with Google' }).waitFor(),
    ],
    [
      'a shadow root',
      ...(['mountLogin', { ...links, enableShadowDOM: true }, /\/shadow-shell\.tsx$/] as const),
      (on) => on.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@example.com'),
    ],
    [
      'reset-password, which keeps the token of its link',
      ...(['mountResetPassword', {}, /\/reset-password-widget\.tsx$/] as const),
      (on) => on.locator('.latchkey[data-screen=password_reset_form]').waitFor(),
      '&token=abc&latchkey_token_type=reset_password',
    ],
    [
      'passkey registration, by what it needs',
      ...(['mountPasskeyRegistration', {}, /\/ui\/banner\.tsx$/] as const),
      (on) => on.locator('.latchkey[data-state=unauthenticated]').waitFor(),
    ],
    [
      'the identity provider',
      ...(['mountIdentityProvider', {}, /\/identity-provider-widget\.tsx$/] as const),
      (on) => on.locator('.latchkey[data-state=missing_parameter]').waitFor(),
    ],
  ])(
    'that a widget cannot begin without is said in its place, as often as it does not come: %s',
    async (_, mount, config, source, isThere, query) => {
      const file = fileOf(source)
      const { own, broken, letThrough } = await visit(mount, config, (name) => name === file, query)
      for (const tries of [1, 2]) {
        await heading(own).waitFor()
        await expect.poll(() => told(own)).toBe(tries)
        expect(own.url()).not.toContain('token=')
        if (tries === 2) await letThrough()
        await tryAgain(own).click()
      }
      await isThere(own)
      expect([await told(own), broken]).toEqual([2, []])
    },
  )

  it('that is lazy and never loads does not lose the input or break anything else', async () => {
    const isLate = (name: string): boolean => !bundle.firstLoad.includes(name)
    const { own, broken } = await visit('mountLogin', textsAndButtons, isLate)
    const phone = own.getByRole('textbox', { name: 'Phone number', exact: true })
    await phone.fill('+442079460958')
    for (const presses of [1, 2]) {
      await own.getByRole('button', { name: 'Continue', exact: true }).click()
      await own.getByRole('alert').getByText(notLoaded, { exact: true }).waitFor()
      await expect.poll(() => told(own)).toBeGreaterThanOrEqual(presses)
    }
    expect([await phone.inputValue(), broken]).toEqual(['+442079460958', []])
  })

  itInFullRun('with the buttons never loads: the form works without them', async () => {
    const file = fileOf(/\/main-choices\.tsx$/)
    const { own, broken } = await visit('mountLogin', buttonsAndLinks, (name) => name === file)
    await own.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@example.com')
    await own.getByRole('button', { name: 'Continue', exact: true }).click()
    await own.locator('.latchkey[data-screen=email_confirmation]').waitFor()
    expect([(await told(own)) > 0, broken]).toEqual([true, []])
  })
})
