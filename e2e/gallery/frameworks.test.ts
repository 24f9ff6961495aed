import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '../browser.ts'
import { createCamera, differingPixels, itemRectangles, openGalleryItems } from './frameworks.ts'

/** The height of a screenshot in pixels. */
const sheetHeight = 2_000

let react: Page
let preact: Page

beforeAll(async () => {
  const browser = await sharedBrowser()
  ;[react, preact] = await Promise.all([openGalleryItems(browser, 'React'), openGalleryItems(browser, 'Preact')])
}, 120_000)
afterAll(async () => {
  await Promise.all([react?.context().close(), preact?.context().close()])
})

const widths = process.env.TEST_MATRIX === 'full' ? [390, 1_280] : [390]

// The tolerance is zero: one pixel of another color fails.
it.each(widths)(
  'draws every screen in the same way on React and on Preact, %i px wide',
  {
    timeout: 600_000,
  },
  async (width) => {
    for (const page of [react, preact]) await page.setViewportSize({ width, height: sheetHeight })
    const rectangles = await itemRectangles(react)
    expect(Object.keys(rectangles).length).toBeGreaterThan(100)
    expect(await itemRectangles(preact)).toEqual(rectangles)
    const [ofReact, ofPreact] = await Promise.all([createCamera(react), createCamera(preact)])
    const bottom = Math.max(...Object.values(rectangles).map(({ y, height }) => y + height))
    const differing: string[] = []
    for (let top = 0; top < bottom; top += sheetHeight) {
      const [first, second] = await Promise.all([ofReact.sheet(top), ofPreact.sheet(top)])
      if (first === second) continue
      // A screenshot shows many screens: compare each of them.
      for (const [name, rectangle] of Object.entries(rectangles)) {
        if (rectangle.y >= top + sheetHeight || rectangle.y + rectangle.height <= top) continue
        const pictures = await Promise.all([ofReact.part(rectangle), ofPreact.part(rectangle)])
        const count = await differingPixels(react, ...pictures)
        if (count !== 0) differing.push(`${name}: ${count} pixels`)
      }
    }
    expect([...new Set(differing)]).toEqual([])
  },
)
