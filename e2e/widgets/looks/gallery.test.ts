import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeViolations, contrastViolations, sharedBrowser } from '../../browser.ts'
import { galleryItems, openGallery, type View } from '../../gallery/gallery-site.ts'
import { sharedDevelopment } from '../../provider.ts'
import { isFull } from '../matrix.ts'

let provider: Awaited<ReturnType<typeof sharedDevelopment>>
let browser: Browser
const told: string[] = []

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([sharedDevelopment(), sharedBrowser()])
})
// There must be no request to the provider, no violation of the CSP or of Trusted Types, and no error.
afterEach(() => expect(told.splice(0)).toEqual([]))

/** All languages in the full run; otherwise one with long words and one from right to left. */
const languages = isFull
  ? ['ar', 'de', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-br', 'tr', 'zh-cn']
  : ['ar', 'de']

const languageTags: Readonly<Record<string, string>> = { 'pt-br': 'pt-BR', 'zh-cn': 'zh-CN' }
const fromRightToLeft = ['ar', 'he']

async function open(view: View, width = 1_280): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/(page|gallery)/.test(pathname)) told.push(`request: ${pathname}`)
  })
  const { page, complaints } = await openGallery(context, provider.url, view)
  page.once('close', () => told.push(...complaints))
  return page
}

const close = (page: Page) => page.context().close()

/** The gallery items whose content overflows the frame or is cut off. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const item of document.querySelectorAll('.gallery-item')) {
      const frame = item.querySelector('.gallery-item-frame') as Element
      const { left, right } = frame.getBoundingClientRect()
      const roots = [frame, ...[...frame.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
      for (const element of roots.flatMap((root) => [...root.querySelectorAll('.latchkey, .latchkey *')])) {
        const box = element.getBoundingClientRect()
        // Text for screen readers takes one pixel; the input of a passcode is wider than its visible part.
        if (box.width <= 1 || element.closest('.latchkey-passcode, .latchkey-toaster, svg, option, select')) continue
        const isCut = element.scrollWidth > element.clientWidth + 4 && getComputedStyle(element).overflow !== 'visible'
        const isEllipsed = getComputedStyle(element).textOverflow === 'ellipsis' || element.localName === 'input'
        if (box.left < left - 1 || box.right > right + 1 || (isCut && !isEllipsed)) {
          found.push(`${item.getAttribute('data-gallery-item')}: ${element.className}`)
        }
      }
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    return found
  })
}

/** The full run checks every theme, scheme and direction. */
const furtherViews: [string, View, typeof axeViolations][] = isFull
  ? [
      ['in a shadow root', { dom: 'shadow' }, axeViolations],
      ['in another theme', { theme: 'Night' }, contrastViolations],
      ['in the theme modern, in its light scheme', { theme: 'Modern', scheme: 'light' }, axeViolations],
      ['in the theme modern, in its dark scheme', { theme: 'Modern', scheme: 'dark' }, contrastViolations],
      ['in the dark', { scheme: 'dark' }, contrastViolations],
      ['from right to left, in Arabic', { locale: 'ar' }, axeViolations],
    ]
  : []

/** Colors differ less between the screens than between the schemes: one screen in four, and all in the full run. */
const darkItems = isFull ? '.gallery-items' : '.gallery-item:nth-child(4n)'

describe('axe finds no violation in the gallery, which sends no request', () => {
  it.each<[string, View, typeof axeViolations, string?]>([
    ['in the light', {}, axeViolations],
    ['from right to left, in the dark, in Hebrew', { locale: 'he', scheme: 'dark' }, contrastViolations, darkItems],
    ...furtherViews,
  ])('%s', { timeout: 180_000 }, async (_, view, violations, part = '.gallery-items') => {
    const page = await open(view)
    expect((await galleryItems(page)).length).toBeGreaterThan(100)
    if (view.scheme) {
      const schemes = await page
        .locator('.gallery-item .latchkey')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).colorScheme))
      expect([...new Set(schemes)]).toEqual([view.scheme])
    }
    // A page has one widget; the gallery has many with the same name.
    const found = (await violations(page, part)).filter((one) => !one.startsWith('landmark-unique'))
    expect(found).toEqual([])
    await close(page)
  })
})

/** English words that no other language uses: 'Continuer' is French, 'Log in' is Dutch, and Italian has 'password'. */
const english =
  /\b(Continue|Sign up|Log In|Try again|Success|passcode was sent|Create account|Forgot Password|New password)\b/

/** The texts of the gallery's widgets, and their direction. */
async function spoken(page: Page): Promise<{ directions: string[]; words: string }> {
  const seen = await page
    .locator('.gallery-item .latchkey')
    .evaluateAll((all) => all.map((one) => `${one.getAttribute('lang')} ${getComputedStyle(one).direction}`))
  // Messages for developers are in English.
  const words = await page
    .locator('.gallery-item:not([data-gallery-item^="login/configuration"]) .gallery-item-frame')
    .allInnerTexts()
  return { directions: [...new Set(seen)], words: words.join(' ') }
}

it('no content overflows, is cut off or scrolls sideways at any width in any language, and every text has the requested language and direction', {
  timeout: 300_000,
}, async () => {
  const found: Record<string, string[]> = {}
  const page = await open({})
  const look = async (name: string): Promise<void> => {
    const wide = await overflowing(page)
    if (wide.length > 0) found[name] = wide
  }
  for (const width of [1_280, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await look(`at ${width} pixels`)
  }
  for (const locale of languages) {
    const tag = languageTags[locale] ?? locale
    await page.locator('.gallery-bar select').nth(3).selectOption(locale)
    await page.locator(`.gallery-item .latchkey[lang="${tag}"]`).last().waitFor()
    await look(`in ${locale}`)
    const { directions, words } = await spoken(page)
    expect(directions).toEqual([`${tag} ${fromRightToLeft.includes(locale) ? 'rtl' : 'ltr'}`])
    expect(words).not.toMatch(english)
  }
  await close(page)
  expect(found).toEqual({})
})
