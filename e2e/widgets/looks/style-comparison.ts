import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { sharedBrowser } from '../../browser.ts'
import { openGallery, type View } from '../../gallery/gallery-site.ts'
import { sharedDevelopment } from '../../provider.ts'

let provider: Awaited<ReturnType<typeof sharedDevelopment>>
let browser: Browser
const references = new Map<string, Promise<Reference>>()

/** Compares gallery screenshots with and without a style sheet of the host page, for all tests of a file. */
export function prepareComparison(): typeof changedBy {
  beforeAll(async () => {
    ;[provider, browser] = await Promise.all([sharedDevelopment(), sharedBrowser()])
  })
  afterAll(async () => {
    for (const reference of references.values()) await (await reference).page.context().close()
    references.clear()
  })
  return changedBy
}

/**
 * Protects everything around the widgets from the style sheets, with rules that no sheet can override, so that every
 * difference is one of a widget. One of the inputs has the focus.
 */
async function pin(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    const frames = [...document.querySelectorAll<HTMLElement>('.gallery-item-frame')]
    const rects = frames.map((frame) => frame.getBoundingClientRect())
    const fix = (element: HTMLElement, rules: Record<string, string>): void => {
      element.style.setProperty('all', 'initial', 'important')
      for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value, 'important')
    }
    const around = new Set<HTMLElement>()
    for (const frame of frames) {
      for (let at = frame.parentElement; at; at = at.parentElement) around.add(at)
    }
    for (const element of around) {
      for (const child of element.children) if (child instanceof HTMLElement) fix(child, { display: 'none' })
    }
    for (const element of around) fix(element, { display: 'block' })
    frames.forEach((frame, index) => {
      const { left = 0, top = 0, width = 0, height = 0 } = rects[index] ?? {}
      fix(frame, {
        ...{ display: 'block', contain: 'strict', position: 'absolute', background: 'white' },
        ...{ left: `${Math.round(left)}px`, top: `${Math.round(top)}px` },
        ...{ width: `${Math.ceil(width)}px`, height: `${Math.ceil(height) + 40}px` },
      })
    })
    document.documentElement.style.setProperty('height', `${document.documentElement.scrollHeight}px`, 'important')
    // No content before or after these elements.
    const silence = new CSSStyleSheet()
    const named =
      'html, body, #root, .gallery-items.gallery-items, .gallery-item.gallery-item, .gallery-item-frame.gallery-item-frame'
    for (const name of named.split(', ')) {
      for (const at of ['before', 'after']) silence.insertRule(`${name}::${at} { content: none !important }`)
    }
    // Hides the blinking caret, in the page and in an input that a shadow root styles.
    silence.insertRule('input { caret-color: transparent !important }')
    for (const { shadowRoot } of document.querySelectorAll('*')) {
      const still = new CSSStyleSheet()
      still.replaceSync('.latchkey-slot { caret-color: transparent !important }')
      shadowRoot?.adoptedStyleSheets.push(still)
    }
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, silence]
    const [first] = frames
    // The input is in the document, also if a shadow root shows it in a slot.
    first?.querySelector('input')?.focus()
  })
}

/** Adds a style sheet at the position of the page's own, before everything that scripts add. */
function adopt(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
  }, css)
}

/** Removes the style sheet. */
function abandon(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(1)
  })
}

/** The gallery without hostile style sheets, for comparison. */
interface Reference {
  page: Page
  debug: CDPSession
  size: { width: number; height: number }
  frames: Frame[]
  before: string
}

async function prepare(view: View): Promise<Reference> {
  // A wide viewport, because a screenshot is limited to a height of 16,384 pixels.
  const context = await browser.newContext({ viewport: { width: 2_560, height: 900 } })
  const { page } = await openGallery(context, provider.url, view)
  await pin(page)
  const debug = await context.newCDPSession(page)
  const frames = await page.locator('.gallery-item').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = (one.querySelector('.gallery-item-frame') as Element).getBoundingClientRect()
      return { name: one.getAttribute('data-gallery-item') ?? '', clip: { x, y, width, height } }
    }),
  )
  const size = await page.evaluate(() => {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement
    return { width, height }
  })
  return { page, debug, size, frames, before: await picture(page, debug, size) }
}

/** A screenshot of the whole page. Finite animations are at their end, infinite ones at their start. */
async function picture(page: Page, debug: CDPSession, size: { width: number; height: number }): Promise<string> {
  await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])]
    for (const animation of roots.flatMap((root) => root.getAnimations())) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
      else animation.cancel()
    }
  })
  // Low compression, because compressing an image of this size takes longer than drawing it.
  const { data } = await debug.send('Page.captureScreenshot', {
    clip: { x: 0, y: 0, ...size, scale: 1 },
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  })
  return data
}

/** The gallery items that a style sheet of the host page changes. */
async function changedBy(css: string, view: View): Promise<{ shown: number; changed: string[] }> {
  const key = JSON.stringify(view)
  const prepared = references.get(key) ?? prepare(view)
  references.set(key, prepared)
  const { page, debug, size, frames, before } = await prepared
  await adopt(page, css)
  const after = await picture(page, debug, size)
  await abandon(page)
  return { shown: frames.length, changed: before === after ? [] : await differing(page, before, after, frames) }
}

interface Frame {
  name: string
  clip: { x: number; y: number; width: number; height: number }
}

/** The frames in which two screenshots differ. The browser decodes the images. */
async function differing(page: Page, before: string, after: string, frames: Frame[]): Promise<string[]> {
  const blank = await page.context().newPage()
  const names = await blank.evaluate(
    async ({ pictures, list }) => {
      const bitmaps = await Promise.all(
        pictures.map(async (data) => createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())),
      )
      const names: string[] = []
      for (const { name, clip } of list) {
        const [one, other] = bitmaps.map((bitmap) => {
          const canvas = new OffscreenCanvas(clip.width, clip.height)
          const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
          drawing.drawImage(bitmap, -clip.x, -clip.y)
          return drawing.getImageData(0, 0, clip.width, clip.height).data
        }) as [Uint8ClampedArray, Uint8ClampedArray]
        if (one.some((value, at) => value !== other[at])) names.push(name)
      }
      return names.length > 0 ? names : ['something between the gallery items']
    },
    { pictures: [before, after], list: frames },
  )
  await blank.close()
  return names
}
