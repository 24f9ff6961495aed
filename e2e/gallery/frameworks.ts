import { join } from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { forBrowser, widgetsOnPreact } from '../../tools/build/bundle.ts'

export type Framework = 'React' | 'Preact'

/** Preact as the stand-alone build has it. */
const aliases: Record<Framework, Record<string, string>> = { React: {}, Preact: widgetsOnPreact }

const origin = 'http://localhost'

/** No animations and no caret. Every item has a separate layer, so that none covers its neighbor. */
const css = `
*,*::before,*::after{animation:none!important;transition:none!important;caret-color:transparent!important}
body{margin:0;font:16px/1.5 sans-serif;color-scheme:light}
h1{margin:0;font-size:16px;outline:none}
main{display:flex;flex-wrap:wrap;align-items:flex-start;gap:8px}
.gallery-item{position:relative;contain:paint;width:min(420px,100%)}`

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="stylesheet" href="/page.css"></head>
<body><div id="root"></div><script type="module" src="/gallery-items-page.js"></script></body></html>`

/** Opens the gallery of a framework, built for production and served from memory. */
export async function openGalleryItems(browser: Browser, framework: Framework): Promise<Page> {
  const { outputFiles } = await build({
    ...forBrowser,
    alias: aliases[framework],
    entryPoints: [join(import.meta.dirname, 'gallery-items-page.tsx')],
    outdir: 'gallery-items',
    write: false,
  })
  const scripts = new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/') + 1), text]))
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, reducedMotion: 'reduce' })
  await context.route(`${origin}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const script = scripts.get(name)
    if (script !== undefined) return route.fulfill({ contentType: 'text/javascript', body: script })
    if (name === 'page.css') return route.fulfill({ contentType: 'text/css', body: css })
    return name === '' ? route.fulfill({ contentType: 'text/html', body: html }) : route.fulfill({ status: 404 })
  })
  const page = await context.newPage()
  await page.goto(origin)
  await page.locator('.gallery-item .latchkey-container').last().waitFor()
  return page
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

/** The rectangle of each screen, after images and lazy parts have loaded. */
export function itemRectangles(page: Page): Promise<Record<string, Rectangle>> {
  return page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
    await new Promise(requestAnimationFrame)
    return Object.fromEntries(
      [...document.querySelectorAll('.gallery-item')].map((item) => {
        const { x, y, width, height } = item.getBoundingClientRect()
        return [item.getAttribute('data-gallery-item'), { x, y: y + scrollY, width, height }]
      }),
    )
  })
}

export interface Camera {
  /** A screenshot of the window, scrolled to `top`. */
  sheet(top: number): Promise<string>
  /** A screenshot of a part of the page. */
  part(clip: Rectangle): Promise<string>
}

/** Takes screenshots with the debugger, as PNG in Base64 with fast compression. */
export async function createCamera(page: Page): Promise<Camera> {
  const session = await page.context().newCDPSession(page)
  async function capture(options: {
    captureBeyondViewport?: boolean
    clip?: Rectangle & { scale: number }
  }): Promise<string> {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'png',
      optimizeForSpeed: true,
      ...options,
    })
    return data
  }
  return {
    async sheet(top) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      return capture({})
    },
    part: (clip) => capture({ captureBeyondViewport: true, clip: { ...clip, scale: 1 } }),
  }
}

/** The number of pixels that differ between two screenshots, in any channel by any amount. */
export function differingPixels(page: Page, first: string, second: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [a, b] = await Promise.all(
        pictures.map(async (data) => {
          const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
          const context = canvas.getContext('2d')
          context?.drawImage(bitmap, 0, 0)
          return new Uint32Array(context?.getImageData(0, 0, bitmap.width, bitmap.height).data.buffer ?? [])
        }),
      )
      if (!a || !b || a.length !== b.length) return -1
      return a.reduce((count, pixel, at) => count + (pixel === b[at] ? 0 : 1), 0)
    },
    [first, second],
  )
}
