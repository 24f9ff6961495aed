import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, contrastViolations, launchBrowser } from '../browser.ts'
import { exhibits, openGallery, type View } from '../gallery/gallery-site.ts'
import { startDevelopment } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startDevelopment>>
let browser: Awaited<ReturnType<typeof launchBrowser>>
const told: string[] = []

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await provider?.end()
})
// No violation of the page's policy or of Trusted Types, no error, nothing on the console.
afterEach(() => expect(told.splice(0)).toEqual([]))

const languages = ['ar', 'de', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-br', 'tr', 'zh-cn']

const languageTags: Readonly<Record<string, string>> = { 'pt-br': 'pt-BR', 'zh-cn': 'zh-CN' }

async function open(view: View, width = 1_280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const { page, complaints } = await openGallery(context, provider.url, view)
  page.once('close', () => told.push(...complaints))
  return page
}

const close = (page: Page) => page.context().close()

/** The exhibits in which something sticks out of the frame, or is cut off. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const exhibit of document.querySelectorAll('.exhibit')) {
      const frame = exhibit.querySelector('.exhibit-frame') as Element
      const { left, right } = frame.getBoundingClientRect()
      const roots = [frame, ...[...frame.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      for (const element of roots.flatMap((root) => [...root.querySelectorAll('.latchkey, .latchkey *')])) {
        const box = element.getBoundingClientRect()
        // What is only to be heard takes a single pixel; a passcode's input is wider than what is seen of it.
        if (box.width <= 1 || element.closest('.latchkey-passcode, .latchkey-toaster, svg, option, select')) continue
        const isCut = element.scrollWidth > element.clientWidth + 4 && getComputedStyle(element).overflow !== 'visible'
        const isEllipsed = getComputedStyle(element).textOverflow === 'ellipsis' || element.localName === 'input'
        if (box.left < left - 1 || box.right > right + 1 || (isCut && !isEllipsed)) {
          found.push(`${exhibit.getAttribute('data-exhibit')}: ${element.className}`)
        }
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })
}

describe('axe has nothing against any picture', () => {
  it.each<[string, View, typeof axeViolations]>([
    ['in the light', {}, axeViolations],
    ['in the dark', { scheme: 'dark' }, contrastViolations],
    ['in a shadow root', { dom: 'shadow' }, axeViolations],
    ['from right to left, in Arabic', { locale: 'ar' }, axeViolations],
    ['from right to left, in the dark, in Hebrew', { locale: 'he', scheme: 'dark' }, contrastViolations],
    ['in another theme', { theme: 'Night' }, contrastViolations],
  ])('%s', { timeout: 180_000 }, async (_, view, violations) => {
    const page = await open(view)
    expect((await exhibits(page)).length).toBeGreaterThan(100)
    // A page has one widget; here there are many of the same name.
    const found = (await violations(page, '.exhibits')).filter((one) => !one.startsWith('landmark-unique'))
    expect(found).toEqual([])
    await close(page)
  })
})

describe('nothing sticks out, nothing is cut off, and no page scrolls sideways,', () => {
  it.each([320, 390, 1_280])('at %i pixels', { timeout: 120_000 }, async (width) => {
    const page = await open({}, width)
    expect(await overflowing(page)).toEqual([])
    await close(page)
  })

  it('in any language, at 320 pixels', { timeout: 300_000 }, async () => {
    const found: Record<string, string[]> = {}
    const page = await open({}, 320)
    for (const locale of languages) {
      await page.locator('.gallery-bar select').nth(3).selectOption(locale)
      await page
        .locator(`.exhibit .latchkey[lang="${languageTags[locale] ?? locale}"]`)
        .last()
        .waitFor()
      const wide = await overflowing(page)
      if (wide.length > 0) found[locale] = wide
    }
    await close(page)
    expect(found).toEqual({})
  })
})

it('shows every text in the language that is asked for, in its direction', { timeout: 120_000 }, async () => {
  for (const [locale, lang, direction] of [
    ['ar', 'ar', 'rtl'],
    ['pt-br', 'pt-BR', 'ltr'],
  ] as const) {
    const page = await open({ locale })
    const seen = await page
      .locator('.exhibit .latchkey')
      .evaluateAll((all) => all.map((one) => `${one.getAttribute('lang')} ${getComputedStyle(one).direction}`))
    expect(new Set(seen)).toEqual(new Set([`${lang} ${direction}`]))
    // What is for developers is in their language.
    const words = await page
      .locator('.exhibit:not([data-exhibit^="login/configuration"]) .exhibit-frame')
      .allInnerTexts()
    expect(words.join(' ')).not.toMatch(/Continue|password|Sign up|Try again|Success|passcode was sent/)
    await close(page)
  }
})

it('draws without asking anybody anything', async () => {
  const context = await browser.newContext()
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { page } = await openGallery(context, provider.url)
  expect(asked.filter((path) => !/^\/(page|gallery)/.test(path))).toEqual([])
  await close(page)
})
