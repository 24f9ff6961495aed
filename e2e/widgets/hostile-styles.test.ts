import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { openGallery, type View } from '../gallery/gallery-site.ts'
import { startDevelopment } from '../provider.ts'
import { bootstrap, hostile, tailwind } from './hostile-sheets.ts'

let provider: Awaited<ReturnType<typeof startDevelopment>>
let browser: Awaited<ReturnType<typeof launchBrowser>>

beforeAll(async () => {
  ;[provider, browser] = await Promise.all([startDevelopment(), launchBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await provider?.end()
})

/**
 * Takes everything around the widgets out of the sheets' reach, by what no sheet can overrule: whatever looks different
 * then is the widget's. One of the inputs has the focus.
 */
async function pin(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0)
    const frames = [...document.querySelectorAll<HTMLElement>('.exhibit-frame')]
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
    // Nor do these say anything before or after what they hold.
    const silence = new CSSStyleSheet()
    const named = 'html, body, #root, .exhibits.exhibits, .exhibit.exhibit, .exhibit-frame.exhibit-frame'
    for (const name of named.split(', ')) {
      for (const at of ['before', 'after']) silence.insertRule(`${name}::${at} { content: none !important }`)
    }
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, silence]
    // A caret blinks, and what hides it from pictures does not reach an input that has its looks from a shadow root.
    for (const { shadowRoot } of document.querySelectorAll('*')) {
      const still = new CSSStyleSheet()
      still.replaceSync('.latchkey-slot { caret-color: transparent !important }')
      shadowRoot?.adoptedStyleSheets.push(still)
    }
    const [first] = frames
    // In the page, or shown in the shadow root by a slot: found in the document either way.
    first?.querySelector('input')?.focus()
  })
}

/** Puts a sheet where those of the page stand: before anything that scripts bring in. */
function adopt(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets]
  }, css)
}

const picture = (page: Page) => page.screenshot({ fullPage: true, animations: 'disabled' })

/** The exhibits that look different under a style sheet of the host page. */
async function changedBy(css: string, view: View): Promise<{ shown: number; changed: string[] }> {
  // Wide: no picture may be higher than 16,384 pixels.
  const context = await browser.newContext({ viewport: { width: 2_560, height: 900 } })
  const { page } = await openGallery(context, provider.url, view)
  await pin(page)
  const before = await picture(page)
  const frames = await page.locator('.exhibit').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = (one.querySelector('.exhibit-frame') as Element).getBoundingClientRect()
      return { name: one.getAttribute('data-exhibit') ?? '', clip: { x, y, width, height } }
    }),
  )
  await adopt(page, css)
  const after = await picture(page)
  const changed = before.equals(after) ? [] : await differing(page, before, after, frames)
  await context.close()
  return { shown: frames.length, changed }
}

interface Frame {
  name: string
  clip: { x: number; y: number; width: number; height: number }
}

/** Which frames two pictures differ in. The browser can read them, and has to anyway. */
async function differing(page: Page, before: Buffer, after: Buffer, frames: Frame[]): Promise<string[]> {
  const blank = await page.context().newPage()
  return blank.evaluate(
    async ({ pictures, list }) => {
      const bitmaps = await Promise.all(
        pictures.map(async (data) => {
          const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
          return createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        }),
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
      return names.length > 0 ? names : ['something between the exhibits']
    },
    { pictures: [before, after].map((one) => one.toString('base64')), list: frames },
  )
}

describe('in a shadow root every picture is the same, pixel by pixel,', () => {
  it.each([
    ['a page that takes everything over', hostile],
    ['Tailwind', tailwind],
    ['Bootstrap', bootstrap],
  ])('under the style sheet of %s', async (_, css) => {
    const { shown, changed } = await changedBy(css, { dom: 'shadow' })
    expect(shown).toBeGreaterThan(20)
    expect(changed).toEqual([])
  })
})

describe('in the page itself every picture is the same, pixel by pixel,', () => {
  it.each([
    ['Tailwind', tailwind],
    ['Bootstrap', bootstrap],
  ])('under the style sheet of %s', async (_, css) => {
    const { shown, changed } = await changedBy(css, { dom: 'light' })
    expect(shown).toBeGreaterThan(20)
    expect(changed).toEqual([])
  })
})

it('sees a difference where there is one', async () => {
  const { shown, changed } = await changedBy('.latchkey-label { opacity: 0.9 !important }', {})
  expect([shown > changed.length, changed.length > 50]).toEqual([true, true])
})
