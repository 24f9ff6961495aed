import type { LoginConfig } from '@latchkey/widgets'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundleStandalone, type Chunks } from '../../tools/bundle-standalone.mjs'
import { sharedBrowser } from '../browser.ts'
import { type StandaloneSite, startStandaloneSite, strikeKeys, watched } from './standalone-site.ts'

let browser: Browser
let bundle: Chunks
let site: StandaloneSite
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[browser, bundle] = await Promise.all([sharedBrowser(), bundleStandalone('standalone', { write: false })])
})
beforeEach(async () => {
  site = await startStandaloneSite(new Map([...bundle.chunks].map(([name, { code }]) => [name, code])))
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
 * The bundle's files that a page has fetched before its form showed, and when it had come to rest.
 * A quiet network alone is no rest: the rest of a widget comes when the browser is idle, and on a busy
 * machine that is after the network was quiet. What the configuration needs in the end says when.
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
    await expect.poll(() => sourcesOf(ours(fetched)).some((path) => source.test(path)), { timeout: 20_000 }).toBe(true)
  // And what those need in turn.
  const isWhole = (name: string): boolean =>
    (bundle.chunks.get(name)?.imports ?? []).every((one) => fetched.has(`/files/${one}`) || !bundle.chunks.has(one))
  await expect.poll(() => ours(fetched).every(isWhole), { timeout: 20_000 }).toBe(true)
  await visit.waitForLoadState('networkidle')
  return { before: ours(filesBefore), atRest: ours(fetched) }
}

/** The sources that went into files of the bundle. */
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

  it('asks nothing of its own before the form shows: only the client has begun to read its project', async () => {
    await page.goto(site.login(), { waitUntil: 'networkidle' })
    const { callsBefore, answersBefore } = await watched(page)
    expect({ callsBefore, answersBefore }).toEqual({
      callsBefore: ['/sdk/v1/projects/bootstrap/public-token-test-1'],
      answersBefore: 0,
    })
  })

  it.each([
    ['one product', links],
    ['two products', linksAndTexts],
    ['a country list and buttons', textsAndButtons],
  ])('moves nothing once it has shown, with %s', async (_name, config) => {
    await page.goto(site.login(config), { waitUntil: 'networkidle' })
    await watched(page)
    // The watermark has come with the answer of the provider.
    await page.getByRole('link', { name: /Powered by/ }).waitFor()
    expect(await page.evaluate(() => watch.layoutShift)).toBe(0)
  })

  it('moves nothing for wallets, whether they are there from the start or come later', async () => {
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
    // The third has no place of its own any more: it stands behind the button of the others.
    await page.evaluate(() => (globalThis as unknown as { announce(uuid: string): void }).announce('c'))
    await expect.poll(names).toEqual(['Continue with Wallet a', 'Continue with other wallet', 'Continue with Google'])
    await page.getByRole('link', { name: /Powered by/ }).waitFor()
    expect(await page.evaluate(() => watch.layoutShift)).toBe(0)
    await page.getByRole('button', { name: 'Continue with other wallet' }).click()
    await expect.poll(names).toEqual(['Continue with Wallet b', 'Continue with Wallet c'])
  })

  it('keeps every key that is struck from the moment its input shows', async () => {
    const { struck, kept } = await strikeKeys(page, site.login({}, { focus: true }), 60)
    expect(kept).toBe(struck)
  })

  it('loads the same files at first whatever is configured, and for another product only its own code later', async () => {
    const flow = /\/login\/login\.flow\.ts$/
    const numbers = /\/methods\/phone\/phone\.method\.ts$/
    const one = await filesFor(links, [flow])
    const two = await filesFor(linksAndTexts, [flow, numbers])
    expect(one.before).toEqual([...bundle.firstLoad].sort())
    expect(two.before).toEqual(one.before)
    const more = sourcesOf(two.atRest.filter((name) => !one.atRest.includes(name)))
    expect(more.filter((path) => /\/methods\//.test(path) && !/\/methods\/phone\//.test(path))).toEqual([])
    expect(more.some((path) => numbers.test(path))).toBe(true)
    // What every page has of the others is in one file. The buttons of Main, and what few pages have, are in their own.
    const later = sourcesOf(one.atRest.filter((name) => !one.before.includes(name)))
    expect(
      later.filter((path) => /\/(main-choices\.tsx|methods\/(crypto|one-tap|passkeys|phone)\/)/.test(path)),
    ).toEqual([])
  })
})
