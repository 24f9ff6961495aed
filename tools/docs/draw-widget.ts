// `node tools/draw-widget.mjs [url]`: draws the pictures of the sign-in widget in docs/images, from the documentation of
// a running development provider. Readers of the static site see them instead of the widget.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { root } from '../bootstrap/run.mjs'

const folder = join(root, 'docs', 'images')
const font = join(root, 'node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2')

const [url = 'http://localhost:4000'] = process.argv.slice(2)
const fontUrl = `data:font/woff2;base64,${(await readFile(font)).toString('base64')}`
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  args: ['--no-sandbox', '--font-render-hinting=none'],
  ...(executablePath ? { executablePath } : {}),
})
await mkdir(folder, { recursive: true })
for (const theme of ['modern', 'default']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      ...{ colorScheme, bypassCSP: true, deviceScaleFactor: 2, viewport: { width: 448, height: 1000 } },
    })
    await page.goto(`${url}/docs/theming`)
    await page.getByLabel('Theme').selectOption(theme)
    const widget = page.locator('latchkey-login')
    await widget.getByRole('textbox').waitFor()
    await page.addStyleTag({
      // The same font on every machine, corners without a background, and no shadow that the picture would cut.
      content: `
        @font-face { font-family: Inter; src: url(${fontUrl}); font-weight: 100 900 }
        html, body, body :not(latchkey-login, latchkey-login *) { background: transparent !important }
        latchkey-login { padding: 1px }
        latchkey-login .latchkey-container { box-shadow: none !important }
        latchkey-login .latchkey { --latchkey-font-family: Inter !important }`,
    })
    await page.evaluate(() => document.fonts.load('16px Inter'))
    await page.evaluate(() => document.fonts.ready)
    const picture = await widget.screenshot({ omitBackground: true, animations: 'disabled', caret: 'hide' })
    const file = join(folder, `login-${theme}-${colorScheme}.webp`)
    await writeFile(file, Buffer.from(await page.evaluate(compress, picture.toString('base64')), 'base64'))
    await page.close()
  }
}
await browser.close()

/** In the browser: a PNG file as WebP, a third of its size. Both in base64. */
async function compress(png: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas.toDataURL('image/webp', 0.92).split(',')[1] ?? ''
}
